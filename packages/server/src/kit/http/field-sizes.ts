import { Buffer } from 'node:buffer';
import type { TSchema } from 'typebox';
import { invalidField } from '../errors/index.ts';

export function fitsBytes(text: string, maxBytes: number): boolean {
  // Each character is one byte at least, and three at most.
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}

/** Follows the name of a field. */
export function tooManyBytes(maxBytes: number): string {
  return `must have at most ${maxBytes} bytes as JSON`;
}

/** The fields of a body with `maxBytes`; undefined where none has it. */
export function fieldSizesOf(schema: TSchema | undefined): FieldSizes | undefined {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { maxBytes?: number }> };
  const limits = new Map(
    Object.entries(properties).flatMap(([name, { maxBytes }]) =>
      maxBytes === undefined ? [] : [[name, maxBytes] as const],
    ),
  );
  return limits.size === 0 ? undefined : { limits, least: Math.min(...limits.values()) };
}

export interface FieldSizes {
  readonly limits: ReadonlyMap<string, number>;
  /** No body of so many bytes has a field that is too large. */
  readonly least: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** Bytes of a text that are walked through before the end is searched for, and how far. */
const WALKED = 64;
const LEAP = 16_384;
/** Of a name, in bytes; those of fields with a size are short. */
const MAX_NAME = 256;

/**
 * Looks at the bytes of a body as they come for a field that is larger than its schema allows: of what is refused, no more
 * is kept, decoded or parsed than may be sent. Its cost follows from the number of bytes. What is no JSON it passes over.
 */
export class SizeWatch {
  readonly #limits: ReadonlyMap<string, number>;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** Bytes of the name that is being read, with its escapes. */
  #name: number[] | undefined;
  #field: string | undefined;
  /** Where the object or list that a field holds begins; -1 outside of one. */
  #startsAt = -1;
  /** Bytes of the parts before. */
  #before = 0;

  constructor({ limits }: FieldSizes) {
    this.#limits = limits;
  }

  /** Throws the refusal of a field that has grown too large. */
  add(part: Buffer): void {
    const end = part.length;
    for (let i = 0; i < end; i++) {
      if (this.#isText) i = this.#readText(part, i);
      else {
        const byte = part[i] as number;
        if (byte === QUOTE || byte === COMMA || byte === COLON || byte > 0x5a)
          this.#look(byte, this.#before + i);
      }
    }
    this.#before += end;
    this.#check(this.#before);
  }

  /** Where the text ends, or the part. Long stretches without an escape are not walked through. */
  #readText(part: Buffer, from: number): number {
    const end = part.length;
    const name = this.#name;
    let isEscaped = this.#isEscaped;
    for (let i = from, plain = 0; i < end; i++) {
      const byte = part[i] as number;
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        this.#isEscaped = false;
        this.#isText = false;
        return i;
      } else if (name === undefined && ++plain === WALKED) {
        i = plainUntil(part, i + 1) - 1;
        plain = 0;
      }
      if (name !== undefined && name.length < MAX_NAME) name.push(byte);
    }
    this.#isEscaped = isEscaped;
    return end;
  }

  #look(byte: number, at: number): void {
    if (byte === QUOTE) {
      this.#isText = true;
      if (this.#depth === 1) this.#name = [];
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++this.#depth === 2) this.#startsAt = at;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (--this.#depth === 1) {
        this.#check(at + 1);
        this.#startsAt = -1;
      }
    } else if (this.#depth === 1) {
      this.#field = byte === COLON && this.#name !== undefined ? nameOf(this.#name) : undefined;
      this.#name = undefined;
    }
  }

  #check(end: number): void {
    const field = this.#field;
    if (field === undefined || this.#startsAt === -1) return;
    const maxBytes = this.#limits.get(field);
    if (maxBytes === undefined || end - this.#startsAt <= maxBytes) return;
    throw invalidField(field, `\`${field}\` ${tooManyBytes(maxBytes)}.`);
  }
}

/** Where the next quote or backslash stands, or the end; at most `LEAP` bytes on, so that no search is made twice. */
function plainUntil(part: Buffer, from: number): number {
  const ahead = part.subarray(from, from + LEAP);
  const quote = ahead.indexOf(QUOTE);
  const within = quote === -1 ? ahead : ahead.subarray(0, quote);
  const backslash = within.indexOf(BACKSLASH);
  return from + (backslash === -1 ? within.length : backslash);
}

/** Undefined for what is no text of JSON. */
function nameOf(bytes: number[]): string | undefined {
  const text = Buffer.from(bytes).toString();
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
