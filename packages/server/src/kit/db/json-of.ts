/** A value for a JSON column. Always text, because pg would turn a JavaScript array into an SQL array. */
export function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
