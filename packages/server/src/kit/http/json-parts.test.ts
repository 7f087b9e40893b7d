import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonTextOf } from '../json-text.ts';
import { JsonOutline, Malformed } from './json-outline.ts';
import { parseParts } from './json-parts.ts';

const MAX_DEPTH = 128;

/** Parses in parts of a few characters, so that short texts are split at every position. */
async function inParts(text: string, partLength: number): Promise<unknown> {
  const outline = new JsonOutline(text, partLength);
  while (outline.readOn(MAX_DEPTH));
  outline.checkWhole();
  return parseParts(outline);
}

/** The value or the error as a text that shows the order of members, and the difference between `-0` and `0`. */
async function resultOf(parse: () => unknown): Promise<string> {
  try {
    const value = await parse();
    return `${JSON.stringify(value)} ${JSON.stringify(value, (_name, inner) => (Object.is(inner, -0) ? 'minus zero' : inner))}`;
  } catch (error) {
    if (error instanceof Malformed || error instanceof SyntaxError) return 'malformed';
    throw error;
  }
}

const partLengths = fc.integer({ min: 0, max: 24 });

describe('a JSON text that is parsed in parts', () => {
  test('has the value of JSON.parse, wherever it is split', async () => {
    const json = fc.oneof(
      fc.json({ maxDepth: 8, noUnicodeString: false }),
      fc.json({ maxDepth: 4 }).map((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
    );
    await fc.assert(
      fc.asyncProperty(json, partLengths, async (text, partLength) => {
        expect(await resultOf(() => inParts(text, partLength))).toBe(await resultOf(() => JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is refused exactly if JSON.parse refuses it', async () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '"a":',
        '"\\"',
        '\\',
        '1',
        '-0',
        '1e3',
        'true',
        'null',
        ' ',
        '\n',
        '\u00a0',
      ],
      ...[
        '"a long text of its own"',
        '"long and \\u0041 escaped"',
        '"long\tand bare"',
        '{"a":1}',
        '[1,2]',
        '"b":[',
        ',"c":{',
      ],
    );
    const nearlyJson = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''));
    const broken = fc
      .tuple(fc.json({ maxDepth: 5 }), fc.nat(), fc.nat(3), token)
      .map(([text, at, cut, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + cut);
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearlyJson, broken), partLengths, async (text, partLength) => {
        expect(await resultOf(() => inParts(text, partLength))).toBe(await resultOf(() => JSON.parse(text)));
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    ['the last of two members with one name', '{"a":{"b":[1,2,3]},"a":{"c":[4,5,6]},"b":1}'],
    ['numbers as names before others', '{"b":[1,2,3],"1":{"x":[1,2,3]},"0":{"y":[4,5,6]}}'],
    [
      '`__proto__` as an ordinary member',
      '{"a":[1,2,3],"__proto__":{"admin":[1,2,3]},"b":{"__proto__":[1,2,3]}}',
    ],
    ['an empty name', '{"":[1,2,3,4],"a":{"":{"":[1,2,3,4]}}}'],
    ['names with escapes', '{"\\u0061\\"":[1,2,3,4],"\\\\":{"\\n":[1,2,3,4]}}'],
  ])('keeps %s', async (_what, text) => {
    for (let partLength = 0; partLength < text.length; partLength++) {
      const value = await inParts(text, partLength);
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  test.each([
    '[1,\u00a0"a long text of its own"]',
    '{"a":\u00a0[1,2,3]}',
    '[1,\ufeff{"a":[1,2,3]}]',
    '{"a":"a long text"\u2003}',
  ])('is refused with whitespace that JSON does not allow: %j', async (text) => {
    for (let partLength = 0; partLength < text.length; partLength++)
      expect(await resultOf(() => inParts(text, partLength))).toBe('malformed');
  });

  test('reports where it is malformed, like JSON.parse', async () => {
    const texts = [
      '{"a":1,"b":[1,2,3],}',
      '{"a":[1,2,3] 1}',
      '{"a":[1,2,3}]',
      '{"a":[1,2,3]}]',
      '[1,2,3][4]',
    ];
    for (const text of texts) {
      const position = /at position (\d+)/.exec(messageOf(() => JSON.parse(text)))?.[1];
      const error = await inParts(text, 4).catch((thrown: unknown) => thrown);
      expect({ text, position: (error as Malformed).position }).toEqual({ text, position: Number(position) });
    }
  });
});

describe('the text of a value from a long body', () => {
  test('is the original text for a long value, and otherwise serialized', async () => {
    const text = '{"short":{"a":1}, "long":{"b": [1, 2,  3],"c":"dddddddddd"}}';
    const value = (await inParts(text, 20)) as { short: object; long: object };
    expect(jsonTextOf(value)).toBe(text);
    expect(jsonTextOf(value.long)).toBe('{"b": [1, 2,  3],"c":"dddddddddd"}');
    expect(jsonTextOf(value.short)).toBe('{"a":1}');
    expect(jsonTextOf({ b: [1, 2, 3] })).toBe('{"b":[1,2,3]}');
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
