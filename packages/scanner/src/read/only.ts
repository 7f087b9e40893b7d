/** The element of a list that has no other; undefined of an empty list and of a longer one. */
export function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
