import type { NumberType, NumberTypes } from '../../../ir/semantics.ts';

const whole = (name: string, bits: number, isSigned = true): NumberType => ({
  name,
  lo: isSigned ? -(2 ** (bits - 1)) : 0,
  hi: isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1,
  isWhole: true,
});
const fraction = (name: string, most: number): NumberType => ({ name, lo: -most, hi: most, isWhole: false });

const int8 = whole('byte', 8);
const uint8 = whole('byte', 8, false);
const int16 = whole('short', 16);
const uint16 = whole('ushort', 16, false);
const int32 = whole('int', 32);
const uint32 = whole('uint', 32, false);
const int64 = whole('long', 64);
const uint64 = whole('ulong', 64, false);
const single = fraction('float', 3.4028234663852886e38);
const double = fraction('double', Number.MAX_VALUE);

/** Rows such as `int Integer`: several names of one type. */
function named(rows: readonly (readonly [names: string, type: NumberType])[]): Map<string, NumberType> {
  return new Map(rows.flatMap(([names, type]) => names.split(' ').map((name) => [name, type] as const)));
}

/** Constants such as `Integer.MAX_VALUE`, for the types by name. */
function constantsOf(
  types: ReadonlyMap<string, NumberType>,
  least: string,
  most: string,
): NumberTypes['constants'] {
  return new Map(
    [...types].flatMap(([name, type]) => [
      [`${name}.${most}`, { value: type.hi, type }] as const,
      // For fractions, `MIN_VALUE` (Java) is the smallest positive number, and `MinValue` (C#) the lowest number.
      [`${name}.${least}`, { value: !type.isWhole && least === 'MIN_VALUE' ? 0 : type.lo, type }] as const,
    ]),
  );
}

const javaTypes = named([
  ['byte Byte', int8],
  ['short Short', int16],
  ['char Character', uint16],
  ['int Integer', int32],
  ['long Long', int64],
  ['float Float', single],
  ['double Double', double],
]);

export const javaNumbers: NumberTypes = {
  byName: javaTypes,
  common: int32,
  wide: int64,
  fraction: double,
  constants: constantsOf(javaTypes, 'MIN_VALUE', 'MAX_VALUE'),
  indexed: /\[\]$/,
  checkedWord: null,
};

const kotlinTypes = named([
  ['Byte', int8],
  ['UByte', uint8],
  ['Short', int16],
  ['UShort', uint16],
  ['Int', int32],
  ['UInt', uint32],
  ['Long', int64],
  ['ULong', uint64],
  ['Float', single],
  ['Double', double],
]);

export const kotlinNumbers: NumberTypes = {
  byName: kotlinTypes,
  common: int32,
  wide: int64,
  fraction: double,
  constants: constantsOf(kotlinTypes, 'MIN_VALUE', 'MAX_VALUE'),
  indexed: /\[\]$/,
  checkedWord: null,
};

const csharpTypes = named([
  ['sbyte SByte', int8],
  ['byte Byte', uint8],
  ['short Int16', int16],
  ['ushort UInt16 char', uint16],
  ['int Int32', int32],
  ['uint UInt32', uint32],
  ['long Int64 nint', int64],
  ['ulong UInt64 nuint', uint64],
  ['float Single', single],
  ['double Double', double],
]);

export const csharpNumbers: NumberTypes = {
  byName: csharpTypes,
  common: int32,
  wide: int64,
  fraction: double,
  constants: constantsOf(csharpTypes, 'MinValue', 'MaxValue'),
  indexed:
    /\[\]$|^(?:[sS]tring|List|IList|IReadOnlyList|ArrayList|(?:ReadOnly)?(?:Span|Memory)|Immutable(?:Array|List))$/,
  checkedWord: /\bchecked\s*$/,
};
