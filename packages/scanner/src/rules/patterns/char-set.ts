/** Characters as sorted, disjoint ranges of code units, both ends included. */
export type CharSet = readonly (readonly [from: number, to: number])[];

export const LAST_UNIT = 0xffff;

export const anySign: CharSet = [[0, LAST_UNIT]];
export const digits: CharSet = [[48, 57]];
export const wordSigns: CharSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const spaces: CharSet = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x2028, 0x2029],
];
export const lineEnds: CharSet = [
  [10, 10],
  [13, 13],
];
export const hexDigits: CharSet = [
  [48, 57],
  [65, 70],
  [97, 102],
];
/** Outside ASCII, everything counts as a letter. */
export const letters: CharSet = [
  [65, 90],
  [97, 122],
  [128, LAST_UNIT],
];

export function joined(sets: readonly CharSet[]): CharSet {
  const all = sets.flat().sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [from, to] of all) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

export function inverted(set: CharSet): CharSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) out.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_UNIT) out.push([next, LAST_UNIT]);
  return out;
}

/** Adds the other case of each ASCII letter. */
export function withBothCases(set: CharSet): CharSet {
  const more: [number, number][] = [];
  for (const [from, to] of set)
    for (const [low, high, by] of [
      [65, 90, 32],
      [97, 122, -32],
    ] as const) {
      const start = Math.max(from, low);
      const end = Math.min(to, high);
      if (start <= end) more.push([start + by, end + by]);
    }
  return joined([set, more]);
}

export const hasUnit = (set: CharSet, unit: number): boolean =>
  set.some(([from, to]) => from <= unit && unit <= to);
