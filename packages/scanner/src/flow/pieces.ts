import type { FileIr, FunctionIr } from '../ir/ir.ts';
import { toFinding, toMisuse } from './found-flows.ts';
import type { Role } from './handler-roles.ts';
import type { KeptFindings, KeptPiece, KeptWork, KnownWork, Questions } from './kept-work.ts';
import type { Ledger } from './ledger.ts';
import type { Piece } from './ledger-types.ts';
import type { Machine } from './machine.ts';
import { accessorsOf } from './properties-with-code.ts';
import { nameOf } from './shared.ts';
import { strengthOf } from './value.ts';

export interface PiecesOptions {
  tests: ReadonlySet<string>;
  files: readonly FileIr[];
  known: KnownWork | undefined;
  questions: Questions;
}

/**
 * The entry points of an application, each as a piece that is done, or taken over from an earlier analysis where all that
 * it rested on is the same. They are put together in their order, so that it makes no difference which of the two it was.
 */
export class Pieces {
  readonly visited = new Set<FunctionIr>();
  readonly called = new Set<FunctionIr>();
  readonly #taint = new Map<string, KeptFindings['taint'][number]>();
  readonly #misuse = new Map<string, KeptFindings['misuse'][number]>();
  readonly #m: Machine;
  readonly #ledger: Ledger;
  readonly #options: PiecesOptions;
  readonly #functions: Map<string, FunctionIr>;
  readonly #kept = new Map<string, KeptPiece>();
  readonly #files = new Map<string, number>();
  readonly #accessors = new Map<string, readonly string[]>();
  readonly #known: KnownWork | undefined;
  readonly #context: string;
  /** How many were taken over. */
  reused = 0;

  /** After the code of all modules was run. */
  constructor(m: Machine, ledger: Ledger, options: PiecesOptions) {
    this.#m = m;
    this.#ledger = ledger;
    this.#options = options;
    this.#functions = new Map(
      options.files.flatMap(({ functions }) => functions.map((fn) => [nameOf(fn), fn])),
    );
    this.#context = String(m.numbers.areMet);
    this.#known = options.known?.context === this.#context ? options.known : undefined;
    this.#take(this.#foundBy(), [], m.visited, m.called);
  }

  /** Does a piece or takes it over; gives its steps. */
  run(name: string, fn: FunctionIr, most: number, work: () => boolean): number {
    const key = `${name} ${nameOf(fn)}`;
    const known = this.#known?.pieces.get(key);
    if (known !== undefined && known.steps <= most && this.#holds(known)) {
      this.#repeat(key, known);
      return known.steps;
    }
    let isWhole = false;
    const piece = this.done(fn, () => {
      isWhole = work();
    });
    if (isWhole && !piece.leavesValues) this.#kept.set(key, this.#keep(piece));
    return this.#m.usedSteps;
  }

  /** Does a piece that is done each time. */
  done(fn: FunctionIr, work: () => void): Piece & { found: KeptFindings } {
    const m = this.#m;
    m.flows = new Map();
    m.misuses = new Map();
    m.visited = new Set();
    m.called = new Set();
    m.refuted.clear();
    const piece = this.#ledger.open(null);
    this.#ledger.enters(fn.file.path);
    try {
      work();
    } finally {
      this.#ledger.close();
    }
    const found = this.#foundBy();
    this.#take(found, m.refuted, m.visited, m.called);
    return { ...piece, found };
  }

  findings(): { taint: KeptFindings['taint'][number][2][]; misuse: KeptFindings['misuse'][number][2][] } {
    const { tests } = this.#options;
    return {
      taint: [...this.#taint.values()].map(([, , finding]) => finding),
      misuse: [...this.#misuse.values()]
        .filter(([, confidence, { place }]) => confidence >= 0.5 || !tests.has(place.file))
        .map(([, , finding]) => finding),
    };
  }

  /** What the next analysis may take over. */
  toKeep(): KeptWork {
    return {
      context: this.#context,
      files: [...this.#files.keys()],
      accessors: this.#accessors,
      pieces: this.#kept,
    };
  }

  #foundBy(): KeptFindings {
    const { tests } = this.#options;
    return {
      taint: [...this.#m.flows].map(([key, flow]) => [key, strengthOf(flow.taint), toFinding(flow, tests)]),
      misuse: [...this.#m.misuses].map(([key, misuse]) => [key, misuse.confidence, toMisuse(misuse, tests)]),
    };
  }

  #take(
    { taint, misuse }: KeptFindings,
    refuted: Iterable<string>,
    visited: Iterable<FunctionIr>,
    called: Iterable<FunctionIr>,
  ): void {
    for (const key of refuted) this.#taint.delete(key);
    for (const one of taint) {
      const before = this.#taint.get(one[0]);
      if (before === undefined || before[1] < one[1]) this.#taint.set(one[0], one);
    }
    for (const one of misuse) {
      const before = this.#misuse.get(one[0]);
      if (before === undefined || before[1] < one[1]) this.#misuse.set(one[0], one);
    }
    for (const fn of visited) this.visited.add(fn);
    for (const fn of called) this.called.add(fn);
  }

  #holds({ files, asked, states, cells, accessors }: KeptPiece): boolean {
    const known = this.#known;
    return (
      known !== undefined &&
      files.every(known.isFileSame) &&
      asked.every(known.isAnswerSame) &&
      states.every(([path, state]) => this.#ledger.stateOf(path) === state) &&
      cells.every(([key, value]) => isSame(this.#ledger.cells.get(key), value)) &&
      accessors.every(([name, has]) => this.#m.program.hasAccessor(name) === has)
    );
  }

  #repeat(key: string, piece: KeptPiece): void {
    this.reused++;
    const { program } = this.#m;
    const files = piece.files.map((at) => this.#known?.files[at] ?? '');
    for (const path of files) {
      this.#options.questions.readBefore(path);
      const names = this.#known?.accessors.get(path);
      if (names === undefined) continue;
      this.#accessors.set(path, names);
      if (!program.isRead(path)) program.addAccessors(names);
    }
    for (const [name, value] of piece.written) this.#write(name, value);
    const resolve = (names: readonly string[]) => names.flatMap((name) => this.#functions.get(name) ?? []);
    this.#take(piece.found, piece.refuted, resolve(piece.visited), resolve(piece.called));
    this.#kept.set(key, {
      ...piece,
      files: files.map((path) => this.#numberOf(path)),
      asked: piece.asked.map((at) => this.#options.questions.again(at)),
    });
  }

  #write(name: string, value: KeptPiece['written'][number][1]): void {
    this.#ledger.setCell(name, value);
    const at = name.lastIndexOf(' roles');
    if (at === -1 || at + 6 !== name.length) return;
    const fn = this.#functionNamed(name.slice(0, at));
    if (fn !== undefined) this.#m.shared.setRoles(fn, value as unknown as readonly (Role | null)[]);
  }

  #functionNamed(name: string): FunctionIr | undefined {
    const known = this.#functions.get(name);
    if (known !== undefined) return known;
    const file = this.#m.program.file(name.slice(0, name.lastIndexOf('#')));
    return file?.functions.find((fn) => nameOf(fn) === name);
  }

  #keep(piece: Piece & { found: KeptFindings }): KeptPiece {
    const m = this.#m;
    for (const path of piece.files) this.#noteAccessors(path);
    const names = (of: Iterable<FunctionIr>) =>
      [...of].map(nameOf).filter((name) => this.#functions.has(name));
    return {
      files: [...piece.files].map((path) => this.#numberOf(path)),
      asked: [...piece.asked],
      states: [...piece.states],
      cells: [...piece.cells],
      accessors: [...piece.accessors],
      written: [...piece.written],
      visited: names(m.visited),
      called: names(m.called),
      found: piece.found,
      refuted: [...m.refuted],
      steps: m.usedSteps,
    };
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

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
