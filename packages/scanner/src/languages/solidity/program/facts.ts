import type { Expr, Statement } from '../frontend/syntax.ts';
import { type CallFact, callFact } from './calls.ts';
import type { Context } from './context.ts';
import type { FunctionInfo, StateInfo } from './program.ts';
import { type ExprPlace, eachExprOf, eachStatement } from './walk.ts';

export interface CallSite extends CallFact {
  fn: FunctionInfo;
  inLoop: boolean;
  inAssembly: boolean;
  /** The result is not used. */
  isAlone: boolean;
  statement: Statement;
}

export interface WriteSite {
  state: StateInfo;
  fn: FunctionInfo;
  target: Expr;
  /** The assigned value; null for `delete`, `++` and the like. */
  value: Expr | null;
  op: string;
  inLoop: boolean;
}

/** What a function does itself, without its callees. */
export interface Facts {
  calls: CallSite[];
  reads: { state: StateInfo; expr: Expr }[];
  writes: WriteSite[];
  /** Conditions that decide whether it continues: `if`, `require`, `assert`. */
  conditions: Expr[];
  emits: { expr: Expr; name: string }[];
}

const known = new WeakMap<Context, Map<unknown, Facts>>();

export function factsOf(fn: FunctionInfo, context: Context): Facts {
  const all = known.get(context) ?? new Map<unknown, Facts>();
  known.set(context, all);
  let facts = all.get(fn.node);
  if (facts === undefined) {
    facts = readFacts(fn, context);
    all.set(fn.node, facts);
  }
  return facts;
}

function readFacts(fn: FunctionInfo, context: Context): Facts {
  const facts: Facts = { calls: [], reads: [], writes: [], conditions: [], emits: [] };
  const targets = new Set<Expr>();
  eachExprOf(fn.node, (place) => {
    noteWrite(place, fn, context, facts, targets);
    noteCall(place, fn, context, facts);
    const { expr } = place;
    if (expr.kind !== 'name' || targets.has(expr)) return;
    const state = context.stateOf(expr.name, fn);
    if (state !== null) facts.reads.push({ state, expr });
  });
  if (fn.node.body === null) return facts;
  eachStatement(fn.node.body, ({ statement }) => {
    if (statement.kind === 'if') facts.conditions.push(statement.test);
    if (statement.kind === 'emit' && statement.call.kind === 'call' && statement.call.callee.kind === 'name')
      facts.emits.push({ expr: statement.call, name: statement.call.callee.name });
  });
  return facts;
}

/** What an expression writes: the target, the value, and the operator. */
export function writeOf(expr: Expr): { target: Expr; value: Expr | null; op: string } | null {
  if (expr.kind === 'assign') return { target: expr.left, value: expr.right, op: expr.op };
  if (expr.kind === 'unary' && (expr.op === '++' || expr.op === '--' || expr.op === 'delete'))
    return { target: expr.argument, value: null, op: expr.op };
  if (expr.kind !== 'call') return null;
  const { callee, args } = expr;
  if (callee.kind === 'member' && (callee.name === 'push' || callee.name === 'pop'))
    return { target: callee.object, value: args[0] ?? null, op: callee.name };
  const [slot, value, ...others] = args;
  if (callee.kind === 'name' && (callee.name === 'sstore' || callee.name === 'tstore'))
    return slot && value && others.length === 0 ? { target: slot, value, op: '=' } : null;
  return null;
}

function noteWrite(
  { expr, inLoop }: ExprPlace,
  fn: FunctionInfo,
  context: Context,
  facts: Facts,
  targets: Set<Expr>,
): void {
  const write = writeOf(expr);
  if (write === null) return;
  const { target, value, op } = write;
  const isPlain = op === '=' || op === 'delete';
  const items = target.kind === 'tuple' ? target.items.filter((item) => item !== null) : [target];
  for (const item of items) {
    // Assigning another target to a storage pointer does not change storage.
    const isPointer = item.kind === 'name' && context.locals(fn).has(item.name);
    if (isPointer && op !== 'push' && op !== 'pop') continue;
    for (const state of context.storageOf(item, fn))
      facts.writes.push({ state, fn, target: item, value, op, inLoop });
    if (isPlain) eachRoot(item, (root) => targets.add(root));
  }
}

function eachRoot(target: Expr, see: (root: Expr) => void): void {
  if (target.kind === 'name') see(target);
  else if (target.kind === 'member') eachRoot(target.object, see);
  else if (target.kind === 'index' || target.kind === 'slice') eachRoot(target.base, see);
}

function noteCall(place: ExprPlace, fn: FunctionInfo, context: Context, facts: Facts): void {
  const { expr, statement, inLoop, inAssembly } = place;
  if (expr.kind !== 'call') return;
  const isAlone = statement.kind === 'expression' && statement.expr === expr;
  const call = callFact(expr, fn, context, inAssembly);
  facts.calls.push({ ...call, fn, statement, inLoop, inAssembly, isAlone });
  const [first] = expr.args;
  if (call.kind === 'builtin' && (call.name === 'require' || call.name === 'assert') && first)
    facts.conditions.push(first);
}

/** A function, its modifiers, and everything that they call in the contract. */
export function reachOf(fn: FunctionInfo, context: Context): FunctionInfo[] {
  const reached = new Set<FunctionInfo>([fn]);
  const nodes = new Set<unknown>([fn.node]);
  for (const one of reached) {
    if (reached.size > 300) break;
    const next = [
      ...one.node.modifiers.flatMap(({ name }) => context.modifier(name) ?? []),
      ...factsOf(one, context).calls.flatMap(({ kind, target }) =>
        kind === 'internal' && target ? target : [],
      ),
    ];
    for (const other of next) {
      if (nodes.has(other.node)) continue;
      nodes.add(other.node);
      reached.add(other);
    }
  }
  return [...reached];
}
