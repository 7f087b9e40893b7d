/** A condition on a list examines it value by value; this is the limit per event and filter. */
const MAX_EXAMINED_VALUES = 5_000;
/** So few cost no more than a delivery does and do not count against the event's total. */
const FREE_EXAMINATIONS = 100;
/** Per event, over all its filters. */
const MAX_EXAMINED_OF_EVENT = 50_000;

/** The budget shared by the filters of one event. */
export class ExaminationBudget {
  #left = MAX_EXAMINED_OF_EVENT;

  /** Whether this many are still available; if so, takes them. */
  take(looks: number): boolean {
    if (looks > MAX_EXAMINED_VALUES) return false;
    if (looks <= FREE_EXAMINATIONS) return true;
    this.#left -= looks;
    return this.#left >= 0;
  }
}

interface WeighedPath {
  names: readonly string[];
  /** Number of constants that each value is compared with. */
  weight: number;
}

/**
 * How many values the query language would examine to judge a payload by this filter; stops just above the
 * limit.
 */
export function compileCost(filter: object): (payload: object) => number {
  const paths = weigh(filter, []);
  return (payload) => {
    let looks = 0;
    for (const { names, weight } of paths) {
      looks += weight * countValues(payload, names, 0, MAX_EXAMINED_VALUES / weight);
      if (looks > MAX_EXAMINED_VALUES) break;
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

/**
 * Counts the values at the end of a path: every list on the way or at the end is traversed with all its
 * items.
 */
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
