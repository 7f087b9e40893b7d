/** What a metavariable holds: a place in the text. */
export interface Bound {
  start: number;
  end: number;
  /** As it is compared with others: without layout; a string's content for a string. */
  value: string;
}

/** What metavariables hold, newest first. Never changed in place. */
export interface Bindings {
  name: string;
  bound: Bound;
  rest: Bindings | null;
}

export function lookUp(bindings: Bindings | null, name: string): Bound | undefined {
  for (let at = bindings; at !== null; at = at.rest) if (at.name === name) return at.bound;
  return undefined;
}

/** With one more; false where the name holds something else. `_` holds nothing. */
export function bind(bindings: Bindings | null, name: string, bound: Bound): Bindings | null | false {
  if (name === '_' || name === '..._') return bindings;
  const known = lookUp(bindings, name);
  if (known === undefined) return { name, bound, rest: bindings };
  return known.value === bound.value ? bindings : false;
}

/** Both together; false where they contradict each other. */
export function merge(a: Bindings | null, b: Bindings | null): Bindings | null | false {
  if (a === null || a === b) return b;
  let merged: Bindings | null = b;
  for (let at: Bindings | null = a; at !== null; at = at.rest) {
    const next = bind(merged, at.name, at.bound);
    if (next === false) return false;
    merged = next;
  }
  return merged;
}

export function keyOf(bindings: Bindings | null): string {
  const parts: string[] = [];
  for (let at = bindings; at !== null; at = at.rest)
    parts.push(`${at.name}=${at.bound.start}-${at.bound.end}`);
  return parts.sort().join();
}
