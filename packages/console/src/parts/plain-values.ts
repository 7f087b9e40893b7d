const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/**
 * Parses typed text: a number, boolean `true` or `false`, `null`, otherwise a string; quoted text is always a
 * string.
 */
export function readPlain(typed: string): unknown {
  const text = typed.trim();
  if (NUMBER.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return unquoted(text) ?? typed;
}

function unquoted(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' ? inner : undefined;
  } catch {
    return undefined;
  }
}

/** A value as typed, so that parsing gives it back. */
export function showPlain(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return readPlain(value) === value ? value : JSON.stringify(value);
}

export function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
