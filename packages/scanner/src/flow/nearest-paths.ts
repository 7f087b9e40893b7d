/** With many files, the nearest first: one with the same name elsewhere is rarely meant. */
export function nearest(paths: readonly string[], to: string): readonly string[] {
  if (paths.length <= 12) return paths;
  const shared = (path: string): number => {
    let at = 0;
    while (at < path.length && path[at] === to[at]) at++;
    return path.lastIndexOf('/', at);
  };
  return paths
    .map((path) => ({ path, depth: shared(path) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ path }) => path);
}
