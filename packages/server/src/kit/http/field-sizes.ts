import { Buffer } from 'node:buffer';
import type { TSchema } from 'typebox';
import { invalidField } from '../errors/index.ts';

export function fitsBytes(text: string, maxBytes: number): boolean {
  // Each UTF-16 unit takes one to three bytes.
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}

/** Completes a message that begins with the field's name. */
export function tooManyBytes(maxBytes: number): string {
  return `must have at most ${maxBytes} bytes as JSON`;
}

/** The fields of a body that have `maxBytes`; undefined when there are none. */
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
  /** A body of at most this many bytes cannot have a field that is too large. */
  readonly least: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** Bytes of a string scanned one by one before searching for its end. */
const WALKED = 64;
const LEAP = 16_384;
/** Longest name tracked, in bytes; those of fields with a size limit are short. */
const MAX_NAME = 256;

/**
 * Scans a body as it arrives for a field larger than its schema allows, so that an oversized field is not
 * kept, decoded or parsed beyond its limit. The cost is linear in the number of bytes. Ignores invalid JSON.
 */
export class SizeWatch {
  readonly #limits: ReadonlyMap<string, number>;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** Bytes of the name being read, escapes included. */
  #name: number[] | undefined;
  #field: string | undefined;
  /** Start of the object or list that a field holds; -1 outside of one. */
  #startsAt = -1;
  /** Total bytes of earlier parts. */
  #before = 0;

  constructor({ limits }: FieldSizes) {
    this.#limits = limits;
  }

  /** Throws the error for a field that has grown too large. */
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

  /**
   * Index of the string's end, or of the part's. Skips long stretches without escapes instead of scanning
   * them.
   */
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

/**
 * Index of the next quote or backslash, or the end; at most `LEAP` bytes ahead, so that no stretch is
 * searched twice.
 */
function plainUntil(part: Buffer, from: number): number {
  const ahead = part.subarray(from, from + LEAP);
  const quote = ahead.indexOf(QUOTE);
  const within = quote === -1 ? ahead : ahead.subarray(0, quote);
  const backslash = within.indexOf(BACKSLASH);
  return from + (backslash === -1 ? within.length : backslash);
}

/** Undefined when the bytes are not a JSON string. */
function nameOf(bytes: number[]): string | undefined {
  const text = Buffer.from(bytes).toString();
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
