import fc from 'fast-check';
import { type AbiParameter, encodeAbiParameters, getAddress, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { readArgument } from './read-argument.ts';

/** A type with a value for viem, and the same value as text for the API. */
interface Sample {
  parameter: AbiParameter;
  native: unknown;
  text: string;
}

const integers = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 32 }), fc.bigInt(0n, 2n ** 256n - 1n))
  .map(([isUnsigned, bytes, seed]): Sample => {
    const bits = BigInt(bytes * 8);
    const value = isUnsigned ? BigInt.asUintN(Number(bits), seed) : BigInt.asIntN(Number(bits), seed);
    return { parameter: { type: `${isUnsigned ? 'u' : ''}int${bits}` }, native: value, text: String(value) };
  });
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes): Sample => {
  const address = getAddress(`0x${Buffer.from(bytes).toString('hex')}`);
  return { parameter: { type: 'address' }, native: address, text: address };
});
const booleans = fc
  .boolean()
  .map((value): Sample => ({ parameter: { type: 'bool' }, native: value, text: String(value) }));
const strings = fc
  .string({ unit: 'grapheme' })
  .map((value): Sample => ({ parameter: { type: 'string' }, native: value, text: value }));
const byteStrings = fc
  .tuple(fc.integer({ min: 0, max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([length, bytes]): Sample => {
    const hex = `0x${Buffer.from(bytes.subarray(0, length)).toString('hex')}`;
    return { parameter: { type: length === 0 ? 'bytes' : `bytes${length}` }, native: hex, text: hex };
  });

const { sample } = fc.letrec<{ sample: Sample; list: Sample; tuple: Sample }>((tie) => ({
  list: fc
    .tuple(tie('sample'), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([item, length, isFixed]) => {
      const size = isFixed ? Math.max(length, 1) : length;
      const type = `${item.parameter.type}[${isFixed ? size : ''}]`;
      return {
        parameter: { ...item.parameter, type } as AbiParameter,
        native: Array.from({ length: size }, () => item.native),
        text: JSON.stringify(Array.from({ length: size }, () => item.text)),
      };
    }),
  tuple: fc
    .tuple(fc.array(tie('sample'), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([parts, isNamed]) => {
      const components = parts.map(({ parameter }, i) => ({ ...parameter, name: `p${i}` }));
      const native = Object.fromEntries(parts.map((part, i) => [`p${i}`, part.native]));
      const given = isNamed
        ? Object.fromEntries(parts.map((part, i) => [`p${i}`, part.text]))
        : parts.map(({ text }) => text);
      return {
        parameter: { type: 'tuple', components } as AbiParameter,
        native,
        text: JSON.stringify(given),
      };
    }),
  sample: fc.oneof(
    { maxDepth: 3 },
    integers,
    addresses,
    booleans,
    strings,
    byteStrings,
    tie('list'),
    tie('tuple'),
  ) as fc.Arbitrary<Sample>,
}));

function encode(parameter: AbiParameter, value: unknown): Hex {
  return encodeAbiParameters([parameter], [value]);
}

test('arguments as text are encoded byte for byte as their native values', () => {
  fc.assert(
    fc.property(sample, ({ parameter, native, text }) => {
      expect(encode(parameter, readArgument(parameter, text, 'args.0'))).toBe(encode(parameter, native));
    }),
    { numRuns: 500 },
  );
});

test('native JSON is taken as text is, and long numbers in JSON text keep their digits', () => {
  const list = { type: 'uint256[]' };
  const values = [1n, 2n ** 255n + 1n];
  expect(readArgument(list, `[1, ${values[1]}]`, 'args.0')).toEqual(values);
  expect(readArgument(list, [1, String(values[1])], 'args.0')).toEqual(values);
  expect(readArgument({ type: 'int8' }, -5, 'args.0')).toBe(-5n);
  expect(readArgument({ type: 'uint8' }, '0xff', 'args.0')).toBe(255n);
  expect(readArgument({ type: 'bool' }, true, 'args.0')).toBe(true);
});

describe('what does not fit is refused at its place', () => {
  const point = {
    type: 'tuple',
    components: [
      { type: 'uint8', name: 'x' },
      { type: 'address[]', name: 'who' },
    ],
  };
  test.each<[AbiParameter, unknown, string]>([
    [{ type: 'uint8' }, '256', 'args.0'],
    [{ type: 'int8' }, '-129', 'args.0'],
    [{ type: 'uint256' }, '1.5', 'args.0'],
    [{ type: 'uint256' }, '1e3', 'args.0'],
    [{ type: 'uint256' }, '', 'args.0'],
    [{ type: 'uint256' }, null, 'args.0'],
    [{ type: 'bool' }, '1', 'args.0'],
    [{ type: 'address' }, '0x00', 'args.0'],
    [{ type: 'address' }, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA'), 'args.0'],
    [{ type: 'bytes4' }, '0x010203', 'args.0'],
    [{ type: 'bytes' }, '0x0', 'args.0'],
    [{ type: 'string' }, 5, 'args.0'],
    [{ type: 'uint8[2]' }, '["1"]', 'args.0'],
    [{ type: 'uint8[]' }, 'not json', 'args.0'],
    [{ type: 'uint8[]' }, '["1","x"]', 'args.0.1'],
    [point, '{"x":"1"}', 'args.0'],
    [point, '{"x":"1","who":["0x1"]}', 'args.0.who.0'],
    [point, '["1",[],"3"]', 'args.0'],
    [point, '{"x":"1","y":[]}', 'args.0'],
  ])('%j given %j', (parameter, given, field) => {
    expect(() => readArgument(parameter, given, 'args.0')).toThrowError(
      expect.objectContaining({ code: 'invalid_arguments', field }),
    );
  });
});
