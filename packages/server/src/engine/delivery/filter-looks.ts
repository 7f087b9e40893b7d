/** A list is looked at value by value, once for each condition: that much of one event for one filter. */
const MAX_LOOKS = 5_000;
/** So few cost no more than a delivery does, and are not counted against others. */
const FREE_LOOKS = 100;
/** Of one event, for all its filters together. */
const MAX_LOOKS_OF_EVENT = 50_000;

/** What the filters of one event have used up between them. */
export class LooksOfEvent {
  #left = MAX_LOOKS_OF_EVENT;

  /** Whether so many more may be taken; they are then. */
  take(looks: number): boolean {
    if (looks > MAX_LOOKS) return false;
    if (looks <= FREE_LOOKS) return true;
    this.#left -= looks;
    return this.#left >= 0;
  }
}

interface WeighedPath {
  names: readonly string[];
  /** Values that each value there is compared with. */
  weight: number;
}

/** How often the query language would look at values of a payload to judge it by this filter; counts to just above the most. */
export function compileLooks(filter: object): (payload: object) => number {
  const paths = weigh(filter, []);
  return (payload) => {
    let looks = 0;
    for (const { names, weight } of paths) {
      looks += weight * countValues(payload, names, 0, MAX_LOOKS / weight);
      if (looks > MAX_LOOKS) break;
    }
    return looks;
  };
}

function weigh(condition: unknown, names: readonly string[]): WeighedPath[] {
  if (typeof condition !== 'object' || condition === null) return [{ names, weight: 1 }];
  if (Array.isArray(condition)) return [{ names, weight: Math.max(1, condition.length) }];
  const entries = Object.entries(condition);
  if (!entries.some(([name]) => name.startsWith('$')) && names.length > 0)
    return [{ names, weight: Math.max(1, entries.length) }];
  return entries.flatMap(([name, inner]) => {
    if (!name.startsWith('$')) return weigh(inner, [...names, ...name.split('.')]);
    const isOfConditions = ['$and', '$or', '$nor'].includes(name) && Array.isArray(inner);
    return isOfConditions ? inner.flatMap((one) => weigh(one, names)) : weigh(inner, names);
  });
}

/** Values at the end of a path: a list on the way or there is gone through, with all that it holds. */
function countValues(value: unknown, names: readonly string[], depth: number, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countValues(item, names, depth, most - count);
      if (count > most) return count;
    }
  } else {
    const name = names[depth];
    if (name !== undefined && Object.hasOwn(value, name))
      count += countValues((value as Record<string, unknown>)[name], names, depth + 1, most - count);
  }
  return count;
}
