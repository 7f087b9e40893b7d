import type { CType } from './c-tree.ts';

const widths: Record<string, [number, boolean]> = {
  void: [1, true],
  char: [1, true],
  bool: [1, false],
  _Bool: [1, false],
  BOOL: [4, true],
  short: [2, true],
  int: [4, true],
  long: [8, true],
  float: [4, true],
  double: [8, true],
  wchar_t: [4, true],
  size_t: [8, false],
  ssize_t: [8, true],
  ptrdiff_t: [8, true],
  intptr_t: [8, true],
  uintptr_t: [8, false],
  off_t: [8, true],
  int8_t: [1, true],
  int16_t: [2, true],
  int32_t: [4, true],
  int64_t: [8, true],
  uint8_t: [1, false],
  uint16_t: [2, false],
  uint32_t: [4, false],
  uint64_t: [8, false],
  uint: [4, false],
  u8: [1, false],
  u16: [2, false],
  u32: [4, false],
  u64: [8, false],
  u_char: [1, false],
  u_short: [2, false],
  u_int: [4, false],
  u_long: [8, false],
};

export function isBuiltInType(name: string): boolean {
  return Object.hasOwn(widths, name) || name === 'unsigned' || name === 'signed';
}

export function makeType(name: string, width: number, isSigned: boolean, isFloat = false): CType {
  return { name, width, isSigned, isFloat, pointers: 0, isReference: false, dimensions: [] };
}

export const intType = makeType('int', 4, true);
export const longType = makeType('long', 8, true);
export const doubleType = makeType('double', 8, true, true);

/** `unsigned long int`; the width is 0 for names of other types. */
export function typeOfWords(words: readonly string[]): CType {
  const isUnsigned = words.includes('unsigned');
  const longs = words.filter((word) => word === 'long').length;
  const base = words.includes('double')
    ? 'double'
    : words.includes('short')
      ? 'short'
      : longs > 0
        ? 'long'
        : (words.findLast((word) => word !== 'unsigned' && word !== 'signed') ?? 'int');
  const known = Object.hasOwn(widths, base) ? widths[base] : undefined;
  return makeType(
    base,
    known?.[0] ?? 0,
    !isUnsigned && (known?.[1] ?? true),
    base === 'double' || base === 'float',
  );
}

/** The minimum and maximum of a type; infinite if the type is unknown. */
export function rangeOf(type: CType | undefined): [number, number] {
  if (type === undefined || type.width === 0 || type.isFloat || type.pointers > 0)
    return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const bits = type.width * 8;
  return type.isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
}

/** The element type of an array, or the type that a pointer points to. */
export function elementOf(type: CType | undefined): CType | undefined {
  if (type === undefined) return undefined;
  if (type.dimensions.length > 0) return { ...type, dimensions: type.dimensions.slice(1) };
  return type.pointers > 0 ? { ...type, pointers: type.pointers - 1 } : undefined;
}

export function isPlainNumber(type: CType | undefined): boolean {
  return type !== undefined && type.width > 0 && type.pointers === 0 && type.dimensions.length === 0;
}
