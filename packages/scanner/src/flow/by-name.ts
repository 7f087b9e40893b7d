/** Rows of a table, each under all of its names, which blanks separate. */
export function byName<T>(rows: readonly (readonly [names: string, T])[]): ReadonlyMap<string, T> {
  return new Map(
    rows.flatMap(([names, value]) => names.split(' ').map((name): [string, T] => [name, value])),
  );
}
