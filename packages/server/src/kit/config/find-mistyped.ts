/** A variable that is not a setting, and the setting that was probably meant. */
export interface Mistyped {
  name: string;
  meant: string;
}

/** Shorter names resemble too many others. */
const MIN_LENGTH = 6;
/** Wrong, missing, doubled or transposed letters allowed. */
const MAX_DISTANCE = 2;

/** Environment variables whose names are close to that of a setting. All others are not ours to judge. */
export function findMistyped(
  settings: readonly string[],
  env: Record<string, string | undefined>,
): Mistyped[] {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(env).flatMap((name) => {
    if (name.length < MIN_LENGTH || known.has(name)) return [];
    const meant = [...known].find((setting) => plain(setting) === plain(name)) ?? nearest(name, settings);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function nearest(name: string, settings: readonly string[]): string | undefined {
  const given = name.toUpperCase();
  const [best] = settings
    .filter(
      (setting) => setting.length >= MIN_LENGTH && Math.abs(setting.length - given.length) <= MAX_DISTANCE,
    )
    .map((setting) => ({ setting, distance: distanceOf(given, setting) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  return best?.setting;
}

/**
 * Damerau–Levenshtein distance: insertions, deletions, substitutions and transpositions. Stops once it
 * exceeds the maximum.
 */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const [above = 0, left = 0, corner = 0] = [last[j], row[j - 1], last[j - 1]];
      row[j] = Math.min(above + 1, left + 1, corner + (same ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    if (Math.min(...last, ...row) > MAX_DISTANCE) return Number.POSITIVE_INFINITY;
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
