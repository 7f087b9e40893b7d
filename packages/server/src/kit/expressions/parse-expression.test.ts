import { describe, expect, test } from 'vitest';
import { threadMs } from '../threads/thread-ms.fixture.ts';
import { ExpressionError, parseExpression } from './index.ts';

describe('an expression', () => {
  test('selects and builds plain JSON', async () => {
    const expression = parseExpression('{ "sum": $sum(items.price), "names": items.name }');
    const input = {
      items: [
        { name: 'a', price: 1 },
        { name: 'b', price: 2.5 },
      ],
    };
    expect(JSON.parse(JSON.stringify(await expression(input)))).toEqual({ sum: 3.5, names: ['a', 'b'] });
  });

  test('that is malformed is refused, naming the place', () => {
    expect(() => parseExpression('items[price >')).toThrow(ExpressionError);
    try {
      parseExpression('a.b.(');
    } catch (error) {
      expect((error as ExpressionError).position).toBeGreaterThan(0);
    }
  });

  test('that never ends is stopped', async () => {
    const endless = parseExpression('($f := function($x) { $f($x + 1) }; $f(0))');
    const before = threadMs();
    await expect(endless({})).rejects.toMatchObject({
      isTimeout: true,
      message: expect.stringContaining('after 500 milliseconds'),
    });
    // CPU time of the thread, not wall-clock time.
    expect(threadMs() - before).toBeGreaterThan(490);
    const wide = parseExpression('[1..1000000000]');
    await expect(wide({})).rejects.toThrow(ExpressionError);
  });

  test('matches a hostile regular expression in linear time', async () => {
    const hostile = parseExpression('$contains(text, /^(a+)+$/)');
    expect(await hostile({ text: `${'a'.repeat(50_000)}!` })).toBe(false);
    const groups = parseExpression('$match(text, /([a-z]+)@([a-z]+)/).groups');
    expect(await groups({ text: 'write to ada@example' })).toEqual(['ada', 'example']);
    expect(await parseExpression('$replace(text, /B/i, "x")')({ text: 'abc' })).toBe('axc');
  });

  test('can only access the given data', async () => {
    for (const text of ['constructor', '$eval("1").constructor', '__proto__', 'a.constructor.constructor']) {
      expect(await parseExpression(text)({ a: 1 })).toBeUndefined();
    }
  });
});
