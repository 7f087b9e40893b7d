import { interned } from '../ir/interned.ts';
import type { Expr, FunctionIr, Param } from '../ir/ir.ts';
import { assign } from './assign.ts';
import type { Machine } from './machine.ts';
import { bufferOf } from './out-arguments.ts';
import { applyGuard, guardedKinds, isOwnGuard } from './own-guards.ts';
import { narrowArgument } from './refine-numbers.ts';
import { hasNoArguments, inputsOf, repeatResult, runLimit } from './run-limits.ts';
import { isScalar } from './scalar-types.ts';
import { newObject, type State } from './state.ts';
import { addStep, joinValues, unknown, type Value } from './value.ts';

interface Parameters {
  /** Parameters for the arguments of a call. */
  params: readonly Param[];
  receiver: Param | undefined;
  /** With their keys in a state. */
  bound: readonly BoundParameter[];
}

interface BoundParameter {
  param: Param;
  /** The variable's key. */
  key: string;
}

const parameters = new WeakMap<FunctionIr, Parameters>();

function parametersOf(fn: FunctionIr): Parameters {
  let found = parameters.get(fn);
  if (found === undefined) {
    const params = fn.params.filter((param) => param.type !== '<receiver>');
    found = {
      params,
      receiver: fn.params.find((param) => param.type === '<receiver>'),
      bound: params.map((param) => ({ param, key: interned(`${fn.id}:${param.name}`) })),
    };
    parameters.set(fn, found);
  }
  return found;
}

/** Runs a function of the program with the given arguments. */
export function invoke(
  m: Machine,
  fn: FunctionIr,
  self: Value | null,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
  isCallback = false,
): Value {
  const { file } = m.running ?? { file: fn.file };
  const callerId = m.running?.fn.id ?? 0;
  // A lambda may have received a receiver since it was lowered.
  if (m.ledger !== null && fn.file.semantics.implicitReceivers) m.shared.cell(fn, 'receiver');
  const { bound, receiver } = parametersOf(fn);
  const inputs = inputsOf(m, self, named.size === 0 ? args : [...args, ...named.values()]);
  const isPlain = hasNoArguments(fn, inputs);
  const plainRuns = m.plainRuns.get(fn) ?? 0;
  if ((isPlain ? plainRuns : (m.runs.get(fn) ?? 0) - plainRuns) >= runLimit(m, fn, self, inputs))
    return repeatResult(m, fn, args, isPlain);
  if (isPlain) m.plainRuns.set(fn, plainRuns + 1);
  const bind = (): void => {
    if (receiver !== undefined)
      // The receiver behind an interface has the type that declares this method.
      m.s.vars.set(`${fn.id}:${receiver.name}`, {
        ...(self ?? unknown),
        ...(self === null || (self.objs.length === 0 && fn.cls !== null)
          ? { type: fn.cls?.name ?? null }
          : {}),
      });
    // Positional arguments fill the parameters that have no named argument.
    let byName = 0;
    bound.forEach((one, index) => {
      bindParameter(m, fn, one, index - byName, args, named, file, callerId, e, isCallback);
      if (named.has(one.param.name)) byName++;
    });
  };
  let written: [Expr, Value][] = [];
  let guarded: readonly number[] = [];
  let held: (Value | undefined)[] = [];
  const isGuard = e.k === 'call' && isOwnGuard(fn);
  let result = m.run(fn, self, bind, (state) => {
    if (e.k === 'call' && mayWriteBack(fn)) written = writtenBack(fn, e, state);
    if (isGuard) {
      guarded = guardedKinds(m, fn, args, state);
      held = bound.map(({ key }) => state.get(key));
    }
  });
  if (result === null) return repeatResult(m, fn, args, isPlain);
  if (result.taints.length > 0 && isScalar(fn.returnType) && fn.file.semantics.checkedScalars)
    result = { ...unknown, type: fn.returnType };
  if (isTyped(fn, result)) result = { ...result, type: fn.returnType };
  if (
    result.type === null &&
    result.k === undefined &&
    fn.file.semantics.knownByType &&
    returnsItself(m, fn.returnType)
  )
    result = { ...result, type: fn.returnType };
  for (const [target, value] of written) assign(m, target, value);
  if (guarded.length > 0) applyGuard(m, e, args, guarded);
  if (e.k === 'call')
    for (const [at, value] of held.entries())
      if (args[at]?.num != null && e.args[at] !== undefined) narrowArgument(m, e.args[at], value);
  const results = isPlain ? m.plainResults : m.results;
  const before = results.get(fn);
  results.set(fn, before === undefined ? result : joinValues(before, result));
  return result;
}

/** A result has at least its declared type. */
function isTyped({ returnType, file }: FunctionIr, { type, k, objs, fns, cls }: Value): boolean {
  return (
    type === null &&
    k === undefined &&
    objs.length + fns.length === 0 &&
    cls === null &&
    returnType !== null &&
    file.semantics.declaredResults &&
    /^[\w.]+$/.test(returnType) &&
    !/^(?:error|any|string|T)$/.test(returnType)
  );
}

/** Not a type parameter, and not a wrapper type. */
function returnsItself(m: Machine, type: string | null): boolean {
  return type !== null && type.length > 1 && !m.handlers.words.holders.test(type);
}

function mayWriteBack(fn: FunctionIr): boolean {
  const { references, addressSign } = fn.file.semantics;
  return references === 'all' || addressSign !== null || referenced(fn).size > 0;
}

/** Values written through pointer parameters, and the caller's variables for them. */
function writtenBack(fn: FunctionIr, e: Extract<Expr, { k: 'call' }>, state: State): [Expr, Value][] {
  const { references, referencesReplace } = fn.file.semantics;
  return parametersOf(fn).bound.flatMap(({ param, key }, index): [Expr, Value][] => {
    if (references !== 'all' && !referenced(fn).has(param.name) && !isAddress(fn, e, index)) return [];
    const target = bufferOf(e.args[index]);
    if (target === undefined || (target.k !== 'var' && target.k !== 'get')) return [];
    const value = state.get(key);
    // The written value replaces the previous one.
    if (value !== undefined && referencesReplace) return [[target, value]];
    return value === undefined || value.taints.length === 0
      ? []
      : [[target, { ...unknown, taints: value.taints, type: value.type }]];
  });
}

/** `change(&x)` */
function isAddress({ file }: FunctionIr, e: Extract<Expr, { k: 'call' }>, index: number): boolean {
  const given = e.args[index];
  return given !== undefined && file.text[given.pos - 1] === file.semantics.addressSign;
}

const referencedNames = new WeakMap<FunctionIr, ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** Parameters passed by reference: `&$x`, `out string x`, `ref string x`. */
function referenced(fn: FunctionIr): ReadonlySet<string> {
  const { semantics, text } = fn.file;
  if (!(semantics.references instanceof RegExp) || fn.params.length === 0) return none;
  let names = referencedNames.get(fn);
  if (names === undefined) {
    const [head = ''] = text.slice(fn.pos, fn.pos + 600).split('{', 1);
    names = new Set([...head.matchAll(semantics.references)].flatMap(([, name]) => name ?? []));
    referencedNames.set(fn, names.size === 0 ? none : names);
  }
  return names;
}

function bindParameter(
  m: Machine,
  fn: FunctionIr,
  { param, key }: BoundParameter,
  at: number,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  callerFile: Machine['file'],
  callerId: number,
  e: Expr,
  isCallback: boolean,
): void {
  const given = named.get(param.name) ?? args[at];
  let value = given;
  const isGiven = isCallback && value !== undefined && value.taints.length > 0;
  if (param.type === '<named rest>' && !isGiven) {
    const fields = new Map([...named].filter(([name]) => !fn.params.some((other) => other.name === name)));
    value = { ...unknown, objs: [m.allocate({ ...newObject('map'), fields })] };
  } else if (param.isRest) {
    const rest = args.slice(at);
    const id = m.allocate({ ...newObject('list'), items: rest });
    value = { ...unknown, objs: [id] };
  }
  if (value === undefined) value = param.init !== null ? m.evalExpr(param.init) : unknown;
  if (value.taints.length > 0 && isScalar(param.type) && fn.file.semantics.checkedScalars)
    value = { ...unknown, type: param.type };
  if (param.type !== null && value.type === null) value = { ...value, type: param.type };
  if (value.taints.length > 0 && !isCallback)
    value = { ...value, taints: addStep(value.taints, callerFile, e.pos, e.end, callerId) };
  if (given !== undefined && value.taints.length > 0 && !isCallback && (e.k === 'call' || e.k === 'new')) {
    m.frame.call = e;
    m.frame.passed.push({ bound: value, given });
  }
  if (param.pattern !== null) assign(m, param.pattern, value);
  else m.s.vars.set(key, value);
}
