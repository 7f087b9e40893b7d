/** Orders texts by code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order in which files are processed. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return compareText(a.path, b.path);
}
