import type { Expr, Stmt } from '../ir/ir.ts';
import { asDeclared, assign, setField } from './assign.ts';
import { runSetup } from './class-setup.ts';
import { deepTaints, elementOf, iteratedOf } from './elements.ts';
import { evalExpr } from './expressions.ts';
import type { Machine } from './machine.ts';
import { checkLoop } from './number-sinks.ts';
import { isTrue } from './operations.ts';
import { refine, refineEquality } from './refine.ts';
import { sourceValue } from './source-value.ts';
import { flatten, joinInto, State } from './state.ts';
import { joinTaints, unknown, type Value } from './value.ts';

/** Runs statements in order until control leaves. */
export function execStmts(m: Machine, body: readonly Stmt[]): void {
  for (const stmt of body) {
    if (stmt.k === 'fn') bindFunction(m, stmt);
    else if (stmt.k === 'cls') bindClass(m, stmt);
  }
  for (const stmt of body) {
    if (m.s.dead) return;
    execStmt(m, stmt);
  }
}

function bindFunction(m: Machine, stmt: Extract<Stmt, { k: 'fn' }>): void {
  if (
    m.file.semantics.methodsBesideTypes &&
    stmt.fn.cls !== null &&
    m.frame.fn.cls === null &&
    stmt.fn.name !== '' &&
    stmt.fn.parent === m.frame.fn &&
    m.frame.fn === m.frame.file.top
  )
    return;
  m.s.vars.set(`${m.frame.fn.id}:${stmt.fn.name}`, {
    ...unknown,
    fns: [{ fn: stmt.fn, self: stmt.fn.isArrow ? m.frame.self : null }],
  });
}

function bindClass(m: Machine, stmt: Extract<Stmt, { k: 'cls' }>): void {
  const key = `${m.frame.fn.id}:${stmt.cls.name}`;
  if (m.s.get(key)?.cls !== stmt.cls) m.s.vars.set(key, { ...unknown, cls: stmt.cls, type: stmt.cls.name });
}

function execReturn(m: Machine, { e }: Extract<Stmt, { k: 'return' }>): void {
  const { frame } = m;
  const value = e === null ? unknown : evalExpr(m, e);
  if (e !== null && (value.taints.length > 0 || value.objs.length > 0))
    m.model.hooks.checkResult?.(m, value, e);
  m.give(value);
  m.leave(frame.exits, frame.base);
}

function execStmt(m: Machine, stmt: Stmt): void {
  m.tick();
  switch (stmt.k) {
    case 'expr':
      evalExpr(m, stmt.e);
      return;
    case 'decl':
      execDeclaration(m, stmt);
      return;
    case 'if':
      execIf(m, stmt);
      return;
    case 'loop':
      execLoop(m, stmt);
      return;
    case 'each':
      execEach(m, stmt);
      return;
    case 'switch':
      execSwitch(m, stmt);
      return;
    case 'try':
      execTry(m, stmt);
      return;
    case 'return':
      execReturn(m, stmt);
      return;
    case 'throw':
      if (stmt.e !== null) m.thrown = joinTaints(m.thrown, deepTaints(m, evalExpr(m, stmt.e)));
      m.s.dead = true;
      return;
    case 'break':
      leaveLoop(m, true);
      return;
    case 'continue':
      leaveLoop(m, false);
      return;
    case 'block':
      execStmts(m, stmt.body);
      return;
    case 'cls':
      if (stmt.cls.file.semantics.bareFields) runSetup(m, stmt.cls);
      else if (stmt.cls.setup.length > 0) execStmts(m, stmt.cls.setup);
      return;
    case 'export': {
      const exported = m.s.get(`${m.file.top.id}:<exports>`);
      const value = evalExpr(m, stmt.e);
      if (exported !== undefined) setField(m, exported, stmt.name, value);
      return;
    }
    default:
  }
}

function execDeclaration(m: Machine, stmt: Extract<Stmt, { k: 'decl' }>): void {
  let value: Value =
    stmt.init === null
      ? stmt.type === null
        ? unknown
        : { ...unknown, type: stmt.type }
      : evalExpr(m, stmt.init);
  if (stmt.type !== null && value.type === null && value.k === undefined)
    value = { ...value, type: stmt.type };
  assign(m, stmt.target, value.num === null ? value : asDeclared(m, value, stmt.type));
}

function execIf(m: Machine, stmt: Extract<Stmt, { k: 'if' }>): void {
  const c = evalExpr(m, stmt.c);
  if (c.k !== undefined && stmt.c.k !== 'none') {
    execStmts(m, isTrue(c.k) ? stmt.a : stmt.b);
    return;
  }
  m.branch([
    () => {
      refine(m, stmt.c, true);
      execStmts(m, stmt.a);
    },
    () => {
      refine(m, stmt.c, false);
      execStmts(m, stmt.b);
    },
  ]);
}

function leaveLoop(m: Machine, isBreak: boolean): void {
  const { loops } = m.frame;
  const loop = isBreak ? loops.at(-1) : loops.findLast((entry) => !entry.isSwitch);
  if (loop === undefined) {
    m.s.dead = true;
    return;
  }
  m.leave(loop.exits, loop.base);
}

/**
 * Runs a body that may run any number of times: once with the state before it, and once more with the state after the
 * first run.
 */
function repeat(m: Machine, c: Expr | null, isPost: boolean, run: () => void): void {
  for (let pass = 0; pass < 2; pass++) {
    const base = m.s;
    const value = c === null || (isPost && pass === 0) ? unknown : evalExpr(m, c);
    if (value.k !== undefined && !isTrue(value.k) && pass === 0) return;
    const endless = c === null || (value.k !== undefined && isTrue(value.k));
    const loop = { base, exits: [] as State[], isSwitch: false };
    m.frame.loops.push(loop);
    const layer = new State(base);
    m.s = layer;
    if (c !== null) refine(m, c, true);
    run();
    m.frame.loops.pop();
    const last = m.s;
    m.s = base;
    const ends = [...loop.exits, ...(last.dead ? [] : [flatten(last, base)])];
    const isSure = (isPost || endless) && pass === 0 && ends.length > 0;
    joinInto(base, isSure ? ends : [new State(base), ...ends]);
    base.dead = false;
  }
  if (c !== null) refine(m, c, false);
}

function execLoop(m: Machine, stmt: Extract<Stmt, { k: 'loop' }>): void {
  execStmts(m, stmt.init);
  if (m.numbers.areMet && m.file.semantics.numbers !== null) checkLoop(m, stmt);
  repeat(m, stmt.c, stmt.isPost, () => {
    execStmts(m, stmt.body);
    if (!m.s.dead) for (const step of stmt.step) evalExpr(m, step);
  });
}

function execEach(m: Machine, stmt: Extract<Stmt, { k: 'each' }>): void {
  const of = evalExpr(m, stmt.of);
  repeat(m, { k: 'none', pos: stmt.pos, end: stmt.pos }, false, () => {
    // A request is read piece by piece.
    const element =
      of.sym === '@req'
        ? sourceValue(m, 'body', stmt.of)
        : stmt.keys
          ? elementOf(m, of, true)
          : iteratedOf(m, of);
    const value = stmt.type !== null && element.type === null ? { ...element, type: stmt.type } : element;
    if (stmt.keyTarget !== null)
      assign(m, stmt.keyTarget, isPosition(m, stmt.keyTarget) ? unknown : elementOf(m, of, true));
    assign(m, stmt.target, value);
    execStmts(m, stmt.body);
  });
}

/** Lists and maps may have the same loop syntax. The key of a list is a number, and has a typical name. */
function isPosition(m: Machine, target: Expr): boolean {
  return target.k === 'var' && m.file.semantics.positions?.test(target.name) === true;
}

function execSwitch(m: Machine, stmt: Extract<Stmt, { k: 'switch' }>): void {
  const d = evalExpr(m, stmt.d);
  const { cases } = stmt;
  const chosen = chooseCase(m, stmt, d);
  const base = m.s;
  const loop = { base, exits: [] as State[], isSwitch: true };
  m.frame.loops.push(loop);
  const layers: State[] = [];
  const runFrom = (start: number): void => {
    m.s = new State(base);
    const run = stmt.falls ? cases.slice(start) : cases.slice(start, start + 1);
    const tests = run[0]?.tests ?? [];
    if (tests[0] !== undefined && tests.every((test) => test.k === 'lit'))
      refineEquality(m, stmt.d, tests[0], true);
    for (const { body } of run) if (!m.s.dead) execStmts(m, body);
    if (!m.s.dead) layers.push(flatten(m.s, base));
  };
  if (chosen !== null) {
    if (chosen >= 0) runFrom(chosen);
    else layers.push(new State(base));
  } else {
    cases.forEach((entry, at) => {
      m.s = base;
      for (const test of entry.tests) if (test.k === 'set') evalExpr(m, test);
      runFrom(at);
    });
    if (!cases.some((entry) => entry.isDefault)) layers.push(new State(base));
  }
  m.frame.loops.pop();
  m.s = base;
  joinInto(base, [...layers, ...loop.exits]);
}

/** The case that is taken if everything is known: its index, -1 for none, null if it cannot be determined. */
function chooseCase(m: Machine, stmt: Extract<Stmt, { k: 'switch' }>, d: Value): number | null {
  if (d.k === undefined) return null;
  for (const [at, { tests }] of stmt.cases.entries()) {
    for (const test of tests) {
      if (test.k === 'set') return null;
      const value = evalExpr(m, test);
      if (value.k === undefined) return null;
      if (value.k === d.k) return at;
    }
  }
  return stmt.cases.findIndex((entry) => entry.isDefault);
}

function execTry(m: Machine, stmt: Extract<Stmt, { k: 'try' }>): void {
  const base = m.s;
  const body = new State(base);
  m.s = body;
  const outer = m.thrown;
  m.thrown = [];
  execStmts(m, stmt.body);
  const { thrown } = m;
  m.thrown = outer;
  const ended = m.s;
  const layers: State[] = [];
  const whole = flatten(ended, base);
  if (!ended.dead) layers.push(whole);
  for (const entry of stmt.catches) {
    // The exception may come from any point: the state before, or any effect until then.
    const start = new State(base);
    joinInto(start, [new State(start), rebase(whole, start)]);
    start.dead = false;
    m.s = start;
    if (entry.name !== null) m.s.vars.set(`${m.frame.fn.id}:${entry.name}`, { ...unknown, taints: thrown });
    execStmts(m, entry.body);
    if (!m.s.dead) layers.push(flatten(m.s, base));
  }
  m.s = base;
  if (layers.length === 0) {
    // No path continues, but `finally` still runs.
    for (const [key, value] of whole.vars) base.vars.set(key, value);
    execStmts(m, stmt.last);
    base.dead = true;
    return;
  }
  joinInto(base, layers);
  execStmts(m, stmt.last);
}

function rebase(layer: State, parent: State): State {
  const copy = new State(parent);
  for (const [key, value] of layer.vars) copy.vars.set(key, value);
  for (const [id, object] of layer.heap) copy.heap.set(id, object);
  return copy;
}
