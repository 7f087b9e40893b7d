import type { Abi } from 'viem';
import { AppError } from '../../../../kit/errors/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { signatureOf } from '../abi/abi-codec.ts';

const MAX_ITEMS = 2_000;
/**
 * For all items together, including tuple components: an ABI of this size is processed in a few milliseconds.
 */
const MAX_PARAMETERS = 5_000;
const MAX_DEPTH = 12;
const MAX_NAME = 256;
const MAX_TYPE = 64;
const NAME = /^[a-zA-Z$_][a-zA-Z0-9$_]*$/;
const TYPE = /^([a-z0-9]+)((?:\[\d{0,10}\])*)$/;
const FIXED_POINT = /^u?fixed(\d+x\d+)?$/;
const ELEMENTARY =
  /^(address|bool|string|bytes|function|bytes([1-9]|[12]\d|3[0-2])|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/;
const itemTypes = ['function', 'constructor', 'event', 'error', 'fallback', 'receive'];
const mutabilities = ['pure', 'view', 'nonpayable', 'payable'];

type Raw = Record<string, unknown>;

/** What is left of the limit. */
interface Budget {
  parameters: number;
}

/**
 * Validates that everything in a JSON ABI can be encoded and decoded. Accepts every form of the
 * specification: tuples, arrays, overloads, errors, events, fallback, receive, and `constant`/`payable` of
 * older compilers. Throws `invalid_abi` with the position.
 */
export function checkAbi(value: unknown): Abi {
  if (!Array.isArray(value)) throw invalid('abi', 'must be an array of ABI items');
  if (value.length > MAX_ITEMS) throw invalid('abi', `must have at most ${MAX_ITEMS} items`);
  const budget = { parameters: MAX_PARAMETERS };
  const abi = value.map((item, i) => checkItem(item, `abi.${i}`, budget)) as unknown as Abi;
  checkUnique(abi);
  return abi;
}

function checkItem(value: unknown, place: string, budget: Budget): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(place, 'must be an object');
  }
  const raw = value as Raw;
  // The specification allows a function to omit `type`.
  const type = raw.type ?? 'function';
  if (typeof type !== 'string' || !itemTypes.includes(type)) {
    throw invalid(`${place}.type`, `must be one of ${itemTypes.join(', ')}`);
  }
  const item: Raw = { ...raw, type };
  if (type === 'function' || type === 'event' || type === 'error') {
    if (!isName(raw.name)) {
      throw invalid(`${place}.name`, `must be the name of the item, of at most ${MAX_NAME} characters`);
    }
  }
  if (type === 'fallback' || type === 'receive') {
    item.stateMutability = mutabilityOf(raw, place, type === 'receive' ? 'payable' : 'nonpayable');
    return item;
  }
  const at = { isEvent: false, depth: 0, budget };
  item.inputs = checkParameters(raw.inputs ?? [], `${place}.inputs`, { ...at, isEvent: type === 'event' });
  if (type === 'function') item.outputs = checkParameters(raw.outputs ?? [], `${place}.outputs`, at);
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
    // Before Solidity 0.5 this was two flags.
    return raw.payable === true ? 'payable' : raw.constant === true ? 'view' : fallback;
  }
  if (typeof stateMutability !== 'string' || !mutabilities.includes(stateMutability)) {
    throw invalid(`${place}.stateMutability`, `must be one of ${mutabilities.join(', ')}`);
  }
  return stateMutability;
}

interface Place {
  isEvent: boolean;
  /** Number of enclosing tuples and arrays. */
  depth: number;
  budget: Budget;
}

function checkParameters(value: unknown, place: string, at: Place): Raw[] {
  if (!Array.isArray(value)) throw invalid(place, 'must be an array of parameters');
  at.budget.parameters -= value.length;
  if (at.budget.parameters < 0) {
    throw invalid('abi', `must have at most ${MAX_PARAMETERS} parameters over all its items`);
  }
  return value.map((parameter, i) => checkParameter(parameter, `${place}.${i}`, at));
}

function checkParameter(value: unknown, place: string, { isEvent, depth, budget }: Place): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(place, 'must be an object');
  }
  const raw = value as Raw;
  const { type, name, indexed } = raw;
  if (typeof type !== 'string') throw invalid(`${place}.type`, 'must be the type of the parameter');
  if (name !== undefined && name !== '' && !isName(name)) {
    throw invalid(`${place}.name`, `must be a name of at most ${MAX_NAME} characters, or empty`);
  }
  if (isEvent && indexed !== undefined && typeof indexed !== 'boolean') {
    throw invalid(`${place}.indexed`, 'must be true or false');
  }
  const [, base = '', arrays = ''] = (type.length <= MAX_TYPE ? TYPE.exec(type) : null) ?? [];
  const inside = depth + 1 + arrays.split('[').length - 1;
  if (base !== 'tuple' && !ELEMENTARY.test(base)) {
    throw invalid(
      `${place}.type`,
      `must be an ABI type, and \`${type.slice(0, MAX_TYPE)}\` is none${hintFor(type)}`,
    );
  }
  if (inside > MAX_DEPTH + 1) {
    throw invalid(place, `must not nest tuples and arrays deeper than ${MAX_DEPTH}`);
  }
  if (base !== 'tuple') return raw;
  if (!Array.isArray(raw.components)) {
    throw invalid(`${place}.components`, 'must be the array of the tuple’s components');
  }
  const within = { isEvent: false, depth: inside, budget };
  return { ...raw, components: checkParameters(raw.components, `${place}.components`, within) };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_NAME && NAME.test(value);
}

/** What to write instead of a type that exists in sources but not in ABIs. */
function hintFor(type: string): string {
  const base = type.slice(0, MAX_TYPE).replace(/\[.*/, '');
  if (base === 'uint' || base === 'int') return `; write \`${base}256\``;
  if (base === 'byte') return '; write `bytes1`';
  if (base === 'address payable' || base.startsWith('contract ')) return '; write `address`';
  if (base.startsWith('enum ')) return '; write `uint8`';
  if (base.startsWith('struct ')) return '; write `tuple`, and its parts as `components`';
  if (FIXED_POINT.test(base))
    return ' that can be encoded: no compiler makes code for fixed-point numbers yet';
  return '';
}

/**
 * Rejects two items that a call could not distinguish. Errors and events may appear twice: the compiler lists
 * them once per origin. Does not use hashes, which are too expensive for a long ABI.
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
  return item.type === 'function' ? signatureOf(item) : item.type;
}

function invalid(field: string, problem: string): AppError {
  return new AppError(contractsErrors.invalid_abi, {
    field,
    message: `\`${field}\` ${problem}. Send the JSON ABI as the compiler wrote it.`,
  });
}
