import { expect, test } from 'vitest';
import { newUuid, uuidTime } from './ids.ts';

const MS = 1_700_000_000_000;

test('an id made later sorts later, even within one millisecond', () => {
  const made = Array.from({ length: 2_000 }, () => newUuid(MS)).concat(newUuid(MS + 1));
  expect(made.toSorted()).toEqual(made);
});

test('every id is a unique UUID of version 7, however many are made in one millisecond', () => {
  const made = Array.from({ length: 20_000 }, () => newUuid(MS));
  expect(new Set(made).size).toBe(made.length);
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(made.filter((id) => !form.test(id) || uuidTime(id) !== MS)).toEqual([]);
});
