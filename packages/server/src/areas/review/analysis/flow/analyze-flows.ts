import { setImmediate } from 'node:timers/promises';
import type { EngineFault } from '../../types/application-index.ts';
import type { CodePlace, MisuseFinding, TaintFinding } from '../../types/flow-findings.ts';
import { faultAt } from '../fault.ts';
import { type ClassIr, type FileIr, type FunctionIr, placeOf } from '../ir/ir.ts';
import { checkHeaderWrite } from './answers.ts';
import { runCallbacks } from './callbacks.ts';
import { initializeFields } from './construction.ts';
import { evalExpr } from './expressions.ts';
import { invoke, parameterValue } from './invoke.ts';
import { cweOf } from './kinds.ts';
import { type Flow, Machine, type Misuse } from './machine.ts';
import { moduleExports, runModule } from './modules.ts';
import { Program, type ProgramSource } from './program.ts';
import { checkWrite } from './sinks.ts';
import { State } from './state.ts';
import { execStmts } from './statements.ts';
import { type Step, unknown, type Value } from './value.ts';

export interface FlowLimits {
  /** Steps of the machine for one entry point, and for all of one file. Steps, not time, so that equal files give equal findings. */
  rootSteps: number;
  fileSteps: number;
  /** Milliseconds for one entry point: only against what steps do not count. */
  rootMs: number;
  shouldStop: () => boolean;
}

export interface FlowResult {
  taint: TaintFinding[];
  misuse: MisuseFinding[];
  /** Files whose entry points were not all run to their end. */
  cut: string[];
  /** Where the engine itself failed. */
  faults: EngineFault[];
}

/** Runs every entry point of `paths` and tells where data from outside ends up. */
export async function analyzeFlows(
  source: ProgramSource,
  paths: readonly string[],
  tests: ReadonlySet<string>,
  limits: FlowLimits,
): Promise<FlowResult> {
  const program = new Program(source);
  const m = new Machine(program);
  m.links = { moduleExports, checkWrite, checkHeaderWrite, runCallbacks, invoke };
  m.evalExpr = (e) => evalExpr(m, e);
  m.execStmts = (body) => execStmts(m, body);
  const cut = new Set<string>();
  const faults: EngineFault[] = [];
  const run = (path: string, steps: number, work: () => void) => {
    try {
      return m.within(steps, limits.rootMs, work);
    } catch (error) {
      faults.push(faultAt(path, error));
      return true;
    }
  };
  const root = new State(null);
  m.s = root;
  const files: FileIr[] = [];
  const pause = pauses();
  for (const path of paths) {
    await pause();
    if (limits.shouldStop()) {
      cut.add(path);
      continue;
    }
    const file = program.file(path);
    if (file === null) continue;
    files.push(file);
    m.model = program.modelOf(file.language);
    if (!run(path, limits.fileSteps, () => runModule(m, file))) cut.add(path);
  }
  for (const file of files) {
    await pause();
    let left = limits.fileSteps;
    for (const fn of file.functions) {
      if (limits.shouldStop() || left <= 0) {
        cut.add(file.path);
        break;
      }
      if (fn.body.length === 0 || (m.visited.has(fn) && !isEntry(m, fn)) || !isWorthRunning(m, fn)) continue;
      m.s = new State(root);
      m.runs.clear();
      m.results.clear();
      m.model = program.modelOf(file.language);
      if (!run(file.path, Math.min(left, limits.rootSteps), () => runRoot(m, fn))) cut.add(file.path);
      left -= m.usedSteps;
      m.s = root;
    }
  }
  runLibraries(m, files, tests, root, limits, run);
  return {
    taint: [...m.flows.values()].map((flow) => toFinding(flow, tests)).sort(byPlace),
    misuse: [...m.misuses.values()]
      .filter((entry) => entry.confidence >= 0.5 || !tests.has(entry.file.path))
      .map((entry) => toMisuse(entry, tests))
      .sort((a, b) =>
        a.place.file < b.place.file
          ? -1
          : a.place.file > b.place.file
            ? 1
            : a.place.line - b.place.line || (a.kind < b.kind ? -1 : 1),
      ),
    cut: [...cut].sort(),
    faults,
  };
}

const LONGEST_STRETCH_MS = 25;

/** Lets the thread take messages now and then. */
function pauses(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < LONGEST_STRETCH_MS) return;
    await setImmediate();
    last = performance.now();
  };
}

const dangerous =
  /\b(?:eval|exec\w*|spawn\w*|system|popen|Popen|call|run|check_output|Function|query|execute\w*|raw|loads?|unserialize|deserialize|parse\w*|fromstring|compile|render\w*|search|xpath|evaluate|readObject|ObjectInputStream|Command|ProcessBuilder|getRuntime|unsafe|merge|XMLParser|create\w*Query|create\w*Reader|newTransformer|unmarshal|evaluate|prepareStatement)\s*[(.]|\]\s*=|`/;

/** Exported functions once more, with parameters that anybody may have given. */
function runLibraries(
  m: Machine,
  files: readonly FileIr[],
  tests: ReadonlySet<string>,
  root: State,
  limits: FlowLimits,
  run: (path: string, steps: number, work: () => void) => boolean,
): void {
  for (const file of files) {
    if (tests.has(file.path)) continue;
    let left = limits.fileSteps / 2;
    for (const fn of file.functions) {
      if (left <= 0) break;
      // What the program itself hands in is known.
      if (m.called.has(fn) && !isScriptFile(file)) continue;
      if (!fn.isExported || fn.params.length === 0 || fn.body.length === 0 || isEntry(m, fn)) continue;
      if (fn.parent !== null && fn.parent !== file.top && fn.cls === null && !isScriptFile(file)) continue;
      if (!dangerous.test(file.text.slice(fn.pos, fn.end))) continue;
      if (limits.shouldStop()) return;
      m.s = new State(root);
      m.runs.clear();
      m.results.clear();
      m.model = m.program.modelOf(file.language);
      m.libraryRoot = fn;
      run(file.path, Math.min(left, limits.rootSteps / 4), () => runRoot(m, fn));
      left -= m.usedSteps;
      m.libraryRoot = null;
      m.s = root;
    }
  }
}

function isScriptFile(file: FileIr): boolean {
  return file.language === 'JavaScript' || file.language === 'TypeScript' || file.language === 'TSX';
}

/** A function none of whose words names a source, a sink or a handler's parameter. */
function isWorthRunning(m: Machine, fn: FunctionIr): boolean {
  if (!isScriptFile(fn.file) || isEntry(m, fn) || m.roles.has(fn)) return true;
  const model = m.program.modelOf(fn.file.language);
  if (fn.params.some((param, index) => (model.parameter(fn, param, index)?.sym ?? undefined) !== undefined))
    return true;
  return (
    model.hints.test(fn.file.text.slice(fn.pos, fn.end)) ||
    /[Rr]equest|[Pp]aram|[Ii]nput/.test(fn.file.text.slice(fn.pos, fn.end))
  );
}

/** An entry point is run on its own even if the program calls it, too. */
function isEntry(m: Machine, fn: FunctionIr): boolean {
  if (m.roles.get(fn)?.some((role) => role?.source !== undefined)) return true;
  const model = m.program.modelOf(fn.file.language);
  return fn.params.some((param, index) => model.parameter(fn, param, index)?.source !== undefined);
}

function runRoot(m: Machine, fn: FunctionIr): void {
  // A closure holds what the function around was given: by its type at least.
  for (let holder = fn.parent; holder !== null; holder = holder.parent)
    for (const param of holder.params) {
      const key = `${holder.id}:${param.name}`;
      if (param.type !== null && !param.type.startsWith('<') && m.s.get(key) === undefined)
        m.s.vars.set(key, { ...unknown, type: param.type });
    }
  const self = fn.cls === null || fn.isStatic ? null : selfFor(m, fn.cls, fn);
  const args = fn.params
    .filter((param) => param.type !== '<receiver>')
    .map((param, index): Value => parameterValue(m, fn, param, index) ?? { ...unknown, type: param.type });
  invoke(m, fn, self, args, new Map(), { k: 'none', pos: fn.pos, end: fn.pos }, true);
}

/** An instance as the container would make it: fields initialized, constructor run with what it is typed for. */
function selfFor(m: Machine, cls: ClassIr, fn: FunctionIr): Value {
  const self: Value = m.make('object', cls.name, cls);
  const id = self.objs[0]!;
  m.s.heap.set(id, { ...m.s.object(id)!, isClosed: false });
  initializeFields(m, cls, self, 0);
  const [setup] = cls.methods.get('<init>') ?? [];
  if (setup !== undefined && setup !== fn) {
    const args = setup.params.map((param): Value => ({ ...unknown, type: param.type }));
    invoke(m, setup, self, args, new Map(), { k: 'none', pos: setup.pos, end: setup.pos }, true);
  }
  return self;
}

// ---- Findings ----

function toFinding(flow: Flow, tests: ReadonlySet<string>): TaintFinding {
  const { taint } = flow;
  const steps: Step[] = [];
  for (let step = taint.step; step !== null; step = step.previous) steps.push(step);
  steps.reverse();
  const sourceFn = steps[0]?.fnId ?? flow.fn.id;
  const sink = codePlace(flow.file, flow.pos, flow.end);
  const places = distinctPlaces(
    steps.slice(1).map((step) => codePlace(step.file, step.pos, step.end)),
    sink,
  );
  const { source } = taint;
  return {
    kind: flow.kind,
    cwe: cweOf[flow.kind],
    language: flow.file.language,
    sourceKind: source.kind,
    source: codePlace(source.file, source.pos, source.end),
    steps: places,
    sink,
    sinkName: flow.name,
    enclosingSymbol: flow.fn.qualified,
    sinkTokens: normalizeTokens(flow.file.text.slice(flow.pos, flow.end)),
    exposure: source.exposure,
    confidence: confidenceOf(flow, tests.has(flow.file.path)),
    crossesFunctions: steps.some((step) => step.fnId !== flow.fn.id) || sourceFn !== flow.fn.id,
    crossesFiles: steps.some((step) => step.file !== flow.file),
  };
}

function confidenceOf(flow: Flow, isTest: boolean): number {
  const base =
    flow.taint.source.exposure === 'external' ? 0.95 : flow.taint.source.exposure === 'local' ? 0.6 : 0.9;
  // Who may call the program may name its files.
  const isHarmless = flow.taint.source.exposure === 'local' && /^(?:path|log|regex|ssrf)$/.test(flow.kind);
  const value = base * flow.taint.weight * (isTest ? 0.6 : 1) * (isHarmless ? 0.4 : 1);
  return Math.round(Math.max(0.05, Math.min(0.99, value)) * 100) / 100;
}

function toMisuse(entry: Misuse, tests: ReadonlySet<string>): MisuseFinding {
  return {
    kind: entry.kind,
    cwe: entry.cwe ?? cweOf[entry.kind],
    language: entry.file.language,
    place: codePlace(entry.file, entry.pos, entry.end),
    api: entry.api,
    detail: entry.detail,
    enclosingSymbol: entry.fn.qualified,
    sinkTokens: normalizeTokens(entry.file.text.slice(entry.pos, entry.end)),
    confidence: Math.round(entry.confidence * (tests.has(entry.file.path) ? 0.6 : 1) * 100) / 100,
  };
}

function codePlace(file: FileIr, pos: number, end: number): CodePlace {
  const { line, column } = placeOf(file, pos);
  const last = placeOf(file, Math.max(pos, end - 1));
  const lineEnd = file.text.indexOf('\n', pos);
  const start = file.lineStarts[line - 1]!;
  const text = file.text.slice(start, lineEnd === -1 ? file.text.length : lineEnd).trim();
  return { file: file.path, line, endLine: last.line, column, text: text.slice(0, 300) };
}

function distinctPlaces(places: CodePlace[], sink: CodePlace): CodePlace[] {
  const seen = new Set<string>([`${sink.file}:${sink.line}`]);
  const kept: CodePlace[] = [];
  for (const place of places) {
    const key = `${place.file}:${place.line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(place);
  }
  return kept.slice(-12);
}

/** Without layout, literals and names of variables, so that renaming them keeps the fingerprint. */
function normalizeTokens(text: string): string {
  return text
    .slice(0, 600)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '§')
    .replace(/\b\d[\w.]*/g, '0')
    .replace(/(?<![.\w])[a-z_$][\w$]*(?!\s*[(\w])/g, '·')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

function byPlace(a: TaintFinding, b: TaintFinding): number {
  if (a.sink.file !== b.sink.file) return a.sink.file < b.sink.file ? -1 : 1;
  return a.sink.line - b.sink.line || a.sink.column - b.sink.column || (a.kind < b.kind ? -1 : 1);
}
