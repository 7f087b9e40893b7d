/** Digits as a number that compares exactly at any length (dates and build stamps exceed 2^53). */
export function numeral(digits: string): number | bigint {
  return digits.length < 16 ? Number(digits) : BigInt(digits);
}

/** The sign of `a - b` for numerals. */
export function compareNumerals(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
