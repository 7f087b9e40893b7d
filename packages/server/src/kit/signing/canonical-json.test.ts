import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalJsonError, canonicalJson } from './index.ts';

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, 3.2.2', () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false] }`;
    expect(canonicalJson(JSON.parse(input))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units, as in RFC 8785, 3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1F600}', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    // A JavaScript object has `1` first; the text does not.
    const order = [...text.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map((match) => JSON.parse(`"${match[1]}"`));
    expect(order).toEqual(['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1F600}', '\ufb33']);
  });

  it('writes numbers like RFC 8785, appendix B', () => {
    const samples: [string, string][] = [
      ['0000000000000000', '0'],
      ['8000000000000000', '0'],
      ['0000000000000001', '5e-324'],
      ['7fefffffffffffff', '1.7976931348623157e+308'],
      ['4340000000000000', '9007199254740992'],
      ['4430000000000000', '295147905179352830000'],
      ['44b52d02c7e14af5', '9.999999999999997e+22'],
      ['444b1ae4d6e2ef50', '1e+21'],
      ['444b1ae4d6e2ef4f', '999999999999999900000'],
      ['3eb0c6f7a0b5ed8d', '0.000001'],
      ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ];
    for (const [bits, text] of samples)
      expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  it('is read back as the same value, with any order of the keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonicalJson(value);
        // Canonical JSON has no negative zero.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });

  it('treats a key __proto__ like any other', () => {
    const text = '{"__proto__":{"polluted":1},"a":{"__proto__":null,"constructor":2}}';
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('works at any depth of the value', () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 200_000; depth += 1) value = depth % 2 === 0 ? [value] : { a: value };
    expect(canonicalJson(value)).toBe(`${'{"a":['.repeat(100_000)}0${']}'.repeat(100_000)}`);
  });

  it.each([
    [{ a: ['\ud800'] }, 'a.0'],
    [{ a: { '\udc00': 1 } }, 'a.\ufffd'],
    [{ a: Number.NaN }, 'a'],
    [[1, Number.POSITIVE_INFINITY], '1'],
    [{ a: { b: 1n } }, 'a.b'],
    [[undefined], '0'],
    [{ at: new Date(0) }, 'at'],
    [new Map(), ''],
    [Symbol('x'), ''],
  ])('refuses %o with a typed error that names the place', (value, path) => {
    expect(() => canonicalJson(value)).toThrow(CanonicalJsonError);
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ path }));
  });
});

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
