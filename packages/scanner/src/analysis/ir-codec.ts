import { interned } from '../ir/interned.ts';
import { type FileIr, nextFunctionId } from '../ir/ir.ts';

/** What stands for a value that is no object of a known shape; a shape is told by its number and these many more. */
const NULL = 0;
const UNDEFINED = 1;
const TRUE = 2;
const FALSE = 3;
const LIST = 4;
const SET = 5;
const MAP = 6;
const FLOAT = 7;
const INTEGER = 8;
const TEXT = 9;
const AGAIN = 10;
const SEMANTICS = 11;
const SOURCE = 12;
const FIRST_SHAPE = 16;

/** One file's intermediate form as bytes, without its text. */
export interface PackedIr {
  texts: string[];
  /** Names of the properties of each shape. */
  shapes: string[][];
  bytes: Uint8Array;
}

/** Taken before anything has run through it: what runs writes into it. */
export function packIr(file: FileIr): PackedIr {
  return new Packer(file).pack();
}

class Packer {
  readonly #file: FileIr;
  readonly #texts = new Map<string, number>();
  readonly #shapes = new Map<string, number>();
  readonly #seen = new Map<object, number>();
  readonly #ids = new Map<unknown, number>();
  #bytes = new Uint8Array(16_384);
  #at = 0;
  #lastPlace = 0;

  constructor(file: FileIr) {
    this.#file = file;
  }

  pack(): PackedIr {
    this.#value(this.#file);
    const shapes = [...this.#shapes.keys()].map((names) => names.split(','));
    return { texts: [...this.#texts.keys()], shapes, bytes: this.#bytes.slice(0, this.#at) };
  }

  #value(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (value === null) this.#write(NULL);
    else if (value === undefined) this.#write(UNDEFINED);
    else if (typeof value === 'boolean') this.#write(value ? TRUE : FALSE);
    else if (typeof value === 'object') this.#object(value);
    else throw new TypeError(`The intermediate form holds a ${typeof value}.`);
  }

  #object(value: object): void {
    const before = this.#seen.get(value);
    if (value === this.#file.semantics) this.#write(SEMANTICS);
    else if (before !== undefined) this.#write(AGAIN, before);
    else this.#newObject(value);
  }

  #newObject(value: object): void {
    this.#seen.set(value, this.#seen.size);
    if (Array.isArray(value)) this.#items(LIST, value.length, value);
    else if (value instanceof Set) this.#items(SET, value.size, value);
    else if (value instanceof Map) this.#items(MAP, 2 * value.size, [...value].flat(1));
    else this.#properties(value as Record<string, unknown>);
  }

  #items(kind: number, count: number, items: Iterable<unknown>): void {
    this.#write(kind, count);
    for (const item of items) this.#value(item);
  }

  #properties(value: Record<string, unknown>): void {
    const names = Object.keys(value);
    const key = names.join(',');
    const shape = this.#shapes.get(key) ?? this.#shapes.size;
    this.#shapes.set(key, shape);
    this.#write(FIRST_SHAPE + shape);
    const isFunction = 'locals' in value;
    for (const name of names) {
      if (name === 'pos' || name === 'end') this.#place(value[name] as number);
      else this.#value(isFunction && name === 'id' ? this.#numberOf(value.id) : value[name]);
    }
  }

  /** Functions are counted anew, so that equal files are equal bytes. */
  #numberOf(id: unknown): number {
    const known = this.#ids.get(id) ?? this.#ids.size;
    this.#ids.set(id, known);
    return known;
  }

  /** What follows one another in the text stands close. */
  #place(place: number): void {
    const step = place - this.#lastPlace;
    this.#lastPlace = place;
    this.#write(step < 0 ? -2 * step - 1 : 2 * step);
  }

  #text(text: string): void {
    if (text === this.#file.text) {
      this.#write(SOURCE);
      return;
    }
    const at = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, at);
    this.#write(TEXT, at);
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 31 && !Object.is(value, -0)) {
      this.#write(INTEGER, value);
      return;
    }
    this.#write(FLOAT);
    this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#at, value);
    this.#at += 8;
  }

  #write(...values: number[]): void {
    for (const value of values) {
      this.#room(5);
      // Seven bits in a byte.
      let left = value;
      for (; left > 127; left >>>= 7) this.#bytes[this.#at++] = (left & 127) | 128;
      this.#bytes[this.#at++] = left;
    }
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const wider = new Uint8Array(this.#bytes.length * 2);
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

/** The same form again, with functions that are no others'. */
export function unpackIr(packed: PackedIr, text: string, semantics: FileIr['semantics']): FileIr {
  return new Unpacker(packed, text, semantics).file();
}

type Properties = Record<string, unknown>;

class Unpacker {
  readonly #texts: readonly string[];
  readonly #shapes: readonly (readonly string[])[];
  /** An object of each shape, to be copied: its copies are alike for the compiler, too. */
  readonly #samples: readonly Properties[];
  readonly #bytes: Uint8Array;
  readonly #source: string;
  readonly #semantics: FileIr['semantics'];
  readonly #seen: object[] = [];
  readonly #ids = new Map<unknown, number>();
  #at = 0;
  #lastPlace = 0;

  constructor({ texts, shapes, bytes }: PackedIr, text: string, semantics: FileIr['semantics']) {
    this.#texts = texts.map(interned);
    this.#shapes = shapes;
    this.#samples = shapes.map((names) => Object.fromEntries(names.map((name) => [name, null])));
    this.#bytes = bytes;
    this.#source = text;
    this.#semantics = semantics;
  }

  file(): FileIr {
    return this.#value() as FileIr;
  }

  #value(): unknown {
    const kind = this.#read();
    if (kind >= FIRST_SHAPE) return this.#properties(kind - FIRST_SHAPE);
    if (kind === TEXT) return this.#texts[this.#read()];
    if (kind === AGAIN) return this.#seen[this.#read()];
    if (kind === LIST) return this.#list();
    if (kind === INTEGER) return this.#read();
    if (kind === NULL) return null;
    if (kind === UNDEFINED) return undefined;
    if (kind === TRUE) return true;
    if (kind === FALSE) return false;
    return this.#rare(kind);
  }

  #rare(kind: number): unknown {
    if (kind === SOURCE) return this.#source;
    if (kind === SEMANTICS) return this.#semantics;
    if (kind === SET) {
      const set = new Set<unknown>();
      this.#seen.push(set);
      for (let left = this.#read(); left > 0; left--) set.add(this.#value());
      return set;
    }
    if (kind === MAP) {
      const map = new Map<unknown, unknown>();
      this.#seen.push(map);
      for (let left = this.#read(); left > 0; left -= 2) map.set(this.#value(), this.#value());
      return map;
    }
    if (kind !== FLOAT) throw new RangeError(`Nothing is packed as ${kind}.`);
    const { buffer, byteOffset } = this.#bytes;
    const value = new DataView(buffer, byteOffset).getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  #list(): unknown[] {
    const list: unknown[] = [];
    this.#seen.push(list);
    for (let left = this.#read(); left > 0; left--) list.push(this.#value());
    return list;
  }

  #properties(shape: number): Properties {
    const names = this.#shapes[shape] ?? [];
    const made = { ...this.#samples[shape] };
    this.#seen.push(made);
    for (const name of names) {
      if (name === 'pos' || name === 'end') made[name] = this.#place();
      else made[name] = this.#value();
    }
    // A function: what runs keeps its variables by this number.
    if ('locals' in made) made.id = this.#newId(made.id);
    return made;
  }

  #newId(before: unknown): number {
    const id = this.#ids.get(before) ?? nextFunctionId();
    this.#ids.set(before, id);
    return id;
  }

  #place(): number {
    const packed = this.#read();
    this.#lastPlace += packed % 2 === 1 ? -(packed + 1) / 2 : packed / 2;
    return this.#lastPlace;
  }

  #read(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }
}
