/** The element of a one-element list; otherwise undefined. */
export function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
