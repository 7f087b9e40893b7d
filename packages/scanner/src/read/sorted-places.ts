/**
 * The index of the last of these ascending numbers that is at most `place`: with line starts, the line of a
 * position. 0 if all are greater.
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
