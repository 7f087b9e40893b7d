/** Cheap sign of a number that a double may change: sixteen digits or an exponent. */
const MAY_BE_WIDE = /[:,[]\s*-?(?:\d{16}|\d[\d.]*[eE])/;

/**
 * Parses JSON for code that computes with it or writes it again: an integer that a double would change, or a number
 * beyond its range, becomes the text of its digits (RFC 7493 section 2.2, RFC 8785 appendix D). Other numbers
 * become doubles.
 */
export function parseKeepingDigits(text: string): unknown {
  return MAY_BE_WIDE.test(text) ? JSON.parse(text, digitsOfWide) : JSON.parse(text);
}

function digitsOfWide(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const isKept =
    String(value) === source || value === 0 || (Number.isFinite(value) && !/^-?\d+$/.test(source));
  return isKept ? value : source;
}
