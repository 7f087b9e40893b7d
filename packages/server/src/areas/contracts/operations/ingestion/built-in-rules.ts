import { getAddress, keccak256, parseUnits, toBytes } from 'viem/utils';
import { cutText } from '../../../../kit/cut-text.ts';
import { parseTimestamp } from '../../../../kit/http/timestamp.ts';
import { isObject } from '../../../../kit/is-object.ts';
import { canonicalJson } from '../../../../kit/signing/index.ts';
import { mapValues, parsePath, readPath, removePath, writePath } from './json-path.ts';
import { TransformError } from './transform-error.ts';

type Json = unknown;
/** Transforms the data of a job; throws TransformError. */
type Apply = (data: Json) => Json;

interface BuiltInRule {
  /** The syntax of the identifier. */
  form: string;
  meaning: string;
  /** Undefined for an invalid parameter after the name. */
  parse(parameter: string | undefined, rule: string): Apply | undefined;
}

const plain =
  (apply: (data: Json, rule: string) => Json): BuiltInRule['parse'] =>
  (parameter, rule) =>
    parameter === undefined ? (data) => apply(data, rule) : undefined;

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const TIME_KEY = /(^|_)(at|on|time|date|timestamp)$/i;
const AMOUNT = /^(\d+(?:\.\d+)?)\s*(ether|eth|gwei|wei)$/i;
const DECIMALS: Record<string, number> = { ether: 18, eth: 18, gwei: 9, wei: 0 };

/** The predefined rules, by name. Source: the area notes of contracts. */
export const builtInRules: Readonly<Record<string, BuiltInRule>> = {
  trim_strings: {
    form: 'trim_strings',
    meaning: 'White space around every text is removed.',
    parse: plain((data) => mapValues(data, (value) => (typeof value === 'string' ? value.trim() : value))),
  },
  lowercase_keys: {
    form: 'lowercase_keys',
    meaning: 'Every key is written in lower case; two keys that become the same are refused.',
    parse: plain(lowercaseKeys),
  },
  normalize_timestamps: {
    form: 'normalize_timestamps',
    meaning:
      'Dates with a time become ISO 8601 in UTC with milliseconds, and so do Unix times under keys such as created_at, time or date.',
    parse: plain((data) => mapValues(data, normalizeTimestamp)),
  },
  to_wei: {
    form: 'to_wei',
    meaning: 'Amounts such as "1.5 ether" or "3 gwei" become whole wei, as text.',
    parse: (parameter, rule) => {
      if (parameter === undefined) return (data) => mapValues(data, (value) => weiOf(value, rule) ?? value);
      const path = parsePath(parameter);
      return path && ((data) => writePath(data, path, etherToWei(readPath(data, path), rule)));
    },
  },
  to_checksum_address: {
    form: 'to_checksum_address',
    meaning: 'Addresses are written with their EIP-55 checksum.',
    parse: plain((data) =>
      mapValues(data, (value) =>
        typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
          ? getAddress(value.toLowerCase() as `0x${string}`)
          : value,
      ),
    ),
  },
  hash_payload: {
    form: 'hash_payload',
    meaning: 'Adds payload_hash: Keccak-256 of the canonical JSON (RFC 8785) of the data so far.',
    parse: plain((data, rule) => {
      if (!isObject(data)) throw new TransformError(rule, 'the data is no longer an object');
      return { ...data, payload_hash: keccak256(toBytes(canonicalJson(data))) };
    }),
  },
  drop_nulls: {
    form: 'drop_nulls',
    meaning: 'Fields whose value is null are removed.',
    parse: plain(dropNulls),
  },
  pick: {
    form: 'pick:<path>',
    meaning: 'Only what stands at the path, such as pick:order.customer.',
    parse: withPath((data, path, rule) => {
      const value = readPath(data, path);
      if (value === undefined) throw new TransformError(rule, `there is nothing at ${path.join('.')}`);
      return value;
    }),
  },
  rename: {
    form: 'rename:<a>:<b>',
    meaning: 'What stands at the first path is moved to the second.',
    parse: (parameter, rule) => {
      const [a, b, ...rest] = parameter?.split(':') ?? [];
      const [from, to] = [parsePath(a), parsePath(b)];
      if (from === undefined || to === undefined || rest.length > 0) return undefined;
      return (data) => {
        const value = readPath(data, from);
        if (value === undefined) throw new TransformError(rule, `there is nothing at ${from.join('.')}`);
        return writePath(removePath(data, from), to, value);
      };
    },
  },
  map_args: {
    form: 'map_args:<path>,<path>',
    meaning: 'The values at the paths, in this order, become the arguments of the triggered function (args).',
    parse: (parameter, rule) => {
      const parts = parameter?.split(',') ?? [''];
      const paths = parts.map((path) => parsePath(path.trim())).filter((path) => path !== undefined);
      if (paths.length < parts.length) return undefined;
      return (data) => {
        const args = paths.map((path) => {
          const value = readPath(data, path);
          if (value === undefined) throw new TransformError(rule, `there is nothing at ${path.join('.')}`);
          return value;
        });
        return isObject(data) ? { ...data, args } : { args };
      };
    },
  },
};

/** The transformation of a built-in identifier; undefined if it is not one. */
export function parseBuiltInRule(rule: string): Apply | undefined {
  const colon = rule.indexOf(':');
  const name = colon < 0 ? rule : rule.slice(0, colon);
  const builtIn = Object.hasOwn(builtInRules, name) ? builtInRules[name] : undefined;
  return builtIn?.parse(colon < 0 ? undefined : rule.slice(colon + 1), rule);
}

function withPath(apply: (data: Json, path: string[], rule: string) => Json): BuiltInRule['parse'] {
  return (parameter, rule) => {
    const path = parsePath(parameter);
    return path && ((data) => apply(data, path, rule));
  };
}

function lowercaseKeys(data: Json, rule: string): Json {
  if (Array.isArray(data)) return data.map((item) => lowercaseKeys(item, rule));
  if (!isObject(data)) return data;
  const entries = Object.entries(data).map(
    ([key, value]) => [key.toLowerCase(), lowercaseKeys(value, rule)] as const,
  );
  const result = Object.fromEntries(entries);
  if (Object.keys(result).length < entries.length) {
    throw new TransformError(
      rule,
      `two keys are the same in lower case: ${cutText(Object.keys(data).join(', '), 200)}`,
    );
  }
  return result;
}

function dropNulls(data: Json): Json {
  if (Array.isArray(data)) return data.map(dropNulls);
  if (!isObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, dropNulls(value)]),
  );
}

function normalizeTimestamp(value: Json, key: string | undefined): Json {
  if (typeof value === 'string' && DATE_TIME.test(value)) {
    const ms = parseTimestamp(value);
    return ms === undefined ? value : new Date(ms).toISOString();
  }
  if (typeof value === 'number' && key !== undefined && TIME_KEY.test(key) && value > 0) {
    // Seconds until the year 5138, milliseconds since 1973: no realistic time is both.
    const ms = value < 1e11 ? value * 1000 : value;
    return ms < 253_402_300_800_000 ? new Date(ms).toISOString() : value;
  }
  return value;
}

function weiOf(value: Json, rule: string): string | undefined {
  const [, amount, unit] = typeof value === 'string' ? (AMOUNT.exec(value.trim()) ?? []) : [];
  const decimals = unit === undefined ? undefined : DECIMALS[unit.toLowerCase()];
  return amount === undefined || decimals === undefined ? undefined : toWhole(amount, decimals, rule);
}

/** The value at the path of `to_wei:<path>`: ether, unless it has a unit. */
function etherToWei(value: Json, rule: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  const wei = weiOf(text, rule);
  if (wei !== undefined) return wei;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text)) {
    throw new TransformError(rule, 'there is no amount at this path');
  }
  return toWhole(text, 18, rule);
}

function toWhole(amount: string, decimals: number, rule: string): string {
  if ((amount.split('.')[1]?.replace(/0+$/, '').length ?? 0) > decimals) {
    throw new TransformError(rule, `${amount.slice(0, 60)} is not a whole number of wei`);
  }
  return parseUnits(amount, decimals).toString();
}
