/**
 * Which of some ascending numbers is the last that is at most `place`, by its index: of the starts of lines, that of the
 * line a place stands in. 0 where all are greater.
 */
export function lastAtOrBefore(ascending: ArrayLike<number>, place: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? Infinity) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
