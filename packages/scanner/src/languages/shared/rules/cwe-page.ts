/** The page that describes a kind of weakness. */
export const cwe = (number: number) => `https://cwe.mitre.org/data/definitions/${number}.html`;
