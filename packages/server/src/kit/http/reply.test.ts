import { expect, test } from 'vitest';
import { countedUpTo } from '../db/index.ts';
import { placeOf } from './reply.ts';

const page = { limit: 20, offset: 40 };

test('a total that reaches what is counted is a minimum, and says so', () => {
  const most = countedUpTo(page);
  expect(placeOf(most, page, 20)).toEqual({ total: most, total_is_minimum: true, ...page, has_more: true });
});

test('any other total is exact, and says nothing more', () => {
  expect(placeOf(61, page, 20)).toEqual({ total: 61, ...page, has_more: true });
  expect(placeOf(60, page, 20)).toEqual({ total: 60, ...page, has_more: false });
  expect(placeOf(7, page, 0)).toEqual({ total: 7, ...page, has_more: false });
});
