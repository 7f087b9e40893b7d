import { expect, test } from 'vitest';
import { valueRowsOf, valueRowsText } from './value-rows.ts';

test.each([
  ['pairs', { order: '{{ event.data.order_id }}', n: 1, text: 'x', code: '12', isNew: true, none: null }],
  ['list', ['{{ event.data.total }}', 5, '5', 'x']],
] as const)('%s are read into rows and written back unchanged', (kind, value) => {
  const rows = valueRowsOf(JSON.stringify(value), kind);
  expect(JSON.parse(valueRowsText(rows ?? [], kind))).toEqual(value);
});

test.each([
  ['pairs', '{"a": {"b": 1}}'],
  ['pairs', '[1]'],
  ['list', '{"a": 1}'],
  ['list', '[[1]]'],
  ['pairs', '{'],
] as const)('%s: %s is not such a value, or cannot be shown as rows', (kind, json) => {
  expect(valueRowsOf(json, kind)).toBeUndefined();
});

test('a row without a name is left out of an object', () => {
  expect(valueRowsText([{ name: ' ', text: 'x', isExpression: false }], 'pairs')).toBe('{}');
});
