/** What must be there by what was done before, where no type can say it; throws with its name where that is wrong. */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
