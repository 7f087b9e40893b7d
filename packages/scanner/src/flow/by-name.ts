/** The rows of a table by name; a row's names are separated by spaces. */
export function byName<T>(rows: readonly (readonly [names: string, T])[]): ReadonlyMap<string, T> {
  return new Map(
    rows.flatMap(([names, value]) => names.split(' ').map((name): [string, T] => [name, value])),
  );
}
