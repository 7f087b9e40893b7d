import type { Abi, AbiParameter } from 'viem';
import { AppError } from '../../../kit/errors/index.ts';

const MAX_ITEMS = 2_000;
const MAX_DEPTH = 12;
const NAME = /^[a-zA-Z$_][a-zA-Z0-9$_]*$/;
const ARRAYS = /(\[\d*\])*$/;
const ELEMENTARY =
  /^(address|bool|string|bytes|function|bytes([1-9]|[12]\d|3[0-2])|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/;
const itemTypes = ['function', 'constructor', 'event', 'error', 'fallback', 'receive'];
const mutabilities = ['pure', 'view', 'nonpayable', 'payable'];

type Raw = Record<string, unknown>;

/**
 * A JSON ABI in which everything can be encoded and decoded. Takes every form of the specification: tuples,
 * arrays, overloads, errors, events, fallback, receive, and `constant`/`payable` of older compilers. Throws
 * `invalid_abi` naming the place.
 */
export function checkAbi(value: unknown): Abi {
  if (!Array.isArray(value)) throw invalid('abi', 'must be an array of ABI items');
  if (value.length > MAX_ITEMS) throw invalid('abi', `must have at most ${MAX_ITEMS} items`);
  const abi = value.map((item, i) => checkItem(item, `abi.${i}`)) as unknown as Abi;
  checkUnique(abi);
  return abi;
}

function checkItem(value: unknown, place: string): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(place, 'must be an object');
  }
  const raw = value as Raw;
  // The specification lets `type` be left out for a function.
  const type = raw.type ?? 'function';
  if (typeof type !== 'string' || !itemTypes.includes(type)) {
    throw invalid(`${place}.type`, `must be one of ${itemTypes.join(', ')}`);
  }
  const item: Raw = { ...raw, type };
  if (type === 'function' || type === 'event' || type === 'error') {
    if (typeof raw.name !== 'string' || !NAME.test(raw.name)) {
      throw invalid(`${place}.name`, 'must be the name of the item');
    }
  }
  if (type === 'fallback' || type === 'receive') {
    item.stateMutability = mutabilityOf(raw, place, type === 'receive' ? 'payable' : 'nonpayable');
    return item;
  }
  item.inputs = checkParameters(raw.inputs ?? [], `${place}.inputs`, type === 'event', 0);
  if (type === 'function') item.outputs = checkParameters(raw.outputs ?? [], `${place}.outputs`, false, 0);
  if (type === 'function' || type === 'constructor') {
    item.stateMutability = mutabilityOf(raw, place, 'nonpayable');
  }
  if (type === 'event') {
    const indexed = (item.inputs as Raw[]).filter((input) => input.indexed === true).length;
    const most = raw.anonymous === true ? 4 : 3;
    if (indexed > most) throw invalid(`${place}.inputs`, `must have at most ${most} indexed parameters`);
  }
  return item;
}

function mutabilityOf(raw: Raw, place: string, fallback: string): string {
  const { stateMutability } = raw;
  if (stateMutability === undefined) {
    // Before Solidity 0.5 two flags said it.
    return raw.payable === true ? 'payable' : raw.constant === true ? 'view' : fallback;
  }
  if (typeof stateMutability !== 'string' || !mutabilities.includes(stateMutability)) {
    throw invalid(`${place}.stateMutability`, `must be one of ${mutabilities.join(', ')}`);
  }
  return stateMutability;
}

function checkParameters(value: unknown, place: string, isEvent: boolean, depth: number): Raw[] {
  if (!Array.isArray(value)) throw invalid(place, 'must be an array of parameters');
  if (depth > MAX_DEPTH) throw invalid(place, `must not nest tuples deeper than ${MAX_DEPTH}`);
  return value.map((parameter, i) => checkParameter(parameter, `${place}.${i}`, isEvent, depth));
}

function checkParameter(value: unknown, place: string, isEvent: boolean, depth: number): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(place, 'must be an object');
  }
  const raw = value as Raw;
  const { type, name, indexed } = raw;
  if (typeof type !== 'string') throw invalid(`${place}.type`, 'must be the type of the parameter');
  if (name !== undefined && (typeof name !== 'string' || (name !== '' && !NAME.test(name)))) {
    throw invalid(`${place}.name`, 'must be a name or empty');
  }
  if (isEvent && indexed !== undefined && typeof indexed !== 'boolean') {
    throw invalid(`${place}.indexed`, 'must be true or false');
  }
  const base = type.replace(ARRAYS, '');
  if (/\[0+\]/.test(type)) throw invalid(`${place}.type`, 'must not be an array of length 0');
  if (base === 'tuple') {
    if (!Array.isArray(raw.components)) {
      throw invalid(`${place}.components`, 'must be the array of the tuple’s components');
    }
    return { ...raw, components: checkParameters(raw.components, `${place}.components`, false, depth + 1) };
  }
  if (!ELEMENTARY.test(base)) {
    const hint = base === 'uint' || base === 'int' ? `; write \`${base}256\`` : '';
    throw invalid(`${place}.type`, `must be an ABI type, and \`${type.slice(0, 60)}\` is none${hint}`);
  }
  return raw;
}

/**
 * Two items that a call could not be told apart by. Errors and events may stand there twice: the compiler names
 * them once for each place that they come from. Without hashes: they cost a long ABI too much.
 */
function checkUnique(abi: Abi): void {
  const seen = new Map<string, number>();
  abi.forEach((item, i) => {
    if (item.type === 'error' || item.type === 'event') return;
    const key = keyOf(item);
    const earlier = seen.get(key);
    if (earlier !== undefined) throw invalid(`abi.${i}`, `repeats \`abi.${earlier}\` (${key})`);
    seen.set(key, i);
  });
}

function keyOf(item: Abi[number]): string {
  return item.type === 'function' ? `${item.name}(${item.inputs.map(canonicalType).join(',')})` : item.type;
}

function canonicalType(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type;
  return `(${parameter.components.map(canonicalType).join(',')})${parameter.type.slice('tuple'.length)}`;
}

function invalid(field: string, problem: string): AppError {
  return new AppError('invalid_abi', {
    field,
    message: `\`${field}\` ${problem}. Send the JSON ABI as the compiler wrote it.`,
  });
}
