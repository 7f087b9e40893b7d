import { posix } from 'node:path';

/**
 * The places that `@/lib/db` or `~/lib/db` may mean without a setting: below the folder of the application or its
 * `src`, as frameworks preset it. The nearest first.
 */
export function placesFromRoot(from: string, specifier: string): string[] {
  const rest = /^[@~]\/(.+)$/.exec(specifier)?.[1];
  const places: string[] = [];
  if (rest === undefined) return places;
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    places.push(posix.join(folder, rest), posix.join(folder, 'src', rest));
    if (folder === '.' || folder === '/') return places;
  }
}
