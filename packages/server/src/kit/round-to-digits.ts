/** Rounds to at most `digits` digits after the decimal point. */
export function roundToDigits(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
