import type { Expr, FunctionNode } from '../frontend/syntax.ts';
import { callFact } from './calls.ts';
import { type Context, isEntry } from './context.ts';
import { factsOf, reachOf } from './facts.ts';
import type { FunctionInfo } from './program.ts';
import { eachStatement, pathOf, rootName } from './walk.ts';

/**
 * The origin of a value: `param` (chosen by the caller), `sender`, `origin`, `value`, `this`, `time`, `block`,
 * `balance`, `call` (the result of another contract), `hashed`, `key:sender`, `key:param`, `key:hashed` (looked up by
 * them), `created` (a contract created here), `state:x`.
 */
export type Origin = string;

const ofPaths: Readonly<Record<string, Origin>> = {
  'msg.sender': 'sender',
  'tx.origin': 'origin',
  'msg.value': 'value',
  'msg.data': 'param',
  'block.timestamp': 'time',
  now: 'time',
  'block.number': 'block',
  'block.difficulty': 'block',
  'block.prevrandao': 'block',
  'block.coinbase': 'block',
  'block.gaslimit': 'block',
  'tx.gasprice': 'block',
  this: 'this',
};

interface Binding {
  fn: FunctionInfo;
  arg: Expr;
}

/** Follows values through the variables, parameters and results of one contract. The order of statements is ignored. */
export class Origins {
  readonly #context: Context;
  readonly #known = new Map<FunctionNode, Map<string, Set<Origin>>>();
  readonly #results = new Map<FunctionNode, Set<Origin>>();
  #bindings: Map<FunctionNode, Map<number, Binding[]>> | null = null;
  #depth = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  of(expr: Expr, fn: FunctionInfo): Set<Origin> {
    const found = new Set<Origin>();
    if (this.#depth > 60) return found;
    this.#depth++;
    this.#collect(expr, fn, found);
    this.#depth--;
    return found;
  }

  has(expr: Expr, fn: FunctionInfo, ...origins: Origin[]): boolean {
    const found = this.of(expr, fn);
    return origins.some((one) => found.has(one));
  }

  #collect(expr: Expr, fn: FunctionInfo, into: Set<Origin>): void {
    const known = ofPaths[pathOf(expr) ?? ''];
    if (known) {
      into.add(known);
      return;
    }
    switch (expr.kind) {
      case 'name':
        this.#ofName(expr.name, fn, into);
        return;
      case 'member':
        if (expr.name === 'balance') into.add('balance');
        if (!this.#ofPath(expr, fn, into)) this.#collect(expr.object, fn, into);
        return;
      case 'index':
        this.#ofIndex(expr, fn, into);
        return;
      case 'call':
        this.#ofCall(expr, fn, into);
        return;
      case 'assign':
        this.#collect(expr.right, fn, into);
        return;
      case 'ternary':
        this.#collect(expr.yes, fn, into);
        this.#collect(expr.no, fn, into);
        return;
      default:
        for (const part of subExprs(expr)) this.#collect(part, fn, into);
    }
  }

  #ofIndex(expr: Expr & { kind: 'index' }, fn: FunctionInfo, into: Set<Origin>): void {
    this.#collect(expr.base, fn, into);
    if (expr.index === null) return;
    const keys = this.of(expr.index, fn);
    if (keys.has('sender')) into.add('key:sender');
    if (keys.has('param')) into.add('key:param');
    if (keys.has('hashed')) into.add('key:hashed');
  }

  #ofName(name: string, fn: FunctionInfo, into: Set<Origin>): void {
    if (this.#context.locals(fn).has(name)) {
      for (const origin of this.#ofLocal(name, fn)) into.add(origin);
      return;
    }
    if (this.#context.stateOf(name, fn)) into.add(`state:${name}`);
  }

  /** A member of a local struct that is assigned separately: the other members are ignored. */
  #ofPath(expr: Expr, fn: FunctionInfo, into: Set<Origin>): boolean {
    const path = pathOf(expr);
    const root = path?.slice(0, path.indexOf('.'));
    if (path === null || !root || !this.#context.locals(fn).has(root)) return false;
    if (fn.node.parameters.some(({ name }) => name === root)) return false;
    const values = assignedToPath(path, fn.node);
    if (values.length === 0) return false;
    const all = this.#known.get(fn.node) ?? new Map<string, Set<Origin>>();
    this.#known.set(fn.node, all);
    let found = all.get(path);
    if (found === undefined) {
      found = new Set<Origin>();
      all.set(path, found);
      for (const value of values) for (const origin of this.of(value, fn)) found.add(origin);
    }
    for (const origin of found) into.add(origin);
    return true;
  }

  #ofLocal(name: string, fn: FunctionInfo): Set<Origin> {
    const all = this.#known.get(fn.node) ?? new Map<string, Set<Origin>>();
    this.#known.set(fn.node, all);
    const known = all.get(name);
    if (known) return known;
    const found = new Set<Origin>();
    // Stored before it is complete, so that circular assignments end here.
    all.set(name, found);
    this.#ofParameter(name, fn, found);
    if (fn.node.body === null) return found;
    for (const value of assignedTo(name, fn.node)) for (const origin of this.of(value, fn)) found.add(origin);
    return found;
  }

  #ofParameter(name: string, fn: FunctionInfo, found: Set<Origin>): void {
    const at = fn.node.parameters.findIndex((one) => one.name === name);
    if (at < 0) return;
    const bindings = this.#bindingsOf(fn.node).get(at) ?? [];
    if (isEntry(fn) && fn.contract?.node.kind !== 'library') found.add('param');
    if (fn.node.kind === 'constructor') found.add('deployer');
    for (const binding of bindings) for (const origin of this.of(binding.arg, binding.fn)) found.add(origin);
  }

  #bindingsOf(node: FunctionNode): Map<number, Binding[]> {
    this.#bindings ??= bindingsIn(this.#context);
    return this.#bindings.get(node) ?? new Map<number, Binding[]>();
  }

  #ofCall(expr: Expr & { kind: 'call' }, fn: FunctionInfo, into: Set<Origin>): void {
    const call = callFact(expr, fn, this.#context);
    if (/^_?msgSender$/i.test(call.name) && call.args.length === 0) into.add('sender');
    if (call.kind === 'internal' && call.target) {
      for (const origin of this.#ofResult(call.target)) into.add(origin);
      return;
    }
    if (call.kind === 'external' || call.kind === 'call' || call.kind === 'staticcall') {
      into.add('call');
      if (call.name === 'balanceOf') into.add('balance');
      return;
    }
    if (call.name === 'blockhash') into.add('block');
    if (call.kind === 'create' || call.name === 'create' || call.name === 'create2') {
      into.add('created');
      return;
    }
    if (call.name === 'keccak256') into.add('hashed');
    if (call.receiver) this.#collect(call.receiver, fn, into);
    for (const arg of call.args) this.#collect(arg, fn, into);
  }

  #ofResult(target: FunctionInfo): Set<Origin> {
    const known = this.#results.get(target.node);
    if (known) return known;
    const found = new Set<Origin>();
    this.#results.set(target.node, found);
    for (const { name } of target.node.returns)
      if (name !== '') for (const origin of this.#ofLocal(name, target)) found.add(origin);
    if (target.node.body === null) return found;
    eachStatement(target.node.body, ({ statement }) => {
      if (statement.kind === 'return' && statement.value !== null)
        for (const origin of this.of(statement.value, target)) found.add(origin);
    });
    return found;
  }
}

function subExprs(expr: Expr): Expr[] {
  if (expr.kind === 'binary') return [expr.left, expr.right];
  if (expr.kind === 'unary') return [expr.argument];
  if (expr.kind === 'tuple') return expr.items.filter((one) => one !== null);
  if (expr.kind === 'array') return expr.items;
  return expr.kind === 'slice' ? [expr.base] : [];
}

const assigned = new WeakMap<FunctionNode, Map<string, Expr[]>>();

/**
 * Everything that a function assigns to a local variable or to parts of it; the key with `=` has the assignments to
 * exactly that path.
 */
export function assignedTo(name: string, node: FunctionNode): readonly Expr[] {
  let all = assigned.get(node);
  if (all === undefined) {
    all = new Map<string, Expr[]>();
    assigned.set(node, all);
    readAssigned(node, all);
  }
  return all.get(name) ?? [];
}

/** Assignments to a member of a struct: to the member itself, or to the whole struct. */
function assignedToPath(path: string, node: FunctionNode): readonly Expr[] {
  const own = assignedTo(`=${path}`, node);
  return own.length === 0 ? [] : [...own, ...assignedTo(`=${path.slice(0, path.indexOf('.'))}`, node)];
}

function readAssigned(node: FunctionNode, all: Map<string, Expr[]>): void {
  const add = (name: string | null | undefined, value: Expr): void => {
    if (!name) return;
    const known = all.get(name);
    if (known) known.push(value);
    else all.set(name, [value]);
  };
  if (node.body === null) return;
  eachStatement(node.body, ({ statement }) => {
    if (statement.kind === 'declaration' && statement.value !== null) {
      const items = statement.value.kind === 'tuple' ? statement.value.items : null;
      for (const [at, one] of statement.variables.entries()) {
        add(one?.name, items?.[at] ?? statement.value);
        if (one) add(`=${one.name}`, items?.[at] ?? statement.value);
      }
    }
    if (statement.kind === 'try') for (const one of statement.returns) add(one.name, statement.call);
    if (statement.kind !== 'expression' || statement.expr.kind !== 'assign') return;
    const { left, right } = statement.expr;
    const items = left.kind === 'tuple' ? left.items : [left];
    const values = left.kind === 'tuple' && right.kind === 'tuple' ? right.items : null;
    for (const [at, item] of items.entries()) {
      if (item === null) continue;
      const path = pathOf(item);
      add(rootName(item), values?.[at] ?? right);
      if (path !== null) add(`=${path}`, values?.[at] ?? right);
    }
  });
}

/** The arguments of each parameter, over all calls in the contract and the modifiers of its functions. */
function bindingsIn(context: Context): Map<FunctionNode, Map<number, Binding[]>> {
  const all = new Map<FunctionNode, Map<number, Binding[]>>();
  const bind = (target: FunctionInfo, args: readonly Expr[], fn: FunctionInfo): void => {
    const own = all.get(target.node) ?? new Map<number, Binding[]>();
    all.set(target.node, own);
    args.forEach((arg, at) => {
      const known = own.get(at);
      if (known) known.push({ fn, arg });
      else own.set(at, [{ fn, arg }]);
    });
  };
  const seen = new Set<FunctionNode>();
  for (const fn of [...context.functions, ...context.modifiers].flatMap((one) => reachOf(one, context))) {
    if (seen.has(fn.node)) continue;
    seen.add(fn.node);
    for (const { name, args } of fn.node.modifiers) {
      const modifier = context.modifier(name);
      if (modifier) bind(modifier, args, fn);
    }
    for (const { kind, target, args } of factsOf(fn, context).calls)
      if (kind === 'internal' && target) bind(target, args, fn);
  }
  return all;
}

export function stateNamed(origin: Origin): string | null {
  return origin.startsWith('state:') ? origin.slice(6) : null;
}
