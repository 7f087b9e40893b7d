import { expect, test } from 'vitest';
import { parseKeepingDigits } from './parse-keeping-digits.ts';

test('integers that a double would change, and numbers beyond its range, become the text of their digits', () => {
  const uint256 = String(2n ** 256n - 1n);
  expect(
    parseKeepingDigits(
      `{"id":9007199254740993,"list":[${uint256}, -${uint256}],"power":1152921504606846976,"huge":1E400}`,
    ),
  ).toEqual({
    id: '9007199254740993',
    list: [uint256, `-${uint256}`],
    power: '1152921504606846976',
    huge: '1E400',
  });
});

test('all other numbers are doubles, and texts stay as they are', () => {
  expect(
    parseKeepingDigits(
      '{"safe":9007199254740991,"even":9007199254740994,"e":1e3,"zero":-0,"none":0e999999999999999999,"tiny":1e-400,"text":": 9007199254740993","fine":0.123456789012345678901234567890}',
    ),
  ).toEqual({
    safe: 9007199254740991,
    even: 9007199254740994,
    e: 1000,
    zero: -0,
    none: 0,
    tiny: 0,
    text: ': 9007199254740993',
    fine: 0.12345678901234568,
  });
});

test('a `__proto__` is a member like any other', () => {
  const parsed = parseKeepingDigits('{"__proto__":{"id":9007199254740993}}') as object;
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"id":"9007199254740993"}}');
});
