import type { Crossing, Item } from './sandbox-messages.ts';

/** A slice of a string or buffer that is too long to send in one turn of the event loop. */
export interface Part {
  /** The item it belongs to. */
  id: number;
  /** The input's field; undefined when the input itself is the string. */
  field: string | undefined;
  part: string | Uint8Array;
}

type Long = string | Uint8Array;

/** Characters or bytes; copying this many takes a fraction of a millisecond. */
const PART_SIZE = 131_072;

/** The slices of an item's long strings and buffers, and the item without them. */
export function takeApart(item: Item): { parts: Part[]; rest: Item } {
  const { id, input } = item;
  if (isLong(input))
    return { parts: partsOf(id, undefined, input), rest: { ...item, input: emptyOf(input) } };
  if (typeof input !== 'object' || input === null || Array.isArray(input) || input instanceof Uint8Array) {
    return { parts: [], rest: item };
  }
  const long = Object.entries(input).filter((entry): entry is [string, Long] => isLong(entry[1]));
  if (long.length === 0) return { parts: [], rest: item };
  return {
    parts: long.flatMap(([field, value]) => partsOf(id, field, value)),
    rest: {
      ...item,
      input: { ...input, ...Object.fromEntries(long.map(([field, value]) => [field, emptyOf(value)])) },
    },
  };
}

/** The item reassembled from its slices. */
export function putTogether(item: Item, parts: readonly Part[]): Item {
  const byField = Map.groupBy(parts, ({ field }) => field);
  let { input } = item;
  for (const [field, found] of byField) {
    const whole = join(found.map(({ part }) => part));
    input =
      field === undefined ? whole : ({ ...(input as Record<string, Crossing>), [field]: whole } as Crossing);
  }
  return { ...item, input };
}

function isLong(value: unknown): value is Long {
  return (typeof value === 'string' || value instanceof Uint8Array) && value.length > PART_SIZE;
}

function emptyOf(value: Long): Long {
  return typeof value === 'string' ? '' : new Uint8Array();
}

function partsOf(id: number, field: string | undefined, value: Long): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < value.length; at += PART_SIZE) {
    const part =
      typeof value === 'string' ? value.slice(at, at + PART_SIZE) : value.subarray(at, at + PART_SIZE);
    parts.push({ id, field, part });
  }
  return parts;
}

function join(parts: readonly Long[]): Long {
  return typeof parts[0] === 'string' ? parts.join('') : Buffer.concat(parts as Uint8Array[]);
}
