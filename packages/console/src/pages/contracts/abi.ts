/** A parameter of a compiler's ABI. */
export interface AbiParameter {
  name?: string;
  type: string;
  /** The Solidity type, such as `struct Shop.Item[]`. */
  internalType?: string;
  components?: AbiParameter[];
  indexed?: boolean;
}

export interface AbiFunction {
  name: string;
  /** Such as `transfer(address,uint256)`; tells overloads apart. */
  signature: string;
  inputs: AbiParameter[];
  outputs: AbiParameter[];
  /** Whether it is read-only, so that calling it is free. */
  isRead: boolean;
  isPayable: boolean;
}

interface AbiItem {
  type: string;
  name?: string;
  inputs?: AbiParameter[];
  outputs?: AbiParameter[];
  stateMutability?: string;
}

/** Input for a parameter: nested for arrays and tuples. */
export type AbiInput = string | AbiInput[];

export function functionsOf(abi: readonly unknown[]): AbiFunction[] {
  return (abi as AbiItem[])
    .filter(({ type, name }) => type === 'function' && name !== undefined)
    .map(({ name = '', inputs = [], outputs = [], stateMutability }) => ({
      name,
      signature: signatureOf(name, inputs),
      inputs,
      outputs,
      isRead: stateMutability === 'view' || stateMutability === 'pure',
      isPayable: stateMutability === 'payable',
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The constructor's parameters. */
export function constructorOf(abi: readonly unknown[]): { inputs: AbiParameter[]; isPayable: boolean } {
  const found = (abi as AbiItem[]).find(({ type }) => type === 'constructor');
  return { inputs: found?.inputs ?? [], isPayable: found?.stateMutability === 'payable' };
}

/** Names of the events it can emit. */
export function eventNamesOf(abi: readonly unknown[]): string[] {
  const names = (abi as AbiItem[]).flatMap(({ type, name }) => (type === 'event' && name ? [name] : []));
  return [...new Set(names)];
}

function signatureOf(name: string, inputs: readonly AbiParameter[]): string {
  return `${name}(${inputs.map(canonicalType).join(',')})`;
}

function canonicalType({ type, components }: AbiParameter): string {
  if (components === undefined || !type.startsWith('tuple')) return type;
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`;
}

const ARRAY = /^(.*)\[(\d*)\]$/;

/** The item type of an array, and its length if fixed. */
export function itemOf(parameter: AbiParameter): { item: AbiParameter; length?: number } | undefined {
  const [, type, length] = ARRAY.exec(parameter.type) ?? [];
  if (type === undefined) return undefined;
  const item = { ...parameter, type, name: '' };
  return length === '' ? { item } : { item, length: Number(length) };
}

/** The components of a tuple. */
export function partsOf({ type, components }: AbiParameter): AbiParameter[] | undefined {
  return type === 'tuple' ? (components ?? []) : undefined;
}

/** The type as in the source: `Item[]` instead of `tuple[]`. */
export function typeName({ type, internalType }: AbiParameter): string {
  if (!type.startsWith('tuple')) return type;
  return internalType?.replace(/^struct (?:.*\.)?/, '') ?? type.replace('tuple', 'struct');
}

/** The inputs of a contract error, if the ABI has it. */
export function errorInputs(
  abi: readonly unknown[],
  name: string,
  count: number,
): AbiParameter[] | undefined {
  return (abi as AbiItem[]).find(
    (item) => item.type === 'error' && item.name === name && item.inputs?.length === count,
  )?.inputs;
}

/** A tuple value with the names of its components, if they have any. */
export function named(parameter: AbiParameter, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const array = itemOf(parameter);
  if (array !== undefined) return value.map((one) => named(array.item, one));
  const parts = partsOf(parameter);
  if (parts === undefined || parts.length !== value.length) return value;
  const shown = parts.map((part, at) => named(part, value[at]));
  return parts.every(({ name }) => name)
    ? Object.fromEntries(parts.map(({ name }, at) => [name, shown[at]]))
    : shown;
}

/** With more fields than this, a value is entered as JSON. */
const MAX_FIELDS = 40;

export function isTypedAsJson(parameter: AbiParameter): boolean {
  return fieldsIn(parameter, 0) > MAX_FIELDS;
}

function fieldsIn(parameter: AbiParameter, depth: number): number {
  if (depth > 6) return MAX_FIELDS + 1;
  const array = itemOf(parameter);
  if (array !== undefined) return (array.length ?? 1) * fieldsIn(array.item, depth + 1);
  const parts = partsOf(parameter);
  if (parts === undefined) return 1;
  return parts.reduce((all, part) => all + fieldsIn(part, depth + 1), 0);
}

/** The initial input for a parameter. */
export function blankOf(parameter: AbiParameter): AbiInput {
  const array = itemOf(parameter);
  const parts = partsOf(parameter);
  if ((array || parts) && isTypedAsJson(parameter)) return array ? '[]' : '{}';
  if (array !== undefined) return Array.from({ length: array.length ?? 0 }, () => blankOf(array.item));
  if (parts !== undefined) return parts.map(blankOf);
  return parameter.type === 'bool' ? 'false' : '';
}

/** The input that repeats an earlier call's value of a parameter. */
export function inputOf(parameter: AbiParameter, value: unknown): AbiInput {
  const array = itemOf(parameter);
  const parts = partsOf(parameter);
  const isText = typeof value === 'string';
  if (array === undefined && parts === undefined) return isText ? value : String(value);
  if (isTypedAsJson(parameter)) return isText ? value : JSON.stringify(value);
  if (!Array.isArray(value)) return blankOf(parameter);
  const of = value as unknown[];
  if (array !== undefined) return of.map((one) => inputOf(array.item, one));
  return (parts ?? []).map((part, at) => inputOf(part, of[at]));
}

/** A function's readable form: `transfer(to, amount)`. */
export function headOf({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map((input) => input.name || input.type).join(', ')})`;
}
