import { required } from '../required.ts';
import { type Crossing, type Item, type Single, sizeOf } from './sandbox-messages.ts';

type Long = string | Uint8Array;
const encodings = ['bytes', 'latin1', 'utf16le'] as const;
type Encoding = (typeof encodings)[number];

/** A string or buffer that is too long to send in one turn of the event loop. */
interface LongValue {
  /** The input's field; undefined when the input itself is the value. */
  field: string | undefined;
  /** The position, when the field is a list. */
  index: number | undefined;
  slices: number;
}

/** An item without its long values. Their slices follow on a pipe, in the same order. */
export interface Announced {
  rest: Item;
  long: LongValue[];
}

/** What to write to the pipe for a slice. */
export interface Slice {
  /** Tells the encoding and the length of the content. */
  head: Uint8Array;
  content: Long;
  encoding: Encoding;
}

/** Characters or bytes; writing this many takes a fraction of a millisecond. */
const SLICE_LENGTH = 131_072;

/** The position of the encoding in the list above, and the length in bytes. */
const HEAD_BYTES = 5;

const WIDE_CHARACTER = /[^\0-\xff]/;

/** An item without its long values, and the slices of these, each made when it is asked for. */
export function takeApart(item: Item): { announced: Announced; slices: Iterable<Slice> } {
  const { input } = item;
  const values: Long[] = [];
  const long: LongValue[] = [];
  const leaveOut = (value: Long, field?: string, index?: number) => {
    values.push(value);
    long.push({ field, index, slices: Math.ceil(value.length / SLICE_LENGTH) });
    return typeof value === 'string' ? '' : new Uint8Array();
  };
  const shorten = (value: Crossing, field?: string): Crossing => {
    if (isLong(value)) return leaveOut(value, field);
    if (!isLongList(value)) return value;
    return value.map((inner, index) =>
      isLong(inner) || isBlock(inner) ? leaveOut(inner, field, index) : inner,
    );
  };
  const rest = isRecord(input)
    ? Object.fromEntries(Object.entries(input).map(([field, value]) => [field, shorten(value, field)]))
    : shorten(input);
  return { announced: { rest: { ...item, input: rest as Crossing }, long }, slices: slicesOf(values) };
}

/** The item as it was. `read` resolves with the next so many bytes of the pipe. */
export async function putTogether(
  { rest, long }: Announced,
  read: (size: number) => Promise<Buffer>,
): Promise<Item> {
  const item = { ...rest };
  for (const { field, index, slices } of long) {
    const parts: Long[] = [];
    for (let count = 0; count < slices; count++) {
      const head = await read(HEAD_BYTES);
      const encoding = required(encodings[head.readUInt8()], 'the encoding of a slice');
      const bytes = await read(head.readUInt32BE(1));
      parts.push(encoding === 'bytes' ? bytes : bytes.toString(encoding));
    }
    const whole = join(parts);
    const record = item.input as Record<string, Long | Long[]>;
    if (field === undefined) item.input = whole;
    else if (index === undefined) record[field] = whole;
    else if (slices > 0) (record[field] as Long[])[index] = whole;
  }
  return item;
}

function isLong(value: Crossing): value is Long {
  return (typeof value === 'string' || value instanceof Uint8Array) && value.length > SLICE_LENGTH;
}

function isLongList(value: Crossing): value is readonly Single[] {
  return Array.isArray(value) && sizeOf(value) > SLICE_LENGTH;
}

/** Many short ones are as much to copy as a long one. */
function isBlock(value: Single): value is Uint8Array {
  return value instanceof Uint8Array;
}

function isRecord(input: Crossing): input is Extract<Crossing, { readonly [field: string]: unknown }> {
  return (
    typeof input === 'object' && input !== null && !Array.isArray(input) && !(input instanceof Uint8Array)
  );
}

function* slicesOf(values: readonly Long[]): Generator<Slice> {
  for (const value of values) {
    for (let at = 0; at < value.length; at += SLICE_LENGTH) {
      if (typeof value === 'string') yield textSlice(value.slice(at, at + SLICE_LENGTH));
      else yield slice(value.subarray(at, at + SLICE_LENGTH), 'bytes', 1);
    }
  }
}

/** UTF-8 would lose a lone surrogate, such as half of a character at the end of a slice. */
function textSlice(text: string): Slice {
  return WIDE_CHARACTER.test(text) ? slice(text, 'utf16le', 2) : slice(text, 'latin1', 1);
}

function slice(content: Long, encoding: Encoding, bytesOfCharacter: number): Slice {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(encodings.indexOf(encoding));
  head.writeUInt32BE(content.length * bytesOfCharacter, 1);
  return { head, content, encoding };
}

function join(parts: readonly Long[]): Long {
  const [first = ''] = parts;
  if (parts.length === 1) return first;
  return typeof first === 'string' ? parts.join('') : Buffer.concat(parts as Uint8Array[]);
}
