// Promises no evidence can make honest, and figures that need a source.
const PROMISES =
  /\b(?:100\s?% (?:guaranteed|risk[- ]free|satisfaction)|guaranteed (?:results?|roi|revenue|returns?|leads?|meetings?)|risk[- ]free|no risk|(?:we|i) guarantee|double your (?:revenue|money|sales)|instant results?|act now|limited time only|you have (?:won|been selected))\b/gi;
const FIGURES =
  /(?:\b\d+(?:[.,]\d+)?\s?%\s(?:more|less|fewer|higher|lower|faster|cheaper|increase|decrease|reduction|growth|savings?|of (?:companies|customers|teams|users))|\b(?:increase[ds]?|reduce[ds]?|cut|save[ds]?|boost(?:ed|s)?|grow[ns]?|grew)\b[^.\n]{0,40}?\bby\s(?:up to\s)?\d+(?:[.,]\d+)?\s?(?:%|x\b)|\b\d+x\s(?:more|faster|cheaper|roi|growth|return))/gi;

/** Claims in a text that the evidence does not support: absolute promises, and figures with an effect. */
export function findUnsupportedClaims(text: string, evidence: readonly string[]): string[] {
  const promises = [...text.matchAll(PROMISES)].map(([claim]) => claim);
  const known = evidence.join('\n').toLowerCase();
  const figures = [...text.matchAll(FIGURES)]
    .map(([claim]) => claim)
    .filter((claim) => {
      const figure = /\d+(?:[.,]\d+)?\s?(?:%|x)/i.exec(claim)?.[0].replace(/\s/g, '').toLowerCase();
      return figure === undefined || !known.replace(/\s/g, '').includes(figure);
    });
  return [...promises, ...figures].map((claim) => claim.replace(/\s+/g, ' ').trim());
}
