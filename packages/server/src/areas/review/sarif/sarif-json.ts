export type Json = Record<string, unknown>;

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** Text that the database can store. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value.toWellFormed().replaceAll('\0', '\u{fffd}')
    : undefined;
}

/** At most the first `length` characters, without a split surrogate pair at the end. */
export function cutTo(length: number, text: string): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

export function positive(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 0
    ? Math.min(value as number, 2_147_483_647)
    : undefined;
}
