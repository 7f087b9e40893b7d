import type { KeptWork, KnownWork, Questions, Rests } from './kept-work.ts';
import type { Ledger } from './ledger.ts';
import type { Piece } from './ledger-types.ts';
import type { Machine } from './machine.ts';
import { accessorsOf } from './properties-with-code.ts';

/** Checks whether the dependencies of earlier pieces are unchanged, and records those of this analysis. */
export class Resting {
  readonly known: KnownWork | undefined;
  readonly #m: Machine;
  readonly #ledger: Ledger;
  readonly #questions: Questions;
  readonly #files = new Map<string, number>();
  readonly #accessors = new Map<string, readonly string[]>();

  constructor(
    m: Machine,
    ledger: Ledger,
    { known, questions }: { known: KnownWork | undefined; questions: Questions },
  ) {
    this.#m = m;
    this.#ledger = ledger;
    this.known = known;
    this.#questions = questions;
  }

  holds({ states, cells, accessors, ...read }: Rests): boolean {
    return (
      this.isRead(read) &&
      states.every(([path, state]) => this.#ledger.stateOf(path) === state) &&
      cells.every(([key, value]) => isSame(this.#cell(key), value)) &&
      accessors.every(([name, has]) => this.#m.program.hasAccessor(name) === has)
    );
  }

  /** Whether files and answers are the same. */
  isRead({ files, asked }: Pick<Rests, 'files' | 'asked'>): boolean {
    const { known } = this;
    return known !== undefined && files.every(known.isFileSame) && asked.every(known.isAnswerSame);
  }

  /** Records the dependencies as if everything was read and asked again; returns the new numbers. */
  again({ files: before, asked }: Pick<Rests, 'files' | 'asked'>): Pick<Rests, 'files' | 'asked'> {
    const files = before.map((at) => this.known?.files[at] ?? '');
    for (const path of files) {
      this.#questions.readBefore(path);
      const names = this.known?.accessors.get(path);
      if (names === undefined) continue;
      this.#accessors.set(path, names);
      if (!this.#m.program.isRead(path)) this.#m.program.addAccessors(names);
    }
    return {
      files: files.map((path) => this.#numberOf(path)),
      asked: asked.map((at) => this.#questions.again(at)),
    };
  }

  note({ files, asked, states, cells, accessors }: Piece): Rests {
    return {
      ...this.read({ files, asked }),
      states: [...states],
      cells: [...cells],
      accessors: [...accessors],
    };
  }

  read({ files, asked }: Pick<Piece, 'files' | 'asked'>): Pick<Rests, 'files' | 'asked'> {
    for (const path of files) this.#noteAccessors(path);
    return { files: [...files].map((path) => this.#numberOf(path)), asked: [...asked] };
  }

  toKeep(): Pick<KeptWork, 'files' | 'accessors'> {
    return { files: [...this.#files.keys()], accessors: this.#accessors };
  }

  #cell(key: string): unknown {
    return key === numbersKey ? this.#m.numbers.areMet : this.#ledger.cells.get(key);
  }

  #noteAccessors(path: string): void {
    if (this.#accessors.has(path)) return;
    const file = this.#m.program.file(path);
    const names = file === null ? [] : accessorsOf(file);
    if (names.length > 0) this.#accessors.set(path, names);
  }

  #numberOf(path: string): number {
    let at = this.#files.get(path);
    if (at === undefined) {
      at = this.#files.size;
      this.#files.set(path, at);
    }
    return at;
  }
}

/** The name of a module's dependency on whether numbers from outside were met. */
export const numbersKey = 'numbers';

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
