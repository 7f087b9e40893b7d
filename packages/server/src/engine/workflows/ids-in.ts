const PUBLIC_ID = /^[a-z]{2,6}_[0-9a-f]{32}$/;
const MAX_IDS = 50;
const MAX_DEPTH = 10;

/** The distinct public ids among the values within a JSON value. */
export function idsIn(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found, 0);
  return [...found];
}

function collect(value: unknown, found: Set<string>, depth: number): void {
  if (found.size >= MAX_IDS || depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    if (PUBLIC_ID.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, found, depth + 1);
  }
}
