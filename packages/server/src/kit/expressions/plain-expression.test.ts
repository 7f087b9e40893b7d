import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { NOT_PLAIN, parseExpression, parsePlainExpression } from './index.ts';

const names = ['a', 'b', 'data', 'n', 'constructor', '__proto__', 'and'];
const single = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 2.5, 1e21, '', 'x', '0', 'true', 'é'),
  fc.integer(),
  fc.string({ maxLength: 5 }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: single },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
  ),
})).value;
const path = fc
  .array(fc.constantFrom('a', 'b', 'data', 'n', 'constructor', '__proto__'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('.'));
const operand = fc.oneof(
  path,
  fc.constantFrom('true', 'false', 'null', '0', '-3', '2.5', '1e3', '"x"', "'é'", '""'),
);
const joined = fc.array(operand, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' & '));
const compared = fc.oneof(
  joined,
  fc.tuple(joined, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), joined).map((parts) => parts.join(' ')),
);
const expression = fc
  .array(fc.tuple(compared, fc.constantFrom(' and ', ' or ')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([part, sign], i) => (i === 0 ? part : sign + part)).join(''));

describe('an expression that is evaluated on the serving thread', () => {
  test('gives the same result as JSONata for any data, or no result', async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(expression, fc.dictionary(fc.constantFrom(...names), json), async (text, input) => {
        const data = JSON.parse(JSON.stringify(input)) as object;
        const value = required(parsePlainExpression(text), 'parsePlainExpression(text)')(data);
        if (value === NOT_PLAIN) return;
        told++;
        expect(value).toEqual(await parseExpression(text)(data));
      }),
      { numRuns: 3_000 },
    );
    expect(told).toBeGreaterThan(500);
  });

  test.each([
    'a[0]',
    'a.b[n > 1]',
    '$length(a)',
    'a.*',
    'a.**',
    'a ~> $sum',
    '(a; b)',
    'a ? b : c',
    'a = b = c',
    'a + 1',
    'a.my-field',
    '"\\u0041"',
    '/a/',
    'a in b',
    '`a`',
    '[1..2]',
    '{"a": 1}',
    'a /* c */',
    'and',
    'a.in',
    '1e999',
    'a b',
    '',
    'a &',
    `a${' & a'.repeat(400)}`,
  ])('is not one such as %j', (text) => {
    expect(parsePlainExpression(text)).toBeUndefined();
  });

  test('leaves lists, objects and long texts to the sandbox, at once', () => {
    const long = 'x'.repeat(900_000);
    const input = { list: [1], object: {}, long };
    for (const text of ['list', 'object', 'list.a', 'list = 1', 'long = long', 'long & "x"', 'long < "y"']) {
      expect(required(parsePlainExpression(text), 'parsePlainExpression(text)')(input), text).toBe(NOT_PLAIN);
    }
    expect(required(parsePlainExpression('long'), 'parsePlainExpression(long)')(input)).toBe(long);
  });
});
