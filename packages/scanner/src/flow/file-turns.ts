import type { FunctionIr } from '../ir/ir.ts';
import type { KeptTurn, KeptTurns } from './kept-work.ts';
import type { Machine } from './machine.ts';
import type { Resting } from './resting.ts';

type Decided = [boolean | null, boolean | null, boolean | null];

/** Decisions about each function of a file before it is run on its own. */
export type Decide = readonly [isEntry: Decision, isWorth: Decision, isLibrary: Decision];
type Decision = (m: Machine, fn: FunctionIr) => boolean;

const slots = [1, 2, 3] as const;
const nothingKnown: KeptTurn = [0, null, null, null];

/** A function of a file. */
export interface Turn {
  path: string;
  name: string;
  /** Reads its file if it was not read yet. */
  fn(): FunctionIr;
  isEntry(): boolean;
  isWorth(): boolean;
  isLibrary(): boolean;
}

/**
 * The functions of a file with code, and which of them are run on their own: decided now, or as recorded
 * before.
 */
export class FileTurns {
  readonly path: string;
  readonly #m: Machine;
  readonly #decide: Decide;
  readonly #resting: Resting | null;
  readonly #known: KeptTurns | undefined;
  readonly #knownAt = new Map<number, KeptTurn>();
  readonly #decided = new Map<number, Decided>();
  readonly #notes = { asked: new Set<number>(), files: new Set<string>() };
  readonly #marks: (string | undefined)[] = [];
  /** For each of the two rounds, whether the recorded decisions still apply. */
  readonly #isKnown = [false, false];
  /** Nothing that affects the decisions changed while functions of the file ran. */
  #isLasting = true;
  #functions: ReadonlyMap<number, FunctionIr> | undefined;

  constructor(m: Machine, path: string, decide: Decide, resting: Resting | null) {
    this.#m = m;
    this.path = path;
    this.#decide = decide;
    this.#resting = resting;
    const known = resting?.known?.turns.get(path);
    if (resting === null || known === undefined || !resting.isRead(known)) return;
    this.#known = known;
    for (const turn of known.turns) this.#knownAt.set(turn[0], turn);
    resting.again(known);
  }

  /** Whether functions that are called may also be run on their own. */
  get runsByHint(): boolean {
    return this.#known?.runsByHint ?? this.#m.program.file(this.path)?.semantics.runsByHint === true;
  }

  /** Iterated twice: before entry points run, and before libraries do. */
  *[Symbol.iterator](): Generator<Turn> {
    const marks = this.#marksNow();
    this.#isKnown[this.#marks.length] = this.#known?.marks[this.#marks.length] === marks;
    this.#marks.push(marks);
    for (const at of this.#places()) yield this.#turn(at);
    if (this.#marksNow() !== marks) this.#isLasting = false;
  }

  toKeep(): KeptTurns | undefined {
    const resting = this.#resting;
    if (resting === null || !this.#isLasting) return undefined;
    const { runsByHint } = this;
    const own = resting.read(this.#notes);
    const before = this.#known && resting.again(this.#known);
    const [areEntriesKnown, areLibrariesKnown] = this.#isKnown;
    return {
      files: [...new Set([...own.files, ...(before?.files ?? [])])],
      asked: [...new Set([...own.asked, ...(before?.asked ?? [])])],
      marks: this.#marks,
      runsByHint,
      turns: this.#places().map((at): KeptTurn => {
        const [, ...known] = this.#knownAt.get(at) ?? nothingKnown;
        const [isEntry, isWorth, isLibrary] = this.#decided.get(at) ?? [null, null, null];
        return [
          at,
          isEntry ?? (areEntriesKnown ? known[0] : null),
          isWorth ?? (areEntriesKnown ? known[1] : null),
          isLibrary ?? (areLibrariesKnown ? known[2] : null),
        ];
      }),
    };
  }

  #places(): number[] {
    return [...(this.#known ? this.#knownAt : this.#read()).keys()];
  }

  #marksNow(): string {
    return this.#m.ledger?.marks.of(this.path) ?? '';
  }

  #turn(at: number): Turn {
    return {
      path: this.path,
      name: `${this.path}#${at}`,
      fn: () => this.#fn(at),
      isEntry: () => this.#is(at, 0),
      isWorth: () => this.#is(at, 1),
      isLibrary: () => this.#is(at, 2),
    };
  }

  #is(at: number, what: 0 | 1 | 2): boolean {
    const phase = this.#marks.length - 1;
    if (this.#known?.marks[phase] !== this.#marksNow()) this.#isKnown[phase] = false;
    const known = this.#isKnown[phase] ? this.#knownAt.get(at)?.[slots[what]] : null;
    if (known != null) return known;
    const fn = this.#fn(at);
    const decide = () => this.#decide[what](this.#m, fn);
    const { ledger } = this.#m;
    if (ledger === null) return decide();
    const { value, notes } = ledger.lookUp(decide);
    for (const one of notes.asked) this.#notes.asked.add(one);
    for (const path of notes.files) this.#notes.files.add(path);
    const decided = this.#decided.get(at) ?? [null, null, null];
    decided[what] = value;
    this.#decided.set(at, decided);
    return value;
  }

  #fn(at: number): FunctionIr {
    const fn = this.#read().get(at);
    if (fn === undefined) throw new Error(`${this.path} has no function ${at}.`);
    return fn;
  }

  #read(): ReadonlyMap<number, FunctionIr> {
    if (this.#functions === undefined) {
      const file = this.#m.program.file(this.path);
      this.#notes.files.add(this.path);
      this.#functions = new Map(
        file?.functions.filter(({ body }) => body.length > 0).map((fn) => [fn.id - file.top.id, fn]),
      );
    }
    return this.#functions;
  }
}
