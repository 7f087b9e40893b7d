export const cwe = (number: number) => `https://cwe.mitre.org/data/definitions/${number}.html`;
