import type { Expr } from '../frontend/syntax.ts';
import { callFact } from './calls.ts';
import { Context, isEntry } from './context.ts';
import { type Facts, factsOf, reachOf } from './facts.ts';
import { Origins, stateNamed } from './origins.ts';
import type { ContractInfo, FunctionInfo, Program, StateInfo } from './program.ts';
import { typeOf } from './types.ts';
import { partsOf, pathOf, someExpr } from './walk.ts';

/** Modifiers of well-known libraries, in case the library is not among the files. */
const guardNames =
  /^(?:only\w*|auth\w*|requiresAuth|restricted|whenOwner|isOwner\w*|ifAdmin|ifOwner|hasRole|ownerOnly|adminOnly|onlyRole|proxied)$/i;
const onceNames = /^(?:initializer|reinitializer|onlyInitializing)$/;
const questionNames = /^(?:can|is|has|owner|auth|allowed|check|members|wards|admin|get|balanceOf)/i;
const lockNames = /^(?:nonReentrant\w*|noReentran\w*|nonreentrant|lock|mutex|reentrancyGuard|globalLock)$/;

/** The budget of a contract is used up. */
export class TooMuchWork extends Error {}

/**
 * How many queries about functions a contract, and a whole application, may make. Counted rather than timed, so that
 * equal files give equal findings.
 */
export interface Budget {
  left: number;
}

const MAX_QUESTIONS = 100_000;

/** A contract with everything that checks ask about it, computed once. */
export class Scope {
  readonly context: Context;
  readonly origins: Origins;
  readonly functions: readonly FunctionInfo[];
  readonly #guarded = new Map<unknown, boolean>();
  readonly #reach = new Map<unknown, FunctionInfo[]>();
  #open: Set<string> | null = null;

  readonly #budget: Budget;
  #left: number;

  constructor(program: Program, contract: ContractInfo, budget: Budget) {
    this.#budget = budget;
    this.#left = Math.min(MAX_QUESTIONS, budget.left);
    this.context = new Context(program, contract);
    this.origins = new Origins(this.context);
    this.functions = this.context.functions;
  }

  get contract(): ContractInfo {
    return this.context.contract;
  }

  get entries(): FunctionInfo[] {
    return this.functions.filter((fn) => isEntry(fn));
  }

  /** Every check asks for these repeatedly, so this is where the budget is counted. */
  facts(fn: FunctionInfo): Facts {
    if (--this.#left < 0) throw new TooMuchWork();
    this.#budget.left--;
    return factsOf(fn, this.context);
  }

  reach(fn: FunctionInfo): FunctionInfo[] {
    let found = this.#reach.get(fn.node);
    if (found === undefined) {
      found = reachOf(fn, this.context);
      this.#reach.set(fn.node, found);
    }
    return found;
  }

  /** Whether it continues only for some callers: a condition checks the caller, or a signature. */
  isGuarded(fn: FunctionInfo): boolean {
    let found = this.#guarded.get(fn.node);
    if (found === undefined) {
      found = this.#checksCaller(fn);
      this.#guarded.set(fn.node, found);
    }
    return found;
  }

  /** Whether only named callers get through, not everybody with a balance. */
  isRestricted(fn: FunctionInfo): boolean {
    return (
      this.isGuarded(fn) &&
      (this.#isNamedGuard(fn) ||
        this.reach(fn).some((one) => {
          const { conditions, calls } = this.facts(one);
          return (
            calls.some(({ name }) => name === 'ecrecover') ||
            conditions.some(
              (condition) => !this.#isOfAmounts(condition, one) && this.#isCallerCheck(condition, one),
            )
          );
        }))
    );
  }

  /** `held[msg.sender] >= amount`, `balance != 0`: checks how much somebody has, not who it is. */
  #isOfAmounts(condition: Expr, fn: FunctionInfo): boolean {
    return someExpr(condition, (one) => {
      if (one.kind !== 'binary' || !/^[<>=!]=?$/.test(one.op)) return false;
      if (/^[<>]/.test(one.op)) return true;
      const other = isZero(one.right) ? one.left : isZero(one.left) ? one.right : null;
      const type = other === null ? null : typeOf(other, fn, this.context);
      return type?.kind === 'elementary' && type.name.startsWith('uint');
    });
  }

  #isNamedGuard({ node }: FunctionInfo): boolean {
    return node.modifiers.some(({ name }) => guardNames.test(name.slice(name.lastIndexOf('.') + 1)));
  }

  #checksCaller(fn: FunctionInfo): boolean {
    const named = fn.node.modifiers.map(({ name }) => name.slice(name.lastIndexOf('.') + 1));
    if (named.some((name) => guardNames.test(name) && this.context.modifier(name) === null)) return true;
    if (named.some((name) => onceNames.test(name))) return true;
    return this.reach(fn).some((one) => {
      const { conditions, calls } = this.facts(one);
      if (calls.some(({ name, inAssembly }) => name === 'ecrecover' || (inAssembly && name === 'caller')))
        return true;
      if (
        calls.some(
          ({ name, kind }) =>
            kind !== 'internal' &&
            /^_?(?:check|require|only)(?:Owner|Role|Auth|Admin|CanCall)\w*$/i.test(name),
        )
      )
        return true;
      return conditions.some((condition) => this.#isCallerCheck(condition, one));
    });
  }

  #isCallerCheck(condition: Expr, fn: FunctionInfo): boolean {
    if (this.#isOfProxy(condition, fn)) return true;
    // The hash of all arguments is looked up in decisions made before.
    if (this.origins.has(condition, fn, 'key:hashed')) return true;
    if (condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||'))
      return this.#isCallerCheck(condition.left, fn) || this.#isCallerCheck(condition.right, fn);
    const isOfCaller = (one: Expr): boolean => {
      if (pathOf(one) === 'msg.sender') return true;
      return (
        (one.kind === 'name' || one.kind === 'call' || one.kind === 'index') &&
        this.origins.has(one, fn, 'sender', 'key:sender')
      );
    };
    if (!this.#asks(condition, fn, isOfCaller)) return false;
    // `msg.sender == tx.origin` and `msg.sender != address(0)` exclude nobody in particular.
    if (condition.kind !== 'binary') return true;
    const other = isOfCaller(condition.left) ? condition.right : condition.left;
    return pathOf(other) !== 'tx.origin' && !isZero(other);
  }

  /** `address(this) != self`: only runs with the storage of another contract. */
  #isOfProxy(condition: Expr, fn: FunctionInfo): boolean {
    if (condition.kind !== 'binary' || (condition.op !== '==' && condition.op !== '!=')) return false;
    return [condition.left, condition.right].some((side) => {
      const from = this.origins.of(side, fn);
      return from.size === 1 && from.has('this') && !isZero(side);
    });
  }

  /** Whether it can only run once: it requires a variable to be empty, and sets it. */
  isOnce(fn: FunctionInfo): boolean {
    const reach = this.reach(fn);
    const set = new Set(
      reach.flatMap((one) =>
        this.facts(one).writes.flatMap(({ state, target, op }) =>
          target.kind === 'name' && op === '=' ? state.node.name : [],
        ),
      ),
    );
    const isSet = (one: Expr): boolean => one.kind === 'name' && set.has(one.name);
    const isNamedSo = /^_*(?:init|initialize\w*|setup|construct\w*)$/i.test(fn.node.name);
    return reach.some((one) =>
      this.facts(one).conditions.some((condition) =>
        someExpr(condition, (part) => {
          if (part.kind === 'unary' && part.op === '!') return isSet(part.argument);
          if (part.kind !== 'binary' || !/^(?:[=!]=|>)$/.test(part.op)) return false;
          if (isZero(part.right)) return isSet(part.left) || (isNamedSo && part.left.kind === 'call');
          return isZero(part.left) && isSet(part.right);
        }),
      ),
    );
  }

  /** Whether a part matches. The arguments of a call with effects, such as a transfer, are not conditions. */
  #asks(expr: Expr, fn: FunctionInfo, isIt: (one: Expr) => boolean): boolean {
    if (expr.kind === 'call') {
      const { kind, name, target } = callFact(expr, fn, this.context);
      const isView = target?.node.mutability === 'view' || target?.node.mutability === 'pure';
      if (kind === 'call' || kind === 'send' || kind === 'delegatecall') return false;
      if (kind === 'external' && !isView && !questionNames.test(name)) return false;
    }
    return isIt(expr) || partsOf(expr).some((part) => this.#asks(part, fn, isIt));
  }

  isLocked(fn: FunctionInfo): boolean {
    return fn.node.modifiers.some(({ name }) => {
      const last = name.slice(name.lastIndexOf('.') + 1);
      if (lockNames.test(last)) return true;
      const modifier = this.context.modifier(last);
      return modifier !== null && this.#isLock(modifier);
    });
  }

  /** A modifier that reverts while a variable is set, sets it, and resets it afterwards. */
  #isLock(modifier: FunctionInfo): boolean {
    const { conditions, writes } = this.facts(modifier);
    return writes.some(
      ({ state }) =>
        writes.filter((one) => one.state === state).length >= 2 &&
        conditions.some((condition) =>
          someExpr(condition, (one) => one.kind === 'name' && one.name === state.node.name),
        ),
    );
  }

  /** Whether any caller can set the state variable. */
  isOpen(name: string): boolean {
    this.#open ??= this.#findOpen();
    return this.#open.has(name);
  }

  #findOpen(): Set<string> {
    const open = new Set<string>();
    for (const entry of this.entries) {
      if (this.isGuarded(entry)) continue;
      for (const fn of this.reach(entry)) {
        for (const { state, value, target } of this.facts(fn).writes) {
          if (value === null || target.kind !== 'name') continue;
          if (this.origins.has(value, fn, 'param', 'sender')) open.add(state.node.name);
        }
      }
    }
    return open;
  }

  /** Whether the caller chooses the value, by an argument or by a variable that anybody may set. */
  isChosen(expr: Expr, fn: FunctionInfo): boolean {
    for (const origin of this.origins.of(expr, fn)) {
      if (origin === 'param') return true;
      const name = stateNamed(origin);
      if (name !== null && this.isOpen(name)) return true;
    }
    return false;
  }

  isConstant(state: StateInfo): boolean {
    return state.node.isConstant || state.node.isImmutable;
  }
}

export function isZero(expr: Expr): boolean {
  if (expr.kind === 'literal') return expr.type === 'number' && /^0(?:x0*)?$/.test(expr.text);
  if (expr.kind === 'call' && (expr.callee.kind === 'type' || expr.callee.kind === 'name')) {
    const [first] = expr.args;
    return expr.args.length === 1 && first !== undefined && isZero(first);
  }
  return false;
}
