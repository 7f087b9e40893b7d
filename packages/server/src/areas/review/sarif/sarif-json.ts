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

export function positive(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 0
    ? Math.min(value as number, 2_147_483_647)
    : undefined;
}
