import type { CallExpr, Expr, Span, Statement } from '../frontend/syntax.ts';
import { type CallFact, callFact } from '../program/calls.ts';
import { writeOf } from '../program/facts.ts';
import type { FunctionInfo, StateInfo } from '../program/program.ts';
import { isZero, type Scope } from '../program/scope.ts';
import { partsOf } from '../program/walk.ts';
import { copyPath, handsOver, joinPaths, type LateStep, type Path } from './reentrancy-paths.ts';

interface Frame {
  fn: FunctionInfo;
  exits: (Path | null)[];
  /** The body that runs at `_` in a modifier. */
  inner: ((path: Path | null) => Path | null) | null;
}

const MAX_STEPS = 40_000;
const MAX_DEPTH = 24;

/** Walks a function and its callees in the order of execution, with all branches at once. */
export class ReentrancyWalk {
  readonly late: LateStep[] = [];
  readonly #scope: Scope;
  readonly #open: unknown[] = [];
  #steps = 0;
  #locked = 0;
  #frame!: Frame;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  start(fn: FunctionInfo): void {
    this.#enter(fn, { reads: new Set(), calls: new Map(), hasSent: false });
  }

  #enter(fn: FunctionInfo, path: Path | null): Path | null {
    if (path === null || fn.node.body === null) return path;
    if (this.#open.includes(fn.node) || this.#open.length > MAX_DEPTH || this.#steps > MAX_STEPS) return path;
    this.#open.push(fn.node);
    const isLocked = this.#scope.isLocked(fn);
    if (isLocked) this.#locked++;
    const after = this.#throughModifiers(fn, 0, path);
    if (isLocked) this.#locked--;
    this.#open.pop();
    return after;
  }

  #throughModifiers(fn: FunctionInfo, at: number, path: Path | null): Path | null {
    const invocation = fn.node.modifiers[at];
    if (invocation === undefined) return this.#inFrame({ fn, exits: [], inner: null }, path);
    const rest = (from: Path | null): Path | null => this.#throughModifiers(fn, at + 1, from);
    const modifier = this.#scope.context.modifier(invocation.name);
    if (modifier === null) return rest(path);
    const outer = this.#frame;
    this.#frame = { fn, exits: [], inner: null };
    let before = path;
    for (const arg of invocation.args) before = this.#see(arg, before);
    this.#frame = outer;
    return this.#inFrame({ fn: modifier, exits: [], inner: rest }, before);
  }

  #inFrame(frame: Frame, path: Path | null): Path | null {
    const outer = this.#frame;
    this.#frame = frame;
    const { body } = frame.fn.node;
    let after = body === null ? path : this.#run(body, path, false);
    for (const exit of frame.exits) after = joinPaths(after, exit);
    this.#frame = outer;
    return after;
  }

  #run(statement: Statement, path: Path | null, inAssembly: boolean): Path | null {
    if (path === null || ++this.#steps > MAX_STEPS) return path;
    switch (statement.kind) {
      case 'block':
      case 'assembly': {
        let after: Path | null = path;
        for (const one of statement.body)
          after = this.#run(one, after, inAssembly || statement.kind === 'assembly');
        return after;
      }
      case 'expression':
        return this.#see(statement.expr, path, inAssembly);
      case 'declaration':
        return statement.value === null ? path : this.#see(statement.value, path, inAssembly);
      case 'if': {
        const tested = this.#see(statement.test, path, inAssembly);
        const yes = this.#run(statement.yes, copyPath(tested), inAssembly);
        return joinPaths(
          yes,
          statement.no === null ? tested : this.#run(statement.no, copyPath(tested), inAssembly),
        );
      }
      case 'loop':
        return this.#loop(statement, path, inAssembly);
      case 'return':
        this.#frame.exits.push(statement.value === null ? path : this.#see(statement.value, path));
        return null;
      case 'revert':
        return null;
      case 'emit':
        return this.#tell(statement.call, path);
      case 'try':
        return this.#attempt(statement, path);
      case 'placeholder':
        return this.#inPlace(path);
      default:
        return path;
    }
  }

  #inPlace(path: Path | null): Path | null {
    const frame = this.#frame;
    const after = frame.inner === null ? path : frame.inner(path);
    this.#frame = frame;
    return after;
  }

  #loop(statement: Statement & { kind: 'loop' }, path: Path, inAssembly: boolean): Path | null {
    let after = statement.before === null ? path : this.#run(statement.before, path, inAssembly);
    // Twice, because a write may follow the call of the previous iteration.
    for (let round = 0; round < 2; round++) {
      let inside = copyPath(after);
      if (statement.test !== null) inside = this.#see(statement.test, inside, inAssembly);
      inside = this.#run(statement.body, inside, inAssembly);
      if (statement.update !== null) inside = this.#see(statement.update, inside);
      after = joinPaths(after, inside);
    }
    return after;
  }

  #attempt(statement: Statement & { kind: 'try' }, path: Path): Path | null {
    const called = this.#see(statement.call, path);
    let after = this.#run(statement.body, copyPath(called), false);
    for (const one of statement.catches) after = joinPaths(after, this.#run(one, copyPath(called), false));
    return after;
  }

  #tell(call: Expr, path: Path): Path | null {
    let after: Path | null = path;
    if (call.kind === 'call') for (const arg of call.args) after = this.#see(arg, after);
    this.#note(null, call, after);
    return after;
  }

  #see(expr: Expr, path: Path | null, inAssembly = false): Path | null {
    if (path === null || ++this.#steps > MAX_STEPS) return path;
    if (expr.kind === 'call') return this.#call(expr, path, inAssembly);
    if (expr.kind === 'assign') return this.#assign(expr, path, inAssembly);
    if (expr.kind === 'ternary') {
      const tested = this.#see(expr.test, path, inAssembly);
      return joinPaths(
        this.#see(expr.yes, copyPath(tested), inAssembly),
        this.#see(expr.no, copyPath(tested), inAssembly),
      );
    }
    let after: Path | null = path;
    for (const part of partsOf(expr)) after = this.#see(part, after, inAssembly);
    if (after !== null && expr.kind === 'name') this.#read(expr.name, after);
    this.#write(expr, after);
    return after;
  }

  #read(name: string, path: Path): void {
    const { fn } = this.#frame;
    const { context } = this.#scope;
    const state = context.stateOf(name, fn);
    if (state !== null) path.reads.add(state);
    else if (context.locals(fn).has(name))
      for (const one of context.storageOf({ kind: 'name', name, start: 0, end: 0 }, fn)) path.reads.add(one);
  }

  #assign(expr: Expr & { kind: 'assign' }, path: Path, inAssembly: boolean): Path | null {
    let after = this.#see(expr.right, path, inAssembly);
    after = expr.op === '=' ? this.#seeKeys(expr.left, after) : this.#see(expr.left, after, inAssembly);
    this.#write(expr, after);
    return after;
  }

  /** A write does not read its target, only the keys that lead to it. */
  #seeKeys(target: Expr, path: Path | null): Path | null {
    if (target.kind === 'member') return this.#seeKeys(target.object, path);
    if (target.kind === 'index') {
      const after = this.#seeKeys(target.base, path);
      return target.index === null ? after : this.#see(target.index, after);
    }
    if (target.kind !== 'tuple') return path;
    return target.items.reduce((after, item) => (item === null ? after : this.#seeKeys(item, after)), path);
  }

  #write(expr: Expr, path: Path | null): void {
    const write = writeOf(expr);
    if (write === null || path === null) return;
    const { fn } = this.#frame;
    const { context } = this.#scope;
    if (
      write.target.kind === 'name' &&
      context.locals(fn).has(write.target.name) &&
      write.op !== 'push' &&
      write.op !== 'pop'
    )
      return;
    const isDebit = write.op === '-=' || write.op === '--';
    for (const state of context.storageOf(write.target, fn))
      this.#note(state, expr, path, write.target, isDebit);
  }

  #note(
    state: StateInfo | null,
    span: Span,
    path: Path | null,
    target: Expr | null = null,
    isDebit = false,
  ): void {
    // A write in a lock's modifier is the lock itself.
    if (path === null || (this.#locked > 0 && this.#frame.fn.node.kind === 'modifier')) return;
    for (const after of path.calls.values()) {
      if (this.late.length > 500) return;
      this.late.push({ after, state, span, target, fn: this.#frame.fn, isDebit, isLocked: this.#locked > 0 });
    }
  }

  #call(expr: CallExpr, path: Path, inAssembly: boolean): Path | null {
    const { fn } = this.#frame;
    const call = callFact(expr, fn, this.#scope.context, inAssembly);
    let after: Path | null = path;
    const { callee } = expr;
    if (callee.kind === 'member') after = this.#see(callee.object, after, inAssembly);
    for (const { value } of expr.options) after = this.#see(value, after, inAssembly);
    for (const arg of expr.args) after = this.#see(arg, after, inAssembly);
    this.#write(expr, after);
    if (call.kind === 'internal' && call.target) return this.#enter(call.target, after);
    if (after === null || call.name === 'revert' || call.kind === 'selfdestruct') return null;
    // Before 0.4.21, events were emitted without `emit`.
    if (call.kind === 'value' && callee.kind === 'name' && this.#isEvent(callee.name))
      this.#note(null, expr, after);
    const isPaid = this.#sendsEther(call);
    if (isPaid || call.kind === 'send' || call.kind === 'transfer') after.hasSent = true;
    if (handsOver(call, fn) && !this.#isCreatedLocally(call)) {
      const sendsEther = isPaid || after.hasSent;
      after.calls.set(expr, { call, fn, reads: new Set(after.reads), sendsEther });
    }
    return after;
  }

  /** Whether the call sends more ether than came with the call. */
  #sendsEther({ value, name }: CallFact): boolean {
    if (value === null || isZero(value)) return /^(?:sendValue|safeTransferETH)$/.test(name);
    const from = this.#scope.origins.of(value, this.#frame.fn);
    return from.size !== 1 || !from.has('value');
  }

  /** Whether this contract created the callee, so that its code is known. */
  #isCreatedLocally({ receiver }: CallFact): boolean {
    if (receiver === null) return false;
    const from = this.#scope.origins.of(receiver, this.#frame.fn);
    return from.size === 1 && from.has('created');
  }

  #isEvent(name: string): boolean {
    return this.#scope.contract.line.some(({ node }) => node.events.some((event) => event.name === name));
  }
}
