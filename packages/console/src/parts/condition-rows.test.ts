import { expect, test } from 'vitest';
import { conditionsOf, emptyRow, filterText, retyped } from './condition-rows.ts';

const same: [string, object][] = [
  ['values', { a: 1, b: 'x', c: true, d: null }],
  ['a text that looks like a number', { zip: '0815', n: '12', yes: 'true' }],
  ['two comparisons of one field', { amount: { $gte: 10, $lt: 100 } }],
  ['a comparison of one field made twice', { $and: [{ a: { $ne: 1 } }, { a: { $ne: 2 } }] }],
  ['one of several, some with commas', { city: { $in: ['Bern', 'Washington, D.C.', 3] } }],
  ['what is there and what is not', { a: { $exists: true }, b: { $exists: false } }],
  ['one that is enough', { $or: [{ a: 1 }, { b: { $gt: 2 } }] }],
];

test.each(same)('%s are read into lines and written back unchanged', (_what, filter) => {
  const lines = conditionsOf(JSON.stringify(filter));
  expect(lines).toBeDefined();
  expect(JSON.parse(filterText(lines ?? { isAny: false, rows: [] }))).toEqual(filter);
});

test('a line keeps its value when another line is changed', () => {
  const lines = conditionsOf('{"n": 5, "zip": "12"}');
  const rows = (lines?.rows ?? []).map((row) => retyped(row, { text: row.text }));
  expect(rows.map(({ value }) => value)).toEqual([5, '12']);
});

test('a text field is compared with a text', () => {
  expect(retyped({ ...emptyRow, path: 'zip' }, { text: '12' }, true).value).toBe('12');
  expect(retyped({ ...emptyRow, path: 'n' }, { text: '12' }).value).toBe(12);
  const listed = retyped({ ...emptyRow, path: 'zip', compare: '$in' }, { text: '12, "a,b"' }, true);
  expect(listed.value).toEqual(['12', 'a,b']);
});

test.each([
  '[1]',
  '{',
  '{"a": {"b": 1}}',
  '{"a": [1]}',
  '{"$nor": [{"a": 1}]}',
  '{"a": {"$not": {"$gt": 1}}}',
  '{"$or": [{"a": 1, "b": 2}]}',
  '{"$or": [{"a": 1}], "b": 2}',
  '{"a": {}}',
])('%s cannot be shown as lines', (filter) => {
  expect(conditionsOf(filter)).toBeUndefined();
});

test('a line without a field is left out', () => {
  expect(filterText({ isAny: false, rows: [emptyRow] })).toBe('');
});
