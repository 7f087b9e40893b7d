import type { FlowLimits } from './flow-work.ts';
import type { KeptModule, KeptResult } from './kept-work.ts';
import type { Ledger } from './ledger.ts';
import type { Machine } from './machine.ts';
import { runModule } from './modules.ts';
import { isSame, numbersKey, type Resting } from './resting.ts';
import { Stale } from './stale.ts';

/**
 * Modules of an earlier analysis whose code need not run: their dependencies are unchanged, and so are their
 * effects. One is read and run after all when a piece looks at its effects.
 */
export class KnownModules {
  readonly kept = new Map<string, KeptModule>();
  readonly #waiting = new Map<string, KeptModule>();
  readonly #m: Machine;
  readonly #ledger: Ledger;
  readonly #resting: Resting;
  readonly #limits: FlowLimits;

  constructor(m: Machine, ledger: Ledger, resting: Resting, limits: FlowLimits) {
    this.#m = m;
    this.#ledger = ledger;
    this.#resting = resting;
    this.#limits = limits;
    ledger.onEnter = (path) => {
      const known = this.#waiting.get(path);
      if (known === undefined) return;
      this.#waiting.delete(path);
      this.#bring(path, known);
    };
  }

  /** Leaves what the module left, without running it; gives what it told. Undefined where it has to be run. */
  takeOver(path: string): KeptResult | undefined {
    const known = this.#resting.known?.modules.get(path);
    if (known === undefined || !this.#resting.holds(known)) return undefined;
    this.kept.set(path, { ...known, ...this.#resting.again(known) });
    for (const [key, value] of known.written) this.#ledger.setCell(key, value);
    this.#m.numbers.areMet = known.numbersMet;
    this.#ledger.setState(path, known.state);
    this.#waiting.set(path, known);
    return known;
  }

  /** After a module was run from the first to the last. */
  keep(path: string, told: KeptResult): void {
    const piece = this.#ledger.closed;
    if (piece === null || piece.module !== path) return;
    const { leavesValues, runsOthers, low, depth, changed } = piece;
    if (leavesValues || runsOthers || low < depth || changed.size > 1) return;
    this.kept.set(path, {
      ...this.#resting.note(piece),
      ...told,
      written: [...piece.written],
      state: this.#ledger.stateOf(path),
      numbersMet: this.#m.numbers.areMet,
    });
  }

  /** Reads and runs it as it was run then. */
  #bring(path: string, known: KeptModule): void {
    const ledger = this.#ledger;
    const isUnchanged =
      ledger.stateOf(path) === known.state &&
      known.written.every(([key, value]) => isSame(ledger.cells.get(key), value));
    if (!isUnchanged) throw new Stale();
    const written = new Map(known.written);
    for (const [key, value] of known.cells) if (written.has(key)) ledger.resetCell(key, value);
    ledger.setState(path, known.states.find(([of]) => of === path)?.[1]);
    ledger.outside(() => this.#run(path, known));
    if (ledger.stateOf(path) !== known.state) throw new Stale();
  }

  #run(path: string, { cells, accessors }: KeptModule): void {
    const m = this.#m;
    const {
      s,
      model,
      libraryRoot,
      flows,
      misuses,
      refuted,
      visited,
      called,
      initializing,
      thrown,
      usedSteps,
    } = m;
    const { areMet, isComparing } = m.numbers;
    let root = s;
    while (root.parent !== null) root = root.parent;
    m.s = root;
    Object.assign(m, { flows: new Map(), misuses: new Map(), refuted: new Set(), visited: new Set() });
    Object.assign(m, { called: new Set(), initializing: new Set(), thrown: [] });
    m.numbers.areMet = cells.find(([key]) => key === numbersKey)?.[1] === true;
    m.numbers.isComparing = false;
    m.program.accessorsThen = new Map(accessors);
    try {
      const file = m.program.file(path);
      if (file === null) throw new Stale();
      m.model = m.program.modelOf(file.language);
      const { fileSteps, rootMs } = this.#limits;
      if (!m.within(fileSteps, rootMs, () => runModule(m, file))) throw new Stale();
    } finally {
      Object.assign(m, { s, model, libraryRoot, flows, misuses, refuted, visited, called });
      Object.assign(m, { initializing, thrown, usedSteps });
      Object.assign(m.numbers, { areMet, isComparing });
      m.program.accessorsThen = null;
    }
  }
}
