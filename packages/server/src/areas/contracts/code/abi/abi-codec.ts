import type { Abi, AbiParameter, Hex } from 'viem';
import { decodeAbiParameters, encodeAbiParameters, keccak256, stringToBytes } from 'viem/utils';
import { dropOldest } from '../../../../kit/drop-oldest.ts';

type Described = Abi[number] & { name: string; inputs: readonly AbiParameter[] };
type Tuple = AbiParameter & { components: readonly AbiParameter[] };

const MAX_KEPT = 20_000;
const plain = new WeakMap<readonly AbiParameter[], readonly AbiParameter[]>();
const hashes = new Map<string, Hex>();

/** A type as in signatures: `(uint256,bytes)[]` for an array of tuples. */
export function canonicalType(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type;
  return `(${parameter.components.map(canonicalType).join(',')})${parameter.type.slice('tuple'.length)}`;
}

/** Such as `transfer(address,uint256)`. */
export function signatureOf(item: Described): string {
  return `${item.name}(${item.inputs.map(canonicalType).join(',')})`;
}

/**
 * The hash of a signature: an event's first topic; its first four bytes are the selector of a function or
 * error.
 */
export function hashOfSignature(signature: string): Hex {
  let hash = hashes.get(signature);
  if (hash === undefined) {
    hash = keccak256(stringToBytes(signature));
    hashes.set(signature, hash);
    if (hashes.size > MAX_KEPT) dropOldest(hashes);
  }
  return hash;
}

export function selectorOf(signature: string): Hex {
  return hashOfSignature(signature).slice(0, 10) as Hex;
}

/** Takes values from `readArgument`, with tuples as arrays. */
export function encodeValues(parameters: readonly AbiParameter[], values: readonly unknown[]): Hex {
  return encodeAbiParameters(plainParameters(parameters), values as never);
}

/**
 * Values in JSON form: numbers as strings, because a double cannot hold them; tuples as objects if every
 * component has a unique name, otherwise as arrays. Throws for data that does not encode such values.
 */
export function decodeValues(parameters: readonly AbiParameter[], data: Hex): unknown[] {
  const values = decode(plainParameters(parameters), data);
  return parameters.map((parameter, i) => toJsonValue(parameter, values[i]));
}

function decode(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] {
  const isEmpty = data === '0x';
  // The coder reads past the end of the data for items of an empty array, and accepts empty data even where
  // it is wrong.
  const given = isEmpty || parameters.some(hasNoItems) ? (`${data}${'00'.repeat(32)}` as Hex) : data;
  const values = decodeAbiParameters(parameters, given) as readonly unknown[];
  if (isEmpty && encodeAbiParameters(parameters, values as never) !== '0x')
    throw new Error('there is no data');
  return values;
}

/** Whether it contains a zero-length array or an empty tuple. */
function hasNoItems(parameter: AbiParameter): boolean {
  if (parameter.type.includes('[0]')) return true;
  return isTuple(parameter) && (parameter.components.length === 0 || parameter.components.some(hasNoItems));
}

/**
 * The parameters for the coder: without names of components, which it would use as object keys whatever they
 * are; and a function type as its encoding, address and selector in 24 bytes.
 */
function plainParameters(parameters: readonly AbiParameter[]): readonly AbiParameter[] {
  let made = plain.get(parameters);
  if (made === undefined) {
    made = parameters.map(plainParameter);
    plain.set(parameters, made);
  }
  return made;
}

function plainParameter(parameter: AbiParameter): AbiParameter {
  const type = parameter.type.replace(/^function(?=\[|$)/, 'bytes24');
  if (!isTuple(parameter)) return { type };
  return { type, components: parameter.components.map(plainParameter) };
}

function isTuple(parameter: AbiParameter): parameter is Tuple {
  return /^tuple(\[|$)/.test(parameter.type);
}

function toJsonValue(parameter: AbiParameter, value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return value;
  const dimension = parameter.type.lastIndexOf('[');
  if (dimension > 0) {
    const item = { ...parameter, type: parameter.type.slice(0, dimension) };
    return value.map((one) => toJsonValue(item, one));
  }
  const { components } = parameter as Tuple;
  const parts = components.map((component, i) => toJsonValue(component, value[i]));
  const names = components.map(({ name }) => name);
  const areNamed = names.length > 0 && names.every(Boolean) && new Set(names).size === names.length;
  return areNamed ? Object.fromEntries(parts.map((part, i) => [names[i], part])) : parts;
}
