import { deserialize, serialize } from 'node:v8';
import type { FileIr } from '../ir/ir.ts';
import { semanticsOf } from '../languages/semantics.ts';
import { type PackedIr, packIr, unpackIr } from './ir-codec.ts';

/** So many bytes of forms are kept; what is read after them is lowered again the next time. */
const mostBytes = 48 * 1_048_576;

/** A file in the intermediate form, as bytes, and what the file was like. */
export interface KnownForm {
  key: string;
  packed: Uint8Array;
}

/** Files in the intermediate form, kept from one analysis to the next for files that are the same. */
export class KnownForms {
  readonly #keyOf: (path: string) => string | null;
  readonly #known: ReadonlyMap<string, KnownForm>;
  readonly #kept = new Map<string, KnownForm>();
  readonly #keeps: boolean;
  #bytes = 0;

  constructor(
    keyOf: (path: string) => string | null,
    { known, keeps }: { known: ReadonlyMap<string, KnownForm> | undefined; keeps: boolean },
  ) {
    this.#keyOf = keyOf;
    this.#known = known ?? new Map();
    this.#keeps = keeps;
  }

  /** As it was lowered before; undefined where it was not, or was another file. */
  get(path: string, language: string, text: string): FileIr | undefined {
    const known = this.#known.get(path);
    if (known === undefined || known.key !== this.#likeness(path, language)) return undefined;
    const packed = deserialize(known.packed) as PackedIr;
    return withinStack(() => unpackIr(packed, text, semanticsOf(language)));
  }

  /** To be called before anything runs through it. */
  keep(lowered: FileIr): void {
    const { path, language } = lowered;
    const key = this.#likeness(path, language);
    if (!this.#keeps || key === null || this.#kept.has(path) || this.#bytes > mostBytes) return;
    const known = this.#known.get(path);
    const form =
      known?.key === key ? known : withinStack(() => ({ key, packed: serialize(packIr(lowered)) }));
    if (form === undefined) return;
    this.#kept.set(path, form);
    this.#bytes += form.packed.length;
  }

  /** With those that nobody asked for, where their files are the same. */
  toKeep(): Map<string, KnownForm> {
    for (const [path, form] of this.#known) {
      if (this.#bytes > mostBytes) break;
      if (this.#kept.has(path) || this.#keyOf(path) !== form.key.slice(form.key.indexOf(' ') + 1)) continue;
      this.#kept.set(path, form);
      this.#bytes += form.packed.length;
    }
    return this.#kept;
  }

  #likeness(path: string, language: string): string | null {
    const key = this.#keyOf(path);
    return key === null ? null : `${language} ${key}`;
  }
}

/** Undefined for what nests deeper than this stack bears; it is then lowered each time. */
function withinStack<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
