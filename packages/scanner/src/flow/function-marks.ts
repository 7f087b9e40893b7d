import type { FileIr } from '../ir/ir.ts';
import type { Cell } from './ledger-types.ts';
import { nameOf } from './shared.ts';

/** By file, what modules and entry points noted about functions. It decides whether these are run on their own. */
export class FunctionMarks {
  readonly #byPath = new Map<string, Map<string, Cell>>();
  /** The same as one text, until it changes. */
  readonly #told = new Map<string, string>();

  set(key: string, value: Cell | undefined): void {
    if (!key.endsWith(' roles') && !key.endsWith(' exported')) return;
    const path = key.slice(0, key.lastIndexOf('#'));
    const marks = this.#byPath.get(path) ?? new Map<string, Cell>();
    this.#byPath.set(path, marks);
    this.#told.delete(path);
    if (value === undefined) marks.delete(key);
    else marks.set(key, value);
  }

  /** All notes about a file. */
  of(path: string): string {
    const known = this.#told.get(path);
    if (known !== undefined) return known;
    const told = [...(this.#byPath.get(path) ?? [])].map((mark) => JSON.stringify(mark)).sort();
    const text = told.join('\n');
    this.#told.set(path, text);
    return text;
  }

  /** A file may be read after its functions were marked. */
  applyTo(file: FileIr): void {
    const marks = this.#byPath.get(file.path);
    if (marks === undefined || marks.size === 0) return;
    for (const fn of file.functions) if (marks.has(`${nameOf(fn)} exported`)) fn.isExported = true;
  }
}
