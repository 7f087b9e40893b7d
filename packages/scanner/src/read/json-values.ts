/** The object in a JSON text; throws a SyntaxError for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return asObject(value);
}

/** The value if it is a plain object, otherwise an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
