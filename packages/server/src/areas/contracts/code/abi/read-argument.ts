import type { AbiParameter, Address } from 'viem';
import { getAddress, isAddress } from 'viem/utils';
import { AppError } from '../../../../kit/errors/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';

const ARRAY = /^(.*)\[(\d*)\]$/;
const INTEGER = /^(u?)int(\d+)$/;
const FIXED_BYTES = /^bytes(\d+)$/;
const MAX_ITEMS = 10_000;
const MAX_SAFE_DIGITS = 15;

/**
 * Converts one argument for the ABI coder. `given` is a string, as in the API (JSON for arrays and tuples),
 * or a native JSON value; a tuple becomes an array. Throws `invalid_arguments` with the position.
 */
export function readArgument(parameter: AbiParameter, given: unknown, place: string): unknown {
  const value = unwrapNumber(given);
  const [, itemType, length] = ARRAY.exec(parameter.type) ?? [];
  if (itemType !== undefined && length !== undefined)
    return readArray(parameter, itemType, length, value, place);
  if (parameter.type === 'tuple') return readTuple(parameter, value, place);
  if (parameter.type === 'function') return readBytes(value, 24, parameter.type, place);
  const integer = INTEGER.exec(parameter.type);
  if (integer !== null) return readInteger(integer[1] === 'u', Number(integer[2]), value, place);
  const fixedBytes = FIXED_BYTES.exec(parameter.type);
  if (fixedBytes !== null) return readBytes(value, Number(fixedBytes[1]), parameter.type, place);
  switch (parameter.type) {
    case 'address':
      return readAddress(value, place);
    case 'bool':
      return readBool(value, place);
    case 'string':
      // The database could not store other strings.
      if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
      throw wrong(place, 'string', 'text, without NUL and halves of surrogate pairs');
    case 'bytes':
      return readBytes(value, undefined, 'bytes', place);
    default:
      throw wrong(place, parameter.type, 'of a type that can be encoded');
  }
}

/** Numbers that a double cannot represent arrive as they were written. */
function unwrapNumber(value: unknown): unknown {
  const isRaw = (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);
  return isRaw ? (value as { rawJSON: string }).rawJSON : value;
}

function readArray(
  parameter: AbiParameter,
  itemType: string,
  length: string,
  value: unknown,
  place: string,
): unknown[] {
  const items = typeof value === 'string' ? parseJsonText(value) : value;
  if (!Array.isArray(items)) throw wrong(place, parameter.type, 'a JSON array such as `["1", "2"]`');
  if (length !== '' && items.length !== Number(length)) {
    throw wrong(place, parameter.type, `an array of exactly ${length} items, not ${items.length}`);
  }
  if (items.length > MAX_ITEMS) throw wrong(place, parameter.type, `an array of at most ${MAX_ITEMS} items`);
  const item = { ...parameter, type: itemType } as AbiParameter;
  return items.map((one, i) => readArgument(item, one, `${place}.${i}`));
}

function readTuple(parameter: AbiParameter, value: unknown, place: string): unknown {
  const given = typeof value === 'string' ? parseJsonText(value) : value;
  const { components } = parameter as AbiParameter & { components: readonly AbiParameter[] };
  const names = components.map(({ name }, i) => name || String(i));
  const shape = `a JSON array of ${components.length} values, or an object of ${names.join(', ')}`;
  if (typeof given !== 'object' || given === null) throw wrong(place, parameter.type, shape);
  const isArray = Array.isArray(given);
  const keys = isArray ? given.map((_, i) => String(i)) : Object.keys(given);
  if (keys.length !== components.length) throw wrong(place, parameter.type, shape);
  const values = components.map((component, i) => {
    const key = isArray ? String(i) : component.name || String(i);
    if (!Object.hasOwn(given, key)) throw wrong(place, parameter.type, shape);
    return readArgument(component, (given as Record<string, unknown>)[key], `${place}.${key}`);
  });
  return values;
}

function readInteger(isUnsigned: boolean, bits: number, value: unknown, place: string): bigint {
  const type = `${isUnsigned ? 'uint' : 'int'}${bits}`;
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || !/^\s*(-?\d{1,78}|0x[0-9a-fA-F]{1,64})\s*$/.test(text)) {
    throw wrong(place, type, 'a whole number such as `"5"`');
  }
  const number = BigInt(text.trim());
  const [min, max] = isUnsigned
    ? [0n, (1n << BigInt(bits)) - 1n]
    : [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
  if (number < min || number > max) throw wrong(place, type, `from ${min} to ${max}`);
  return number;
}

function readAddress(value: unknown, place: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value.trim())) {
    throw wrong(place, 'address', '0x and 40 hex digits');
  }
  const text = value.trim();
  const digits = text.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && !isAddress(text)) {
    throw wrong(
      place,
      'address',
      'written with a right EIP-55 checksum, or all in lower case; a digit may be wrong',
    );
  }
  return getAddress(text.toLowerCase());
}

function readBool(value: unknown, place: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrong(place, 'bool', '`true` or `false`');
}

function readBytes(value: unknown, length: number | undefined, type: string, place: string): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) {
    throw wrong(place, type, 'hex with 0x and two digits a byte');
  }
  const bytes = value.length / 2 - 1;
  if (length !== undefined && bytes !== length)
    throw wrong(place, type, `${length} bytes of hex, not ${bytes}`);
  return value.toLowerCase();
}

/** Parses JSON and keeps all digits of long numbers. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, context?: { source?: string }) =>
      typeof value === 'number' && (context?.source?.length ?? 0) > MAX_SAFE_DIGITS ? context?.source : value,
    );
  } catch {
    return undefined;
  }
}

function wrong(place: string, type: string, wanted: string): AppError {
  return new AppError(contractsErrors.invalid_arguments, {
    field: place,
    message: `\`${place}\` (\`${type}\`) must be ${wanted}.`,
  });
}
