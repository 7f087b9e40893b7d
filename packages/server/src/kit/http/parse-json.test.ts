import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/index.ts';
import { required } from '../required.ts';
import { threadMs } from '../threads/thread-ms.fixture.ts';
import {
  MAX_JSON_DEPTH,
  parseJson,
  parseLongJson,
  refuseUnstorable,
  refuseUnstorableInLong,
  withExactNumbers,
  withExactNumbersOfLong,
  withoutInexactNumbers,
  withoutInexactNumbersOfLong,
} from './parse-json.ts';

function parseText(text: string) {
  return parseJson(Buffer.from(text));
}

/** The text of the value that a route with exact numbers gets. */
function exactText(text: string): string {
  return JSON.stringify(withExactNumbers(parseText(text)));
}

function refusalOf(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a JSON body', () => {
  test('is parsed like JSON.parse, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20, noUnicodeString: false }), (text) => {
        const { value } = parseText(text);
        expect(value).toEqual(JSON.parse(text));
        expect(exactText(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test('is otherwise refused as invalid_request', () => {
    const nearlyJson = fc.stringMatching(/^[[\]{}",:\\ 0-9eE.+\-truefalsn]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string({ unit: 'binary' })), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(refusalOf(() => parseText(text)).code).toBe('invalid_request');
          return;
        }
        expect(parseText(text).value).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('says where it is malformed, without repeating the content', () => {
    const refusal = refusalOf(() => parseText('{"password":"hunter2",}'));
    expect(refusal.message).toBe(
      'The body is not valid JSON: unexpected character at position 22. Correct it.',
    );
    expect(refusalOf(() => parseText('{"password":"hunt')).message).not.toContain('hunt');
  });

  test.each([
    ['cut short within a string', '{"a":"b'],
    ['cut short within an object', '{"a":1,'],
    ['followed by more', '{} {}'],
    ['nothing but spaces', '   '],
    ['a raw NUL in a string', '{"a":"\u0000"}'],
    ['a raw line break in a string', '{"a":"\n"}'],
    ['a byte order mark alone', '\ufeff'],
    ['a byte order mark within', '{\ufeff}'],
    ['two byte order marks', '\ufeff\ufeff{}'],
    ['NaN', '{"a":NaN}'],
    ['a number with a leading zero', '{"a":01}'],
    ['a comment', '{/* a */}'],
  ])('is refused when it is %s', (_what, text) => {
    expect(refusalOf(() => parseText(text)).code).toBe('invalid_request');
  });

  test.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('is refused when its bytes are %s', (_what, bytes) => {
    expect(refusalOf(() => parseJson(Buffer.from(bytes))).message).toContain('not valid UTF-8');
  });

  test('may start with a byte order mark, short or long', async () => {
    expect(parseText('\ufeff{"a":1}').value).toEqual({ a: 1 });
    expect((await parseLongJson(Buffer.from('\ufeff{"a":1}'))).value).toEqual({ a: 1 });
    expect(exactText('\ufeff{"a":12345678901234567890}')).toBe('{"a":12345678901234567890}');
  });

  test('keeps escaped NULs and lone surrogates unchanged', () => {
    const text = '{"nul":"\\u0000","high":"\\ud83d","low":"\\udc00","pair":"😀"}';
    expect(exactText(text)).toBe(text);
  });

  test('keeps `__proto__` and `constructor` as ordinary members', () => {
    const text = '{"__proto__":{"admin":true},"constructor":{"prototype":1}}';
    const { value } = parseText(text);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(exactText(text)).toBe(text);
    expect(exactText('{"__proto__":12345678901234567890}')).toBe('{"__proto__":12345678901234567890}');
  });
});

describe('nesting', () => {
  const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

  test('is accepted up to the limit and refused one level deeper', () => {
    expect(() => parseText(nested(MAX_JSON_DEPTH))).not.toThrow();
    const refusal = refusalOf(() => parseText(nested(MAX_JSON_DEPTH + 1)));
    expect(refusal.message).toBe(`The body is nested deeper than ${MAX_JSON_DEPTH} levels. Flatten it.`);
    expect(refusalOf(() => parseText(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)).code).toBe(
      'invalid_request',
    );
  });

  test.each([5_000, 500_000])('%i levels deep is refused at once', (depth) => {
    const before = threadMs();
    expect(refusalOf(() => parseText(nested(depth))).message).toContain('nested deeper');
    expect(refusalOf(() => parseText('[{"a":'.repeat(depth))).message).toContain('nested deeper');
    expect(threadMs() - before).toBeLessThan(5_000);
  });

  test('does not count inside strings, also after escaped quotes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[[{"\\]{0,400}$/), fc.nat(20), (brackets, depth) => {
        const text = `${'['.repeat(depth)}${JSON.stringify(brackets)}${']'.repeat(depth)}`;
        expect(JSON.stringify(parseText(text).value)).toBe(text);
      }),
    );
  });
});

describe('numbers', () => {
  const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${min},${max}}$`));

  test('of any size stay as they were written, if the route asks for it', () => {
    const numberText = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits(0, 40),
        fc.option(fc.stringMatching(/^\.[0-9]{1,30}$/), { nil: '' }),
        fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,4}$/), { nil: '' }),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(numberText, (text) => {
        const kept = exactText(`{"a":[${text},{"b":${text}}],"c":"${text}"}`);
        const [, first, second] = required(
          /^{"a":\[(.+),{"b":(.+)}\],"c":"[^"]+"}$/.exec(kept),
          'a match of the pattern',
        );
        expect(second).toBe(first);
        // Short numbers may be written differently (1.50 as 1.5); their value is exactly the same.
        if (first !== text) expect(text.replace(/[^0-9]/g, '').length).toBeLessThanOrEqual(15);
        expect(Number(first)).toBe(Number(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['12345678901234567890', '1e400', '-1e400', '0.1234567890123456789', '1E5', '9007199254740993'])(
    '%s is kept digit for digit',
    (text) => {
      expect(exactText(`{"n":${text}}`)).toBe(`{"n":${text}}`);
    },
  );

  test('are checked as numbers, even if they are kept as written', () => {
    expect(parseText('{"n":1e400}').value).toEqual({ n: Number.POSITIVE_INFINITY });
  });

  test.each(['12345678901234567890', '1e400', '-1e999', '9007199254740993'])(
    '%s is refused if it cannot be kept',
    (text) => {
      const refusal = refusalOf(() => withoutInexactNumbers(parseText(`{"a":[{"m":1},{"n":${text}}]}`)));
      expect(refusal).toMatchObject({ code: 'invalid_request', field: 'a.1.n' });
      expect(refusal.message).toBe(
        `The number ${text} is too large to be kept exactly. Send it as a string.`,
      );
    },
  );

  test.each(['9007199254740991', '-0', '0.1', '1e5', '0.30000000000000004', '100000000000000000000'])(
    '%s passes if numbers are doubles',
    (text) => {
      expect(withoutInexactNumbers(parseText(`[${text}]`))).toEqual([Number(text)]);
    },
  );
});

describe('text that a database cannot store', () => {
  const refusalOf = (text: string) => {
    try {
      refuseUnstorable(parseJson(Buffer.from(text)));
      return undefined;
    } catch (error) {
      return (error as { field?: string }).field ?? 'no field';
    }
  };

  test('is refused with its place, in texts and in names', () => {
    expect(refusalOf('{"a":{"b":["x","\\u0000"]}}')).toBe('a.b.1');
    expect(refusalOf('{"a":"\\ud800"}')).toBe('a');
    expect(refusalOf('{"a":{"\\udc00":1}}')).toBe('a');
    expect(refusalOf('{"\\u0000":1}')).toBe('no field');
  });

  test('does not include escaped backslashes and pairs of escapes', () => {
    expect(refusalOf('{"a":"\\ud83d\\ude00 \\u00e9"}')).toBeUndefined();
    expect(refusalOf('{"a":"\\\\ud800 \\\\u0000"}')).toBeUndefined();
  });
});

describe('a long body', () => {
  const pad = JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`name ${i}`, i])));
  const outcomeOf = async (read: () => unknown) => {
    try {
      return JSON.stringify(await read());
    } catch (error) {
      const { code, message, field } = error as AppError;
      return { code, message, field };
    }
  };

  test.each([
    ['whole', '{"a":1}'],
    ['with numbers that a double cannot hold', '{"n":12345678901234567890,"m":[0.1234567890123456789]}'],
    ['with a number beyond all doubles', '{"n":1e400}'],
    ['with a NUL', '{"a":{"b":["x","\\u0000"]}}'],
    ['with half of a surrogate pair in a name', '{"a":{"\\udc00":1}}'],
    ['nested too deep', `${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`],
    ['that lacks a comma', '{"a":1 "b":2}'],
    ['with a comma too many', '[1,2,]'],
    ['that ends early', '{"a":[1,2'],
  ])('%s is accepted and refused like a short one', async (_what, part) => {
    for (const text of [`{"pad":${pad},"part":${part}}`, `{"part":${part},"pad":${pad}}`]) {
      const bytes = Buffer.from(text);
      expect(await outcomeOf(async () => withExactNumbersOfLong(await parseLongJson(bytes)))).toEqual(
        await outcomeOf(() => withExactNumbers(parseJson(bytes))),
      );
      expect(
        await outcomeOf(async () => {
          const parsed = await parseLongJson(bytes);
          await refuseUnstorableInLong(parsed);
          return withoutInexactNumbersOfLong(parsed);
        }),
      ).toEqual(
        await outcomeOf(() => {
          const parsed = parseJson(bytes);
          refuseUnstorable(parsed);
          return withoutInexactNumbers(parsed);
        }),
      );
    }
  });

  test('lets other requests be served while it is parsed', async () => {
    const bytes = Buffer.from(`{"pad":${pad},"more":[${Array(10).fill(pad).join(',')}]}`);
    let turns = 0;
    let isParsed = false;
    const count = () => {
      turns++;
      if (!isParsed) setImmediate(count);
    };
    setImmediate(count);
    await parseLongJson(bytes);
    isParsed = true;
    expect(turns).toBeGreaterThan(bytes.length / 65_536);
  });
});
