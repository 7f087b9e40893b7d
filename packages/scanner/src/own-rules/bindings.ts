/** The place in the text that a metavariable stands for. */
export interface Bound {
  start: number;
  end: number;
  /** The text used for comparisons: without whitespace; for a string, its content. */
  value: string;
}

/** The values of metavariables, newest first. Never changed in place. */
export interface Bindings {
  name: string;
  bound: Bound;
  rest: Bindings | null;
}

export function lookUp(bindings: Bindings | null, name: string): Bound | undefined {
  for (let at = bindings; at !== null; at = at.rest) if (at.name === name) return at.bound;
  return undefined;
}

/** Adds a metavariable; false if it already has another value. `_` is never bound. */
export function bind(bindings: Bindings | null, name: string, bound: Bound): Bindings | null | false {
  if (name === '_' || name === '..._') return bindings;
  const known = lookUp(bindings, name);
  if (known === undefined) return { name, bound, rest: bindings };
  return known.value === bound.value ? bindings : false;
}

/** Combines two sets of bindings; false if they contradict each other. */
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
