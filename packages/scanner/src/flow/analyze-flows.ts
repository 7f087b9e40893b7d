import { setImmediate } from 'node:timers/promises';
import type { FunctionIr } from '../ir/ir.ts';
import type { EngineFault } from '../types/application-index.ts';
import { runCallbacks } from './callbacks.ts';
import { runSetup } from './class-setup.ts';
import { decisions, type Roots, runAfterwards, runEarly, runEntries, runLibraries } from './entry-points.ts';
import { evalExpr } from './expressions.ts';
import { faultAt } from './fault.ts';
import { FileTurns, type Turn } from './file-turns.ts';
import type { FlowLimits, FlowResult } from './flow-work.ts';
import { byPlace, toFinding, toMisuse } from './found-flows.ts';
import { invoke } from './invoke.ts';
import { KeptFields } from './kept-fields.ts';
import { Machine } from './machine.ts';
import { moduleExports, runModule } from './modules.ts';
import { findingsOfFlows } from './passed-values.ts';
import { Pieces } from './pieces.ts';
import { Program } from './program.ts';
import type { ProgramSource } from './program-source.ts';
import { checkWrite } from './sinks.ts';
import { Stale } from './stale.ts';
import { State } from './state.ts';
import { execStmts } from './statements.ts';
import { strengthOf } from './value.ts';

function machineFor(program: Program, source: ProgramSource, observe: Machine['observe']): Machine {
  const m = new Machine(program);
  m.handlers = source.handlers;
  m.isPublic = (path) => source.isPublic(path);
  m.links = { moduleExports, checkWrite, runCallbacks, runSetup, invoke };
  m.evalExpr = (e) => evalExpr(m, e);
  m.execStmts = (body) => execStmts(m, body);
  m.observe = observe;
  return m;
}

/**
 * Runs every entry point of `paths` and reports where untrusted data ends up.
 * @throws `Stale` if reused results are invalid.
 */
export async function analyzeFlows(
  source: ProgramSource,
  paths: readonly string[],
  tests: ReadonlySet<string>,
  limits: FlowLimits,
): Promise<FlowResult> {
  const { remember } = limits;
  const program = new Program(source, remember?.ledger ?? null);
  const m = machineFor(program, source, limits.observe ?? null);
  const cut = new Set<string>();
  const faults: EngineFault[] = [];
  const run = (path: string, steps: number, work: () => void) => {
    try {
      return m.within(steps, limits.rootMs, work);
    } catch (error) {
      if (error instanceof Stale) throw error;
      faults.push(faultAt(path, error));
      return true;
    }
  };
  const root = new State(null);
  root.reads = remember?.ledger.reads ?? null;
  m.s = root;
  const pieces = remember ? new Pieces(m, { ...remember, tests, paths, limits }) : null;
  const pause = pauses();
  const work: Work = { m, paths, pieces, limits, cut, run };
  const files = await runModules(work, pause);
  pieces?.beginEntries();
  const areModulesWhole = cut.size === 0;
  const has = (names: ReadonlySet<string> | undefined, fns: () => ReadonlySet<FunctionIr>) => ({
    has: (turn: Turn) => names?.has(turn.name) ?? fns().has(turn.fn()),
  });
  const roots: Roots = {
    ...work,
    files: files.map((path) => new FileTurns(m, path, decisions, pieces?.resting ?? null)),
    tests,
    root,
    kept: new KeptFields(),
    visited: has(pieces?.visited, () => m.visited),
    called: has(pieces?.called, () => m.called),
    numbersMet: m.numbers.areMet,
  };
  await runEntries(roots, pause);
  runAfterwards(roots);
  runEarly(roots);
  if (m.observe === null && limits.withCallers !== false) runLibraries(roots);
  return {
    ...sorted(pieces?.findings() ?? findingsOf(m, tests)),
    cut: [...cut].sort(),
    faults,
    ...(pieces && {
      reusedPieces: pieces.reused,
      ...(areModulesWhole && { work: pieces.toKeep(roots.files) }),
    }),
  };
}

interface Work extends Pick<Roots, 'm' | 'pieces' | 'limits' | 'cut' | 'run'> {
  paths: readonly string[];
}

/** Runs the top-level code of all modules in order; returns the readable files. */
async function runModules(
  { m, paths, pieces, limits, cut, run }: Work,
  pause: () => Promise<void>,
): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    await pause();
    if (limits.shouldStop()) {
      cut.add(path);
      continue;
    }
    if (pieces?.takesOver(path)) {
      files.push(path);
      continue;
    }
    const file = m.program.file(path);
    if (file === null) continue;
    files.push(path);
    m.model = m.program.modelOf(file.language);
    const work = () => run(path, limits.fileSteps, () => runModule(m, file));
    if (!(pieces === null ? work() : pieces.module(path, work))) cut.add(path);
  }
  return files;
}

type Findings = Pick<FlowResult, 'taint' | 'misuse'>;

function findingsOf(m: Machine, tests: ReadonlySet<string>): Findings {
  return {
    taint: findingsOfFlows(
      [...m.flows].map(([key, flow]) => [key, strengthOf(flow.taint), toFinding(flow, tests)] as const),
    ),
    misuse: [...m.misuses.values()]
      .filter((entry) => entry.confidence >= 0.5 || !tests.has(entry.file.path))
      .map((entry) => toMisuse(entry, tests)),
  };
}

function sorted({ taint, misuse }: Findings): Findings {
  return {
    taint: taint.sort(byPlace),
    misuse: misuse.sort((a, b) =>
      a.place.file < b.place.file
        ? -1
        : a.place.file > b.place.file
          ? 1
          : a.place.line - b.place.line || (a.kind < b.kind ? -1 : 1),
    ),
  };
}

const MAX_STRETCH_MS = 25;

/** Yields to the event loop now and then, so that messages can arrive. */
function pauses(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < MAX_STRETCH_MS) return;
    await setImmediate();
    last = performance.now();
  };
}
