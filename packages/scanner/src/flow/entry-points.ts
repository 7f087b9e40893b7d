import type { FunctionIr } from '../ir/ir.ts';
import { isOpenToCallers } from './callers.ts';
import { parameterRole, parameterValue } from './entry-parameters.ts';
import type { Decide, FileTurns, Turn } from './file-turns.ts';
import type { FlowLimits } from './flow-work.ts';
import { selfFor } from './framework-objects.ts';
import { invoke } from './invoke.ts';
import type { KeptFields } from './kept-fields.ts';
import type { Machine } from './machine.ts';
import type { Pieces } from './pieces.ts';
import { isAccessor } from './properties-with-code.ts';
import { State } from './state.ts';
import { unknown, type Value } from './value.ts';

/** What all entry points are run with. */
export interface Roots {
  m: Machine;
  files: readonly FileTurns[];
  tests: ReadonlySet<string>;
  root: State;
  limits: FlowLimits;
  kept: KeptFields;
  pieces: Pieces | null;
  /** Functions by their names. */
  visited: { has(turn: Turn): boolean };
  called: { has(turn: Turn): boolean };
  /** Whether untrusted numbers were seen before any entry point ran. */
  numbersMet: boolean;
  cut: Set<string>;
  run: (path: string, steps: number, work: () => void) => boolean;
}

/** Runs every function that may be called from outside the program, one by one. */
export async function runEntries(roots: Roots, pause: () => Promise<void>): Promise<void> {
  const { m, limits, kept, cut, run } = roots;
  for (const file of roots.files) {
    await pause();
    let left = limits.fileSteps;
    for (const turn of file) {
      m.numbers.areMet = roots.numbersMet;
      if (limits.shouldStop() || left <= 0) {
        cut.add(file.path);
        break;
      }
      if ((roots.visited.has(turn) && !turn.isEntry()) || !turn.isWorth()) continue;
      const most = Math.min(left, limits.rootSteps);
      left -= inPiece(roots, 'entry', turn, most, (fn) => {
        setOut(roots, fn);
        const isWhole = run(file.path, most, () => runRoot(m, fn, kept));
        if (!isWhole) cut.add(file.path);
        return isWhole;
      });
      m.s = roots.root;
    }
  }
}

/** Does one piece of the work; returns its steps. */
function inPiece(
  { m, pieces }: Roots,
  name: 'entry' | 'library',
  turn: Turn,
  most: number,
  work: (fn: FunctionIr) => boolean,
): number {
  if (pieces !== null) return pieces.run(name, turn, most, work);
  work(turn.fn());
  return m.usedSteps;
}

function setOut({ m, root, numbersMet }: Roots, fn: FunctionIr): void {
  m.numbers.areMet = numbersMet;
  m.s = new State(root);
  m.forgetRuns();
  m.model = m.program.modelOf(fn.file.language);
}

/** Runs exported functions again, with untrusted arguments. */
export function runLibraries(roots: Roots): void {
  const { m, limits, run } = roots;
  for (const file of roots.files) {
    if (roots.tests.has(file.path)) continue;
    let left = limits.fileSteps / 2;
    // If only the program itself calls the code, its arguments are known.
    const isOpen = file.runsByHint || m.isPublic(file.path);
    for (const turn of file) {
      if (left <= 0) break;
      if ((roots.called.has(turn) && !isOpen) || !turn.isLibrary()) continue;
      if (limits.shouldStop()) return;
      const most = Math.min(left, limits.rootSteps / 4);
      left -= inPiece(roots, 'library', turn, most, (fn) => {
        setOut(roots, fn);
        m.libraryRoot = fn;
        const isWhole = run(file.path, most, () => runRoot(m, fn));
        m.libraryRoot = null;
        return isWhole;
      });
      m.s = roots.root;
    }
  }
}

function isLibrary(m: Machine, fn: FunctionIr): boolean {
  return isOpenToCallers(m, fn) && !isEntry(m, fn);
}

/** Whether a function contains a word that suggests a source, a sink or a handler's parameter. */
function isWorthRunning(m: Machine, fn: FunctionIr): boolean {
  if (m.observe !== null) return true;
  const model = m.program.modelOf(fn.file.language);
  // An accessor is only worth running on its own if it reads a source itself.
  if (isAccessor(fn)) return model.hints.test(fn.file.text.slice(fn.pos, fn.end));
  if (!fn.file.semantics.runsByHint || isEntry(m, fn) || m.shared.rolesOf(fn) !== undefined) return true;
  if (fn.params.some((param, index) => (model.parameter(fn, param, index)?.sym ?? undefined) !== undefined))
    return true;
  return (
    model.hints.test(fn.file.text.slice(fn.pos, fn.end)) ||
    /[Rr]equest|[Pp]aram|[Ii]nput/.test(fn.file.text.slice(fn.pos, fn.end))
  );
}

/** An entry point is run on its own even if the program calls it. */
function isEntry(m: Machine, fn: FunctionIr): boolean {
  if (m.shared.rolesOf(fn)?.some((role) => role?.source !== undefined)) return true;
  return fn.params.some((_, index) => {
    const role = parameterRole(m, fn, index);
    return role?.source !== undefined || role?.number !== undefined;
  });
}

/** Decisions about a function: whether it is an entry point, worth running, or called by other programs. */
export const decisions: Decide = [isEntry, isWorthRunning, isLibrary];

/**
 * Runs methods again on an object as other methods of its class left it: pages and listeners are called in a
 * row.
 */
export function runAfterwards(roots: Roots): void {
  const { m, kept, limits, pieces, run } = roots;
  for (const path of kept.paths(roots.files)) {
    const file = m.program.file(path);
    let left = limits.fileSteps / 2;
    for (const fn of file?.functions ?? []) {
      const names = kept.namesOf(fn.cls);
      if (names.length === 0 || fn.isStatic || fn.name === '<init>' || left <= 0) continue;
      const text = fn.file.text.slice(fn.pos, fn.end);
      if (!names.some((name) => text.includes(name))) continue;
      if (limits.shouldStop()) return;
      const most = Math.min(left, limits.rootSteps / 2);
      const work = (): void => {
        setOut(roots, fn);
        run(path, most, () => runRoot(m, fn, kept, true));
      };
      if (pieces === null) work();
      else pieces.done(fn, work);
      left -= m.usedSteps;
      m.s = roots.root;
    }
  }
}

/** Runs entry points again that read a request's value before it was known who sets it. */
export function runEarly(roots: Roots): void {
  const { m, root, limits, kept, pieces, run } = roots;
  for (const fn of m.carried.early()) {
    if (limits.shouldStop()) return;
    const work = (): void => {
      setOut(roots, fn);
      run(fn.file.path, limits.rootSteps / 2, () => runRoot(m, fn, kept));
    };
    if (pieces === null) work();
    else pieces.done(fn, work);
    m.s = root;
  }
}

function runRoot(m: Machine, fn: FunctionIr, kept?: KeptFields, isAfterwards = false): void {
  // A closure can see the parameters of the functions around it: their types at least.
  for (let holder = fn.parent; holder !== null; holder = holder.parent)
    for (const param of holder.params) {
      const key = `${holder.id}:${param.name}`;
      if (param.type !== null && !param.type.startsWith('<') && m.s.get(key) === undefined)
        m.s.vars.set(key, { ...unknown, type: param.type });
    }
  m.carried.root = fn;
  const self = fn.cls === null || fn.isStatic ? null : selfFor(m, fn.cls, fn);
  if (isAfterwards && self !== null && fn.cls !== null) kept?.fill(m, fn.cls, self);
  const args = fn.params
    .filter((param) => param.type !== '<receiver>')
    .map((param, index): Value => parameterValue(m, fn, param, index) ?? { ...unknown, type: param.type });
  invoke(m, fn, self, args, new Map(), { k: 'none', pos: fn.pos, end: fn.pos }, true);
  m.carried.root = null;
  if (!isAfterwards) kept?.keep(m, fn, self);
}
