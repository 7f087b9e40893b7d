import type { ClassIr, Expr, FileIr, FunctionIr, Stmt } from '../ir/ir.ts';
import { threadMs } from '../read/thread-clock.ts';
import type { FlowKind, MisuseKind } from '../types/flow-findings.ts';
import type { CallSite } from './call-site.ts';
import { Carried } from './carried.ts';
import type { Flow, Misuse } from './flow.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';
import type { Ledger } from './ledger.ts';
import type { Program } from './program.ts';
import { Shared } from './shared.ts';
import { dropLocals, type Frame, flatten, type HeapObject, joinInto, newObject, State } from './state.ts';
import { joinValues, strengthOf, type Taint, unknown, type Value } from './value.ts';

/** Functions of the parts above that those below call. */
export interface MachineLinks {
  moduleExports(m: Machine, file: FileIr, name: string): Value | null;
  checkWrite(m: Machine, o: Value, name: string, value: Value, e: Expr): void;
  runCallbacks(m: Machine, site: CallSite, given?: readonly Taint[]): void;
  runSetup(m: Machine, cls: ClassIr): void;
  invoke(
    m: Machine,
    fn: FunctionIr,
    self: Value | null,
    args: readonly Value[],
    named: ReadonlyMap<string, Value>,
    e: Expr,
  ): Value;
}

export type Observe = (e: Expr, value: Value, file: FileIr) => Value;

class BudgetError extends Error {}

const MAX_DEPTH = 10;

/** Runs the intermediate form over abstract values. One machine for one application; not thread-safe, and it need not be. */
export class Machine {
  readonly program: Program;
  flows = new Map<string, Flow>();
  misuses = new Map<string, Misuse>();
  /** Flows that were found before and are none, by their keys. */
  refuted = new Set<string>();
  /** Keys of names that nothing declares, and that were given a value. */
  readonly globals = new Set<string>();
  /** Where it is noted what the work rests on. */
  readonly ledger: Ledger | null;
  readonly shared: Shared;
  s: State = new State(null);
  /** The innermost call; null where nothing runs. */
  running: Frame | null = null;
  model!: IndexedModel;
  private nextObject = 1;
  /** Steps of the last `within`. */
  usedSteps = 0;
  private stepLimit = Number.POSITIVE_INFINITY;
  private deadline = Number.POSITIVE_INFINITY;
  visited = new Set<FunctionIr>();
  /** Functions that others of the program call. */
  called = new Set<FunctionIr>();
  runs = new Map<FunctionIr, number>();
  /** Whether any expression was found harmless by its text. */
  guards = false;
  results = new Map<FunctionIr, Value>();
  /** The same of runs that were given nothing from outside. */
  plainRuns = new Map<FunctionIr, number>();
  plainResults = new Map<FunctionIr, Value>();
  /** Classes whose own code of the beginning was run. */
  readonly loaded = new Set<ClassIr>();
  /** For an object of an inner class the one of the class around in which it was made. */
  readonly outers = new Map<number, Value>();
  /** Classes whose fields are being given their first values. */
  initializing = new Set<ClassIr>();
  /** The exported function whose parameters count as sources now. */
  libraryRoot: FunctionIr | null = null;
  /** The file whose own code runs; null where an entry point does. */
  module: FileIr | null = null;
  /** What was left with requests. */
  readonly carried = new Carried();
  /** Whether other programs call what the file exports. */
  isPublic: (path: string) => boolean = () => false;
  /** Parts that need each other meet here, not by import. */
  links!: MachineLinks;
  handlers!: LanguageHandlers;
  evalExpr!: (expr: Expr) => Value;
  /** Sees each value, and may give another one: how rules of others look at the data that is followed. */
  observe: Observe | null = null;
  /** Whether any number from outside was met, and whether a comparison is under way, which may ask if a sum fits. */
  readonly numbers = { areMet: false, isComparing: false };
  /** What was thrown since the innermost `try` began. */
  thrown: readonly Taint[] = [];
  execStmts!: (body: readonly Stmt[]) => void;

  constructor(program: Program) {
    this.program = program;
    this.ledger = program.ledger;
    this.shared = new Shared(program.ledger);
  }

  /** Runs `work` within bounds; returns false when they were reached. */
  within(stepLimit: number, budgetMs: number, work: () => void): boolean {
    const { s, running, stepLimit: outerLimit, deadline } = this;
    this.usedSteps = 0;
    this.stepLimit = stepLimit;
    this.deadline = threadMs() + budgetMs;
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof BudgetError || error instanceof RangeError) return false;
      throw error;
    } finally {
      Object.assign(this, { s, running, stepLimit: outerLimit, deadline });
    }
  }

  tick(): void {
    this.usedSteps++;
    if (this.usedSteps > this.stepLimit || ((this.usedSteps & 1023) === 0 && threadMs() > this.deadline))
      throw new BudgetError();
  }

  /** The innermost call, for what happens in one. */
  get frame(): Frame {
    if (this.running === null) throw new Error('Nothing runs here.');
    return this.running;
  }

  get file(): FileIr {
    return this.frame.file;
  }

  // ---- Objects ----

  allocate(object: HeapObject): number {
    const id = this.nextObject++;
    this.s.heap.set(id, object);
    return id;
  }

  make(kind: HeapObject['kind'], type: string | null = null, cls: ClassIr | null = null): Value {
    return { ...unknown, type, objs: [this.allocate(newObject(kind, type, cls))] };
  }

  /** Changes the object when there is one alone; else each may have been changed. */
  update(
    value: Value,
    change: (object: HeapObject) => HeapObject,
    join: (before: HeapObject, after: HeapObject) => HeapObject,
  ): void {
    for (const id of value.objs) {
      const before = this.s.object(id);
      if (before === undefined) continue;
      const after = change(before);
      this.s.heap.set(id, value.objs.length === 1 ? after : join(before, after));
    }
  }

  // ---- Control ----

  fork(): State {
    return new State(this.s);
  }

  /** Runs each branch on its own layer and joins them. */
  branch(branches: readonly (() => void)[]): void {
    const base = this.s;
    const layers: State[] = [];
    for (const run of branches) {
      this.s = new State(base);
      run();
      layers.push(this.s);
    }
    this.s = base;
    joinInto(base, layers);
  }

  leave(exits: State[], base: State): void {
    exits.push(flatten(this.s, base));
    this.s.dead = true;
  }

  // ---- Functions ----

  /** Runs a function's body with its parameters bound by `bind`; `atEnd` sees its variables before they go. Null when it is too deep or calls itself. */
  run(fn: FunctionIr, self: Value | null, bind: () => void, atEnd?: (state: State) => void): Value | null {
    let depth = 0;
    let same = 0;
    for (let frame = this.running; frame !== null; frame = frame.caller) {
      depth++;
      if (frame.fn === fn) same++;
    }
    if (depth > MAX_DEPTH || same > 1) return null;
    this.tick();
    this.ledger?.enters(fn.file.path);
    this.visited.add(fn);
    if (this.running !== null) this.called.add(fn);
    this.runs.set(fn, (this.runs.get(fn) ?? 0) + 1);
    const outer = this.s;
    const model = this.model;
    const base = new State(outer);
    this.s = base;
    const frame: Frame = {
      fn,
      file: fn.file,
      self,
      result: null,
      base,
      exits: [],
      loops: [],
      caller: this.running,
      depth,
    };
    this.running = frame;
    this.model = this.program.modelOf(fn.file.language);
    try {
      bind();
      this.execStmts(fn.body);
      const layers = frame.exits;
      const last = this.s;
      this.s = outer;
      const all = last.dead ? layers : [...layers, flatten(last, base)];
      // What the exits have in common stands in `base`, which is itself a layer over the caller's state.
      joinInto(base, all);
      base.dead = false;
      atEnd?.(base);
      if (!this.program.hasNested(fn)) dropLocals(base, fn);
      joinInto(outer, [base]);
    } finally {
      this.s = outer;
      this.running = frame.caller;
      this.model = model;
    }
    return frame.result ?? unknown;
  }

  forgetRuns(): void {
    this.runs = new Map();
    this.results = new Map();
    this.plainRuns = new Map();
    this.plainResults = new Map();
  }

  /** Does the work of a module by itself: how often functions were run before it, and what they gave, plays no part in it. */
  apart(module: FileIr, work: () => void): void {
    const { runs, results, plainRuns, plainResults, libraryRoot, running, s, module: outer } = this;
    this.forgetRuns();
    this.module = module;
    this.libraryRoot = null;
    this.running = null;
    try {
      work();
    } finally {
      Object.assign(this, { runs, results, plainRuns, plainResults, libraryRoot, running, s, module: outer });
    }
  }

  give(value: Value): void {
    const frame = this.frame;
    frame.result = frame.result === null ? value : joinValues(frame.result, value);
  }

  // ---- Findings ----

  /** A flow is none after all. */
  refute(key: string): void {
    this.flows.delete(key);
    this.refuted.add(key);
  }

  report(kind: FlowKind, taint: Taint, pos: number, end: number, name: string): void {
    const { file, fn } = this.frame;
    const key = `${file.path}:${pos}:${kind}`;
    const known = this.flows.get(key);
    if (known !== undefined && strengthOf(known.taint) >= strengthOf(taint)) return;
    this.flows.set(key, { kind, taint, file, pos, end, name, fn });
  }

  reportMisuse(
    kind: MisuseKind,
    pos: number,
    end: number,
    api: string,
    detail: string,
    confidence: number,
    cwe?: string,
  ): void {
    const { file, fn } = this.frame;
    const key = `${file.path}:${pos}:${kind}`;
    const known = this.misuses.get(key);
    if (known === undefined || known.confidence < confidence)
      this.misuses.set(key, { kind, file, pos, end, api, detail, fn, confidence, cwe });
  }
}
