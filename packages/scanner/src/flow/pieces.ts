import type { FunctionIr } from '../ir/ir.ts';
import type { FileTurns, Turn } from './file-turns.ts';
import type { FlowLimits } from './flow-work.ts';
import { toFinding, toMisuse } from './found-flows.ts';
import type { KeptFindings, KeptPiece, KeptResult, KeptWork, KnownWork, Questions } from './kept-work.ts';
import { KnownModules } from './known-modules.ts';
import type { Ledger } from './ledger.ts';
import type { Piece } from './ledger-types.ts';
import type { Machine } from './machine.ts';
import { findingsOfFlows, sinkOfKey } from './passed-values.ts';
import { Resting } from './resting.ts';
import { nameOf } from './shared.ts';
import { strengthOf } from './value.ts';

export interface PiecesOptions {
  ledger: Ledger;
  tests: ReadonlySet<string>;
  paths: readonly string[];
  known: KnownWork | undefined;
  questions: Questions;
  limits: FlowLimits;
}

/**
 * The modules and entry points of an application, each as a piece that runs, or is reused from an earlier analysis if
 * all its dependencies are unchanged. Results are combined in order, so it makes no difference which.
 */
export class Pieces {
  /** Functions by name. */
  readonly visited = new Set<string>();
  readonly called = new Set<string>();
  readonly resting: Resting;
  readonly #modules: KnownModules;
  readonly #taint = new Map<string, KeptFindings['taint'][number]>();
  readonly #misuse = new Map<string, KeptFindings['misuse'][number]>();
  readonly #m: Machine;
  readonly #ledger: Ledger;
  readonly #tests: ReadonlySet<string>;
  readonly #paths: ReadonlySet<string>;
  readonly #kept = new Map<string, KeptPiece>();
  #known: KnownWork['pieces'] | undefined;
  #context = '';
  /** How many entry points were reused. */
  reused = 0;

  constructor(m: Machine, { ledger, tests, paths, known, questions, limits }: PiecesOptions) {
    this.#m = m;
    this.#ledger = ledger;
    this.#tests = tests;
    this.#paths = new Set(paths);
    this.resting = new Resting(m, ledger, { known, questions });
    this.#modules = new KnownModules(m, ledger, this.resting, limits);
  }

  /** Reuses a module if possible. */
  takesOver(path: string): boolean {
    const told = this.#modules.takeOver(path);
    if (told !== undefined) this.#take(told);
    return told !== undefined;
  }

  /** Runs a module; returns whether it ran to completion. */
  module(path: string, work: () => boolean): boolean {
    this.#begin();
    this.#ledger.closed = null;
    const isWhole = work();
    const told = this.#told();
    this.#take(told);
    if (isWhole) this.#modules.keep(path, told);
    return isWhole;
  }

  /** Called after the modules. */
  beginEntries(): void {
    this.#context = String(this.#m.numbers.areMet);
    const { known } = this.resting;
    this.#known = known?.context === this.#context ? known.pieces : undefined;
  }

  /** Runs or reuses a piece; returns its steps. */
  run(name: string, turn: Turn, most: number, work: (fn: FunctionIr) => boolean): number {
    const key = `${name} ${turn.name}`;
    const known = this.#known?.get(key);
    if (known !== undefined && known.steps <= most && this.resting.holds(known)) {
      this.reused++;
      this.#kept.set(key, { ...known, ...this.resting.again(known) });
      for (const [cell, value] of known.written) this.#ledger.setCell(cell, value);
      this.#take(known);
      return known.steps;
    }
    const fn = turn.fn();
    let isWhole = false;
    const { piece, told } = this.done(fn, () => {
      isWhole = work(fn);
    });
    if (isWhole && !piece.leavesValues)
      this.#kept.set(key, { ...this.resting.note(piece), ...told, steps: this.#m.usedSteps });
    return this.#m.usedSteps;
  }

  /** Runs a piece that is never reused. */
  done(fn: FunctionIr, work: () => void): { piece: Piece; told: KeptResult } {
    this.#begin();
    const piece = this.#ledger.open(null);
    this.#ledger.enters(fn.file.path);
    try {
      work();
    } finally {
      this.#ledger.close();
    }
    const told = { ...this.#told(), written: [...piece.written] };
    this.#take(told);
    return { piece, told };
  }

  findings(): { taint: KeptFindings['taint'][number][2][]; misuse: KeptFindings['misuse'][number][2][] } {
    return {
      taint: findingsOfFlows(this.#taint.values()),
      misuse: [...this.#misuse.values()]
        .filter(([, confidence, { place }]) => confidence >= 0.5 || !this.#tests.has(place.file))
        .map(([, , finding]) => finding),
    };
  }

  /** The work that the next analysis may reuse. */
  toKeep(turns: readonly FileTurns[]): KeptWork {
    const kept = turns.flatMap((one) => {
      const of = one.toKeep();
      return of === undefined ? [] : [[one.path, of] as const];
    });
    return {
      context: this.#context,
      ...this.resting.toKeep(),
      pieces: this.#kept,
      modules: this.#modules.kept,
      turns: new Map(kept),
    };
  }

  #begin(): void {
    const m = this.#m;
    m.flows = new Map();
    m.misuses = new Map();
    m.visited = new Set();
    m.called = new Set();
    m.refuted = new Set();
  }

  #told(): KeptResult {
    const { flows, misuses, visited, called, refuted } = this.#m;
    const names = (of: Iterable<FunctionIr>) =>
      [...of].flatMap((fn) => (this.#paths.has(fn.file.path) ? nameOf(fn) : []));
    return {
      written: [],
      visited: names(visited),
      called: names(called),
      found: {
        taint: [...flows].map(([key, flow]) => [key, strengthOf(flow.taint), toFinding(flow, this.#tests)]),
        misuse: [...misuses].map(([key, misuse]) => [key, misuse.confidence, toMisuse(misuse, this.#tests)]),
      },
      refuted: [...refuted],
    };
  }

  #take({ found: { taint, misuse }, refuted, visited, called }: KeptResult): void {
    for (const key of refuted)
      for (const known of this.#taint.keys()) if (sinkOfKey(known) === key) this.#taint.delete(known);
    for (const one of taint) {
      const before = this.#taint.get(one[0]);
      if (before === undefined || before[1] < one[1]) this.#taint.set(one[0], one);
    }
    for (const one of misuse) {
      const before = this.#misuse.get(one[0]);
      if (before === undefined || before[1] < one[1]) this.#misuse.set(one[0], one);
    }
    for (const name of visited) this.visited.add(name);
    for (const name of called) this.called.add(name);
  }
}
