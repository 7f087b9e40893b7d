import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileContentFilter } from './content-filter.ts';
import { compilePlainFilter } from './plain-filter.ts';

const plain = fc.oneof(fc.constantFrom('a', 'b', '', '10'), fc.integer({ min: 0, max: 3 }), fc.boolean());
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    plain,
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'length', '0'), tie('any'), { maxKeys: 3 }),
  ),
})).any;
const payload = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 });
const comparison = fc.oneof(
  plain,
  fc.dictionary(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), plain, {
    minKeys: 1,
    maxKeys: 2,
  }),
  fc.record({ $in: fc.array(plain, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(plain, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
);
const path = fc.constantFrom('a', 'b', 'a.b', 'a.length', 'a.0', 'c.a.b', 'toString', 'a.toString');
const filter = fc.dictionary(path, comparison, { minKeys: 1, maxKeys: 3 });

/** The value after a round trip through JSON. */
const asJson = <T>(made: fc.Arbitrary<T>) => made.map((one) => JSON.parse(JSON.stringify(one)) as T);

test('a filter of plain comparisons gives the same result as the query language, or none', () => {
  let certain = 0;
  fc.assert(
    fc.property(asJson(filter), asJson(payload), (query, data) => {
      const judged = compilePlainFilter(query)(data);
      if (judged === undefined) return;
      certain++;
      // Inside `$and`, only the query language evaluates a filter.
      expect(judged).toBe(compileContentFilter({ $and: [query] })(data));
    }),
    { numRuns: 1_500 },
  );
  expect(certain).toBeGreaterThan(500);
});

test('lists and other kinds of conditions are left to the query language', () => {
  const judge = compilePlainFilter({ 'a.b': { $gte: 2 }, c: 1 });
  expect(judge({ a: { b: 2 }, c: 1 })).toBe(true);
  expect(judge({ a: { b: 1 }, c: 1 })).toBe(false);
  expect(judge({ a: [{ b: 1 }], c: 1 })).toBeUndefined();
  expect(judge({ a: [{ b: 1 }], c: 2 })).toBe(false);
  expect(compilePlainFilter({ a: 1, $or: [{ b: 1 }] })({ a: 1 })).toBeUndefined();
  expect(compilePlainFilter({ a: 1, $or: [{ b: 1 }] })({ a: 2 })).toBe(false);
});
