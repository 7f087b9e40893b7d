import { expect, test } from 'vitest';
import { gistOf } from '../pages/events/gist.ts';
import { fieldPaths } from '../parts/completions.ts';
import { parseExactly } from './exact-numbers.ts';

const text =
  '{"id":9007199254740993,"list":[115792089237316195423570985008687907853269984665640564039457584007913129639935],"huge":1E400,"price":1.5,"n":1795817466729000}';

test('a payload with numbers beyond a double is shown and sent again with the same digits', () => {
  expect(JSON.stringify(parseExactly(text))).toBe(text);
  expect(JSON.stringify(JSON.parse(text))).not.toBe(text);
});

test('all other numbers are plain', () => {
  expect(parseExactly('{"a":1e3,"b":-0,"c":0.10,"d":9007199254740991,"text":"9007199254740993"}')).toEqual({
    a: 1000,
    b: -0,
    c: 0.1,
    d: 9007199254740991,
    text: '9007199254740993',
  });
});

test('the gist of a payload and the offered paths have the same digits', () => {
  const payload = parseExactly(text) as Record<string, unknown>;
  expect(gistOf(payload)).toContain('id: 9007199254740993');
  expect(fieldPaths('data', payload)).toContainEqual({ label: 'data.id', detail: '9007199254740993' });
});
