/**
 * Asserts a value that must exist because of an earlier step, where types cannot express it; throws with its
 * name otherwise.
 */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
