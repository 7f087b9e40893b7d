import { operations } from './api.generated.ts';
import type { CallOptions } from './call-types.ts';

/** The input of any call, untyped. */
export interface AnyInput extends CallOptions {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** An operation's row in the table. */
export interface Row {
  method: string;
  path: string;
  keyed?: boolean;
  items?: string;
  /** Its response is binary. */
  isFile?: boolean;
}

/** The table with untyped rows: the compiler cannot handle a union of so many. */
export const rows = operations as unknown as Record<keyof typeof operations, Row>;

/**
 * None when the body has a key of its own: a second key would identify a different request, and some
 * operations refuse both.
 */
export function keyHeader(row: Row, { idempotencyKey, body }: AnyInput): Record<string, string> {
  if (!row.keyed) return {};
  if (idempotencyKey === undefined && hasKey(body)) return {};
  return { 'idempotency-key': idempotencyKey ?? newKey() };
}

function hasKey(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'idempotency_key' in body &&
    body.idempotency_key !== undefined
  );
}

/** Browsers do not provide `randomUUID` on pages loaded over plain HTTP. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function pathOf({ path }: Row, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The parameter ${name} of ${path} is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
