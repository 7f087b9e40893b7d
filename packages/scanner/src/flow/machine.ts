import type { ClassIr, Expr, FileIr, FunctionIr, Stmt } from '../ir/ir.ts';
import { threadMs } from '../read/thread-clock.ts';
import type { FlowKind, MisuseKind } from '../types/flow-findings.ts';
import type { CallSite } from './call-site.ts';
import { Carried } from './carried.ts';
import type { Flow, Misuse } from './flow.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';
import type { Ledger } from './ledger.ts';
import { callThatPasses, flowKey, kindsOfCallers, sinkOfKey } from './passed-values.ts';
import type { Program } from './program.ts';
import { Shared } from './shared.ts';
import {
  dropLocals,
  type Frame,
  flatten,
  type HeapObject,
  joinInto,
  newFrame,
  newObject,
  State,
} from './state.ts';
import { joinValues, strengthOf, type Taint, unknown, type Value } from './value.ts';

/** Functions of higher modules that lower ones call. */
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

/** Runs the intermediate representation on abstract values. One machine per application; not thread-safe. */
export class Machine {
  readonly program: Program;
  flows = new Map<string, Flow>();
  misuses = new Map<string, Misuse>();
  /** Keys of flows that were found and then disproved. */
  refuted = new Set<string>();
  /** Keys of undeclared names that were assigned. */
  readonly globals = new Set<string>();
  /** Records the dependencies of the work. */
  readonly ledger: Ledger | null;
  readonly shared: Shared;
  s: State = new State(null);
  /** The innermost call; null while nothing runs. */
  running: Frame | null = null;
  model!: IndexedModel;
  private nextObject = 1;
  /** Steps of the last `within`. */
  usedSteps = 0;
  private stepLimit = Number.POSITIVE_INFINITY;
  private deadline = Number.POSITIVE_INFINITY;
  visited = new Set<FunctionIr>();
  /** Functions called by others in the program. */
  called = new Set<FunctionIr>();
  runs = new Map<FunctionIr, number>();
  /** Whether any expression was found harmless by its text. */
  guards = false;
  results = new Map<FunctionIr, Value>();
  /** The same for runs without untrusted input. */
  plainRuns = new Map<FunctionIr, number>();
  plainResults = new Map<FunctionIr, Value>();
  /** Classes whose load-time code was run. */
  readonly loaded = new Set<ClassIr>();
  /** For an object of an inner class, the outer object that created it. */
  readonly outers = new Map<number, Value>();
  /** Classes whose fields are being initialized. */
  initializing = new Set<ClassIr>();
  /** The exported function whose parameters currently count as sources. */
  libraryRoot: FunctionIr | null = null;
  /** The file whose own code runs; null while an entry point runs. */
  module: FileIr | null = null;
  /** Data attached to requests. */
  readonly carried = new Carried();
  /** Whether other programs call the file's exports. */
  isPublic: (path: string) => boolean = () => false;
  /** Mutually dependent modules meet here instead of importing each other. */
  links!: MachineLinks;
  handlers!: LanguageHandlers;
  evalExpr!: (expr: Expr) => Value;
  /** Sees each value and may replace it: the hook of custom rules. */
  observe: Observe | null = null;
  /**
   * Whether any untrusted number was seen, and whether a comparison is being evaluated, which may test
   * whether a sum fits.
   */
  readonly numbers = { areMet: false, isComparing: false };
  /** What was thrown since the innermost `try` began. */
  thrown: readonly Taint[] = [];
  execStmts!: (body: readonly Stmt[]) => void;

  constructor(program: Program) {
    this.program = program;
    this.ledger = program.ledger;
    this.shared = new Shared(program.ledger);
  }

  /** Runs `work` within limits; returns false if they were reached. */
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

  /** The innermost call. Throws if nothing runs. */
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

  /** Changes the object if it is the only one; otherwise each may have changed. */
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

  /**
   * Runs a function's body with its parameters bound by `bind`. `atEnd` sees its variables before they are dropped.
   * Null if the call is too deep or recursive.
   */
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
    const frame = newFrame(fn, { self, base, caller: this.running, depth });
    this.running = frame;
    this.model = this.program.modelOf(fn.file.language);
    try {
      bind();
      this.execStmts(fn.body);
      const layers = frame.exits;
      const last = this.s;
      this.s = outer;
      const all = last.dead ? layers : [...layers, flatten(last, base)];
      // `base` has what the exits have in common. It is itself a layer over the caller's state.
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

  /** Runs a module's code independently: earlier run counts and results of functions do not matter. */
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

  /** Marks a flow as disproved. */
  refute(key: string): void {
    for (const known of this.flows.keys()) if (sinkOfKey(known) === key) this.flows.delete(known);
    this.refuted.add(key);
  }

  /** With the value of the sink, flows are distinguished by the call that passes it. */
  report(kind: FlowKind, taint: Taint, pos: number, end: number, name: string, value?: Value): void {
    const { file, fn } = this.frame;
    const passedAt =
      value === undefined || !kindsOfCallers.has(kind) ? null : callThatPasses(this.frame, value);
    const key = flowKey(`${file.path}:${pos}:${kind}`, passedAt);
    const known = this.flows.get(key);
    if (known !== undefined && strengthOf(known.taint) >= strengthOf(taint)) return;
    this.flows.set(key, { kind, taint, file, pos, end, name, fn, passedAt });
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
