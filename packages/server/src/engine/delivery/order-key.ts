import { createHash } from 'node:crypto';

/** How a subscription's deliveries are ordered. */
export interface Ordering {
  /** Path of the key in the payload; empty when all events share one order. */
  path: readonly string[];
  /** What happens to deliveries behind one whose attempts have all failed. */
  onFailure: OnFailure;
}

export type OnFailure = 'block' | 'skip';

const MAX_KEY_CHARS = 128;

/**
 * A payload's ordering key: deliveries with the same key are sent one after another. Null for none: the value
 * is missing, null, an empty string, an object or a list. A number and its text are the same key.
 */
export function orderKeyOf(payload: object, path: readonly string[]): string | null {
  if (path.length === 0) return '';
  let value: unknown = payload;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    if (Array.isArray(value) && !/^\d+$/.test(name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  const text = textOf(value);
  return text === undefined || text === '' ? null : shortKey(text);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // A number that a double cannot hold.
  return (JSON as unknown as JsonWithRaw).isRawJSON(value)
    ? (value as { rawJSON: string }).rawJSON
    : undefined;
}

interface JsonWithRaw {
  isRawJSON(value: unknown): boolean;
}

/** Keys that are long, or that the database cannot store as text, are replaced by their hash. */
function shortKey(text: string): string {
  const isPlain = text.length <= MAX_KEY_CHARS && !text.includes('\0') && text.isWellFormed();
  return isPlain ? text : `sha256:${createHash('sha256').update(text, 'utf16le').digest('hex')}`;
}
