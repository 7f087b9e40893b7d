/** A decoded value as JSON: whole numbers as text, since a double cannot hold them. */
export function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  // Small Solidity integers come as numbers; they are told the same way as large ones.
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJsonValue(inner)]));
  }
  return value;
}
