import { createHash } from 'node:crypto';
import type { FileIr } from '../ir/ir.ts';
import { FunctionMarks } from './function-marks.ts';
import type { Cell, Described, Lookup, Notes, Piece } from './ledger-types.ts';
import { ReadFiles } from './read-files.ts';
import type { State } from './state.ts';

/**
 * Records the dependencies of each piece of work while it runs: files, answers of the application, the state that
 * modules left on the lowest layer, and plain data from other pieces. If all of them are unchanged, so is the piece.
 */
export class Ledger {
  /** Of the current piece, or of the lookup inside it. */
  serial = 0;
  readonly cells = new Map<string, Cell>();
  readonly marks = new FunctionMarks();
  /** The last piece that ended. */
  closed: Piece | null = null;
  readonly #described: Described;
  #lastSerial = 0;
  #pieces: Piece[] = [];
  #notes: Notes;
  /** The state that modules and pieces left in files, by path. Equal if their dependencies are. */
  readonly #states = new Map<string, string>();
  /** Files whose state is not known yet, with the running piece that they wait for. */
  readonly #open = new Map<string, number>();
  readonly #waiting: Piece[] = [];
  readonly #owners = new Map<number, string>();
  readonly #read = new ReadFiles();
  /** Called with a file before the state that its module left is read. */
  onEnter: (path: string) => void = () => undefined;

  constructor(described: Described) {
    this.#described = described;
    const base = this.#newPiece(null);
    this.#pieces.push(base);
    this.#notes = base;
  }

  get piece(): Piece {
    const piece = this.#pieces.at(-1);
    if (piece === undefined) throw new Error('The ledger is closed.');
    return piece;
  }

  // ---- Look-ups ----

  asked(at: number): void {
    this.#notes.asked.add(at);
  }

  lookedAt(path: string): void {
    this.#notes.files.add(path);
  }

  /** Finds something that is not known yet, and records its dependencies. */
  lookUp<Found>(find: () => Found): Lookup<Found> {
    const { serial } = this;
    const outer = this.#notes;
    const notes: Notes = { asked: new Set(), files: new Set() };
    this.#notes = notes;
    this.serial = ++this.#lastSerial;
    try {
      return { value: find(), notes, serial: -1 };
    } finally {
      this.#notes = outer;
      this.serial = serial;
    }
  }

  /** Whoever uses a lookup has its dependencies too. */
  use({ notes: { asked, files } }: Lookup<unknown>): void {
    for (const at of asked) this.#notes.asked.add(at);
    for (const path of files) this.#notes.files.add(path);
  }

  // ---- Files ----

  addFile(file: FileIr): void {
    this.#read.add(file);
    this.marks.applyTo(file);
  }

  // ---- What modules leave on the lowest layer ----

  /** Code of the file runs, or its variables are read. */
  enters(path: string): void {
    const { piece } = this;
    if (piece.states.has(path)) return;
    this.onEnter(path);
    if (path !== '') piece.files.add(path);
    const low = this.#open.get(path);
    if (low !== undefined && low < piece.low) piece.low = low;
    piece.states.set(path, low === undefined ? this.stateOf(path) : 'open');
  }

  /** An object on the lowest layer was read. */
  readonly reads = (id: number): void => {
    const owner = this.#owners.get(id);
    if (owner !== undefined) this.enters(owner);
  };

  stateOf(path: string): string {
    return this.#states.get(path) ?? '';
  }

  /** The module of a file is reused, or has to run after all. */
  setState(path: string, state: string | undefined): void {
    if (state === undefined) this.#states.delete(path);
    else this.#states.set(path, state);
  }

  owns(id: number): void {
    this.#owners.set(id, this.piece.module ?? '');
    this.#changes(this.piece.module ?? '');
  }

  /** A layer is merged into the lowest one. */
  writes(layer: State): void {
    for (const key of layer.vars.keys()) this.#changes(this.#read.ownerOf(key));
    for (const id of layer.heap.keys()) {
      const owner = this.#owners.get(id);
      if (owner === undefined) this.owns(id);
      else this.#changes(owner);
    }
  }

  #changes(path: string): void {
    const { piece } = this;
    if (piece.changed.has(path)) return;
    piece.changed.add(path);
    this.#open.set(path, Math.min(this.#open.get(path) ?? piece.depth, piece.depth));
    this.#leavesBehind();
  }

  /** An entry point that leaves more than plain data, or is the first to run a module, runs each time. */
  #leavesBehind(): void {
    for (const one of this.#pieces) if (one.module === null) one.leavesValues = true;
  }

  // ---- Plain data ----

  cell(key: string): Cell | undefined {
    const { piece } = this;
    const value = this.cells.get(key);
    if (!piece.cells.has(key) && !piece.written.has(key)) piece.cells.set(key, value);
    return value;
  }

  setCell(key: string, value: Cell): void {
    this.resetCell(key, value);
    this.piece.written.set(key, value);
  }

  /** Resets a cell to its previous value, or to one from an earlier analysis. */
  resetCell(key: string, value: Cell | undefined): void {
    if (value === undefined) this.cells.delete(key);
    else this.cells.set(key, value);
    this.marks.set(key, value);
  }

  /** The current piece depends on a value from before it. */
  depends(key: string, value: Cell): void {
    this.piece.cells.set(key, value);
  }

  /** Something other than plain data is left for others. */
  leaves(key: string): void {
    const { module } = this.piece;
    const before = this.cells.get(key);
    this.piece.leavesValues = true;
    this.setCell(key, [...(Array.isArray(before) ? before : []), module]);
    this.#leavesBehind();
  }

  /** Such a value is read. */
  takes(key: string): void {
    const writers = this.cell(key);
    if (Array.isArray(writers))
      for (const writer of writers) {
        if (typeof writer === 'string') this.enters(writer);
        else this.piece.leavesValues = true;
      }
  }

  leavesValues(): void {
    this.piece.leavesValues = true;
  }

  hasCode(name: string, has: boolean): void {
    const { accessors } = this.piece;
    if (!accessors.has(name)) accessors.set(name, has);
  }

  // ---- Pieces ----

  /** Works outside all running pieces. */
  outside(work: () => void): void {
    const pieces = this.#pieces;
    const notes = this.#notes;
    const { serial } = this;
    const base = pieces[0] ?? this.piece;
    this.#pieces = [base];
    this.#notes = base;
    try {
      work();
    } finally {
      this.#pieces = pieces;
      this.#notes = notes;
      this.serial = serial;
    }
  }

  open(module: string | null): Piece {
    const piece = this.#newPiece(module);
    if (module !== null) for (const one of this.#pieces) one.runsOthers = true;
    this.#pieces.push(piece);
    this.#notes = piece;
    this.serial = piece.serial;
    this.enters('');
    if (module !== null) {
      this.enters(module);
      this.#open.set(module, Math.min(this.#open.get(module) ?? piece.depth, piece.depth));
      piece.changed.add(module);
      this.#leavesBehind();
    }
    return piece;
  }

  close(): void {
    const piece = this.#pieces.pop();
    const outer = this.piece;
    if (piece === undefined) return;
    this.closed = piece;
    this.#notes = outer;
    this.serial = outer.serial;
    if (piece.low < piece.depth) {
      this.#waiting.push(piece);
      outer.low = Math.min(outer.low, piece.low);
      for (const path of piece.changed)
        this.#open.set(path, Math.min(this.#open.get(path) ?? piece.low, piece.low));
      return;
    }
    const members = [...this.#waiting.splice(piece.waitingBefore), piece];
    const changed = new Set(members.flatMap((one) => [...one.changed]));
    if (changed.size === 0) return;
    const identity = this.#identityOf(members, changed);
    for (const path of changed) {
      const holder = this.#pieces.find((one) => one.changed.has(path));
      if (holder === undefined) this.#open.delete(path);
      else this.#open.set(path, holder.depth);
      this.#states.set(path, short([this.stateOf(path), identity]));
    }
  }

  #identityOf(members: readonly Piece[], changed: ReadonlySet<string>): string {
    return short(
      members.map(({ asked, files, states, cells, accessors }) => [
        [...files].sort().map((path) => [path, this.#described.likenessOf(path)]),
        [...asked].map((at) => this.#described.questionAt(at)).sort(),
        [...states].map(([path, first]) => [path, first, changed.has(path) ? '' : this.stateOf(path)]).sort(),
        [...cells].map(([key, value]) => JSON.stringify([key, value])).sort(),
        [...accessors].sort(),
      ]),
    );
  }

  #newPiece(module: string | null): Piece {
    return {
      module,
      serial: ++this.#lastSerial,
      depth: this.#pieces.length,
      asked: new Set(),
      files: new Set(),
      states: new Map(),
      cells: new Map(),
      written: new Map(),
      accessors: new Map(),
      changed: new Set(),
      leavesValues: false,
      runsOthers: false,
      low: Number.POSITIVE_INFINITY,
      waitingBefore: this.#waiting.length,
    };
  }
}

function short(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64').slice(0, 20);
}
