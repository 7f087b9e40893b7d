/** A value for a JSON column: pg makes an SQL array of a list, so that only its text is right for both. */
export function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
