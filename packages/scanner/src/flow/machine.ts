import type { ClassIr, Expr, FileIr, FunctionIr, Stmt } from '../ir/ir.ts';
import { threadMs } from '../read/thread-clock.ts';
import type { FlowKind, MisuseKind } from '../types/flow-findings.ts';
import type { CallSite } from './call-site.ts';
import type { Role } from './handler-roles.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';
import type { Cell, Ledger } from './ledger.ts';
import type { Program } from './program.ts';
import { type Frame, flatten, type HeapObject, joinInto, newObject, State } from './state.ts';
import { type Callable, joinValues, strengthOf, type Taint, unknown, type Value } from './value.ts';

export interface Flow {
  kind: FlowKind;
  taint: Taint;
  file: FileIr;
  pos: number;
  end: number;
  name: string;
  fn: FunctionIr;
}

export interface Misuse {
  kind: MisuseKind;
  file: FileIr;
  pos: number;
  end: number;
  api: string;
  detail: string;
  fn: FunctionIr;
  confidence: number;
  cwe: string | undefined;
}

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

const maxDepth = 10;

/** Runs the intermediate form over abstract values. One machine for one application; not thread-safe, and it need not be. */
export class Machine {
  readonly program: Program;
  flows = new Map<string, Flow>();
  misuses = new Map<string, Misuse>();
  /** Flows that were found before and are none, by their keys. */
  readonly refuted = new Set<string>();
  /** Keys of names that nothing declares, and that were given a value. */
  readonly globals = new Set<string>();
  /** Where it is noted what the work rests on. */
  readonly ledger: Ledger | null;
  readonly #cells = new Map<string, Cell>();
  s: State = new State(null);
  /** The innermost call; null where nothing runs. */
  running: Frame | null = null;
  model!: IndexedModel;
  private nextObject = 1;
  private steps = 0;
  private stepLimit = 0;
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
  /** What the parameters of handlers are, by where the handler was registered. */
  readonly roles = new Map<FunctionIr, readonly (Role | null)[]>();
  /** Functions that listen for an event, by its name. */
  readonly listeners = new Map<string, readonly Callable[]>();
  /** What the input of remote procedures has passed before they run. */
  readonly inputSchemas = new Map<FunctionIr, Value>();
  /** Classes whose own code of the beginning was run. */
  readonly loaded = new Set<ClassIr>();
  /** For an object of an inner class the one of the class around in which it was made. */
  readonly outers = new Map<number, Value>();
  /** Classes whose fields are being given their first values. */
  readonly initializing = new Set<ClassIr>();
  /** The exported function whose parameters count as sources now. */
  libraryRoot: FunctionIr | null = null;
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
  }

  // ---- What entry points leave for one another ----

  /** Plain data under a name; the first part says of which function. */
  cell(fn: FunctionIr, name: string): Cell | undefined {
    const key = `${nameOf(fn)} ${name}`;
    return this.ledger === null ? this.#cells.get(key) : this.ledger.cell(key);
  }

  setCell(fn: FunctionIr, name: string, value: Cell): void {
    const key = `${nameOf(fn)} ${name}`;
    if (this.ledger === null) this.#cells.set(key, value);
    else this.ledger.setCell(key, value);
  }

  rolesOf(fn: FunctionIr): readonly (Role | null)[] | undefined {
    this.ledger?.cell(`${nameOf(fn)} roles`);
    return this.roles.get(fn);
  }

  setRoles(fn: FunctionIr, roles: readonly (Role | null)[]): void {
    this.ledger?.setCell(`${nameOf(fn)} roles`, roles as readonly Cell[]);
    this.roles.set(fn, roles);
  }

  schemaOf(fn: FunctionIr): Value | undefined {
    this.ledger?.takes(`${nameOf(fn)} schema`);
    return this.inputSchemas.get(fn);
  }

  setSchema(fn: FunctionIr, schema: Value): void {
    this.ledger?.leaves(`${nameOf(fn)} schema`);
    this.inputSchemas.set(fn, schema);
  }

  listenersOf(event: string): readonly Callable[] {
    this.ledger?.takes(`listeners of ${event}`);
    return this.listeners.get(event) ?? [];
  }

  addListeners(event: string, given: readonly Callable[]): void {
    this.ledger?.leaves(`listeners of ${event}`);
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), ...given].slice(-8));
  }

  /** Whoever loads the program may call it. */
  exportFunction(fn: FunctionIr): void {
    if (fn.isExported) return;
    fn.isExported = true;
    this.setCell(fn, 'exported', true);
  }

  /** Runs `work` within bounds; returns false when they were reached. */
  within(stepLimit: number, budgetMs: number, work: () => void): boolean {
    this.steps = 0;
    this.stepLimit = stepLimit;
    this.deadline = threadMs() + budgetMs;
    const { s, running } = this;
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof BudgetError || error instanceof RangeError) return false;
      throw error;
    } finally {
      this.s = s;
      this.running = running;
      this.deadline = Number.POSITIVE_INFINITY;
      this.stepLimit = Number.POSITIVE_INFINITY;
    }
  }

  /** Steps of the last `within`. */
  get usedSteps(): number {
    return this.steps;
  }

  tick(): void {
    this.steps++;
    if (this.steps > this.stepLimit || ((this.steps & 1023) === 0 && threadMs() > this.deadline))
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
    if (depth > maxDepth || same > 1) return null;
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

  /** Does work by itself: how often functions were run before it, and what they gave, plays no part in it. */
  apart(work: () => void): void {
    const { runs, results, plainRuns, plainResults, libraryRoot, running, s } = this;
    this.forgetRuns();
    this.libraryRoot = null;
    this.running = null;
    try {
      work();
    } finally {
      Object.assign(this, { runs, results, plainRuns, plainResults, libraryRoot, running, s });
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

/** A name of a function that is the same as long as its file is. */
export function nameOf({ id, file }: FunctionIr): string {
  return `${file.path}#${id - file.top.id}`;
}

/** What nobody can read any more need not be carried on. */
function dropLocals(state: State, fn: FunctionIr): void {
  const prefix = `${fn.id}:`;
  for (const key of state.vars.keys()) if (key.startsWith(prefix)) state.vars.delete(key);
}
