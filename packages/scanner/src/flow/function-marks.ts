import type { FileIr } from '../ir/ir.ts';
import type { Cell } from './ledger-types.ts';
import { nameOf } from './shared.ts';

/** What modules and entry points say of functions that decides whether these are run on their own, by file. */
export class FunctionMarks {
  readonly #byPath = new Map<string, Map<string, Cell>>();
  /** The same in one text, as long as nobody changes it. */
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

  /** All of a file's. */
  of(path: string): string {
    const known = this.#told.get(path);
    if (known !== undefined) return known;
    const told = [...(this.#byPath.get(path) ?? [])].map((mark) => JSON.stringify(mark)).sort();
    const text = told.join('\n');
    this.#told.set(path, text);
    return text;
  }

  /** A file is read after its functions were marked. */
  applyTo(file: FileIr): void {
    const marks = this.#byPath.get(file.path);
    if (marks === undefined || marks.size === 0) return;
    for (const fn of file.functions) if (marks.has(`${nameOf(fn)} exported`)) fn.isExported = true;
  }
}
