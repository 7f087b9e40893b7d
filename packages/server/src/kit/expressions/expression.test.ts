import { describe, expect, test } from 'vitest';
import { compileExpression, ExpressionError } from './index.ts';

describe('an expression', () => {
  test('selects and builds plain JSON', async () => {
    const expression = compileExpression('{ "sum": $sum(items.price), "names": items.name }');
    const input = {
      items: [
        { name: 'a', price: 1 },
        { name: 'b', price: 2.5 },
      ],
    };
    expect(await expression.evaluate(input)).toEqual({ sum: 3.5, names: ['a', 'b'] });
  });

  test('that is malformed is refused with its place', () => {
    expect(() => compileExpression('items[price >')).toThrow(ExpressionError);
    try {
      compileExpression('a.b.(');
    } catch (error) {
      expect((error as ExpressionError).position).toBeGreaterThan(0);
    }
  });

  test('that never ends is ended', async () => {
    const endless = compileExpression('($f := function($x) { $f($x + 1) }; $f(0))', { timeoutMs: 50 });
    await expect(endless.evaluate({})).rejects.toThrow(ExpressionError);
    const wide = compileExpression('[1..1000000000]');
    await expect(wide.evaluate({})).rejects.toThrow(ExpressionError);
  });

  test('that takes long is computed all the same, and holds up nothing meanwhile', async () => {
    const long = compileExpression('$sum([1..9000].($sum([$..$+9])))', { timeoutMs: 20_000 });
    let turns = 0;
    const watch = setInterval(() => turns++, 1);
    expect(await long.evaluate({})).toBe(405_450_000);
    clearInterval(watch);
    expect(turns).toBeGreaterThan(20);
  });

  test('that throws in its thread says what and where', async () => {
    const late = compileExpression('($sum([1..9000].($sum([$..$+9]))); $error("no such order"))', {
      timeoutMs: 20_000,
    });
    await expect(late.evaluate({})).rejects.toMatchObject({ message: 'no such order', isTimeout: false });
  });

  test('matches a hostile regular expression in linear time', async () => {
    const hostile = compileExpression('$contains(text, /^(a+)+$/)', { timeoutMs: 1_000 });
    expect(await hostile.evaluate({ text: `${'a'.repeat(50_000)}!` })).toBe(false);
    const groups = compileExpression('$match(text, /([a-z]+)@([a-z]+)/).groups');
    expect(await groups.evaluate({ text: 'write to ada@example' })).toEqual(['ada', 'example']);
    expect(await compileExpression('$replace(text, /B/i, "x")').evaluate({ text: 'abc' })).toBe('axc');
  });

  test('cannot reach what is not given to it', async () => {
    for (const text of ['constructor', '$eval("1").constructor', '__proto__', 'a.constructor.constructor']) {
      expect(await compileExpression(text).evaluate({ a: 1 })).toBeUndefined();
    }
  });
});
