import fc from 'fast-check';
import { type AbiParameter, encodeAbiParameters, getAddress, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { decodeValues, encodeValues } from './abi-codec.ts';
import { parseJsonText, readArgument } from './read-argument.ts';

/**
 * A type with a value for viem, which supports neither function types nor two parts of the same name, and the same
 * value as text.
 */
interface Sample {
  parameter: AbiParameter;
  oracle: AbiParameter;
  native: unknown;
  text: string;
}

function plain(type: string, native: unknown, text = String(native)): Sample {
  return { parameter: { type }, oracle: { type }, native, text };
}

const integers = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 32 }), fc.bigInt(0n, 2n ** 256n - 1n))
  .map(([isUnsigned, bytes, seed]): Sample => {
    const bits = BigInt(bytes * 8);
    const value = isUnsigned ? BigInt.asUintN(Number(bits), seed) : BigInt.asIntN(Number(bits), seed);
    return plain(`${isUnsigned ? 'u' : ''}int${bits}`, value);
  });
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes): Sample => {
  const address = getAddress(`0x${Buffer.from(bytes).toString('hex')}`);
  return plain('address', address);
});
const booleans = fc.boolean().map((value) => plain('bool', value));
const strings = fc.string({ unit: 'grapheme' }).map((value) => plain('string', value));
const functions = fc.uint8Array({ minLength: 24, maxLength: 24 }).map((bytes): Sample => {
  const value = plain('bytes24', `0x${Buffer.from(bytes).toString('hex')}`);
  return { ...value, parameter: { type: 'function' } };
});
const byteStrings = fc
  .tuple(fc.integer({ min: 0, max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([length, bytes]): Sample => {
    const hex = `0x${Buffer.from(bytes.subarray(0, length)).toString('hex')}`;
    return plain(length === 0 ? 'bytes' : `bytes${length}`, hex);
  });

const { sample } = fc.letrec<{ sample: Sample; list: Sample; tuple: Sample }>((tie) => ({
  list: fc
    .tuple(tie('sample'), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([item, size, isFixed]): Sample => {
      const arrays = `[${isFixed ? size : ''}]`;
      return {
        parameter: { ...item.parameter, type: item.parameter.type + arrays },
        oracle: { ...item.oracle, type: item.oracle.type + arrays },
        native: Array.from({ length: size }, () => item.native),
        text: JSON.stringify(Array.from({ length: size }, () => item.text)),
      };
    }),
  tuple: fc
    .tuple(
      fc.array(tie('sample'), { maxLength: 3 }),
      fc.constantFrom('named', 'unnamed', 'alike'),
      fc.boolean(),
    )
    .map(([parts, naming, isObject]): Sample => {
      const keys = parts.map((_, i) =>
        naming === 'named' ? required(['__proto__', 'constructor', '$'][i], 'an odd name') : String(i),
      );
      const names = naming === 'alike' ? parts.map(() => 'same') : naming === 'named' ? keys : [];
      const components = parts.map(({ parameter }, i) => ({ ...parameter, name: names[i] ?? '' }));
      const texts = parts.map(({ text }) => text);
      const asObject =
        isObject && naming !== 'alike' ? Object.fromEntries(texts.map((text, i) => [keys[i], text])) : texts;
      return {
        parameter: { type: 'tuple', components } as AbiParameter,
        oracle: { type: 'tuple', components: parts.map(({ oracle }) => oracle) } as AbiParameter,
        native: parts.map(({ native }) => native),
        text: JSON.stringify(asObject),
      };
    }),
  sample: fc.oneof(
    { maxDepth: 3 },
    integers,
    addresses,
    booleans,
    strings,
    byteStrings,
    functions,
    tie('list'),
    tie('tuple'),
  ) as fc.Arbitrary<Sample>,
}));

const encode = ({ parameter, text }: Sample): Hex =>
  encodeValues([parameter], [readArgument(parameter, text, 'args.0')]);

test('arguments as text are encoded byte for byte as their native values', () => {
  fc.assert(
    fc.property(sample, (given) => {
      expect(encode(given)).toBe(encodeAbiParameters([given.oracle], [given.native]));
    }),
    { numRuns: 500 },
  );
});

test('decoded values encode to the same bytes, with the names of the ABI', () => {
  fc.assert(
    fc.property(sample, (given) => {
      const data = encode(given);
      const [value] = decodeValues([given.parameter], data);
      const again = parseJsonText(JSON.stringify(value));
      expect(encodeValues([given.parameter], [readArgument(given.parameter, again, 'args.0')])).toBe(data);
    }),
    { numRuns: 500 },
  );
  const point = {
    type: 'tuple',
    components: [
      { type: 'int8', name: '__proto__' },
      { type: 'function', name: 'then' },
    ],
  };
  const data = encodeValues([point], [[-1n, `0x${'ab'.repeat(24)}`]]);
  expect(JSON.stringify(decodeValues([point], data))).toBe(
    `[{"__proto__":"-1","then":"0x${'ab'.repeat(24)}"}]`,
  );
});

test('native JSON is accepted like text, and long numbers in JSON text keep their digits', () => {
  const list = { type: 'uint256[]' };
  const values = [1n, 2n ** 255n + 1n];
  expect(readArgument(list, `[1, ${values[1]}]`, 'args.0')).toEqual(values);
  expect(readArgument(list, [1, String(values[1])], 'args.0')).toEqual(values);
  expect(readArgument({ type: 'int8' }, -5, 'args.0')).toBe(-5n);
  expect(readArgument({ type: 'uint8' }, '0xff', 'args.0')).toBe(255n);
  expect(readArgument({ type: 'bool' }, true, 'args.0')).toBe(true);
});

describe('an unsuitable value is refused, naming its place', () => {
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
