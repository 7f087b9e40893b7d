import { expect, test } from 'vitest';
import { readMaxAge } from './placed-reads.ts';

test.each([
  [undefined, Number.POSITIVE_INFINITY],
  ['no-cache', 0],
  ['No-Cache', 0],
  ['no-store', 0],
  ['max-age=0', 0],
  ['max-age=7', 7],
  ['max-age="7"', 7],
  ['no-transform, max-age=7 , max-age=3', 3],
  ['max-age=7, no-cache', 0],
  // Invalid values are ignored (RFC 9111, 5.2).
  ['max-age=-1', Number.POSITIVE_INFINITY],
  ['max-age=soon', Number.POSITIVE_INFINITY],
  ['x-max-age=1', Number.POSITIVE_INFINITY],
  ['', Number.POSITIVE_INFINITY],
])('`Cache-Control: %s` accepts data that is %s seconds old', (text, seconds) => {
  expect(readMaxAge(text)).toBe(seconds);
});
