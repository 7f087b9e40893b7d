import type { Expr, FunctionIr, Param } from '../ir/ir.ts';
import { assign } from './assign.ts';
import { withInheritedMarks } from './inherited-marks.ts';
import { maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { bufferOf } from './out-arguments.ts';
import { applyGuard, guardedKinds, isOwnGuard } from './own-guards.ts';
import { inputsOf, isGivenNothing, repeatResult, runLimit } from './run-limits.ts';
import { choiceBase, isScalar } from './scalar-types.ts';
import { newObject, type State } from './state.ts';
import { addStep, joinValues, unknown, type Value } from './value.ts';

/** What a parameter is by the annotations of its method, or of the interface that the method is of. */
export function parameterRole(
  m: Machine,
  fn: FunctionIr,
  index: number,
  param?: Param,
): { source?: string; sym?: string } | null {
  const marked = withInheritedMarks(m, fn);
  return m.program
    .modelOf(fn.file.language)
    .parameter(marked.fn, marked.params[param === undefined ? index : fn.params.indexOf(param)]!, index);
}

/** What an entry point's parameter holds by its type, annotation or name. */
export function parameterValue(m: Machine, fn: FunctionIr, param: Param, index: number): Value | null {
  let given = m.roles.get(fn)?.[index] ?? parameterRole(m, fn, index, param);
  if (
    m.libraryRoot === fn &&
    (given === null || (given.source === undefined && given.sym === undefined)) &&
    !(param.type !== null && m.handlers.isPlainType(param.type))
  )
    given = { source: 'exported_parameter' };
  if (given === null) return null;
  if (given.source !== undefined && isChoice(m, fn, param.type)) return { ...unknown, type: param.type };
  if (given.source !== undefined) {
    const key = `${fn.file.path}:param:${fn.id}:${index}`;
    let source = m.program.sources.get(key);
    if (source === undefined) {
      source = {
        kind: given.source,
        exposure:
          given.source === 'exported_parameter'
            ? 'library'
            : given.source === 'argument'
              ? 'local'
              : 'external',
        file: fn.file,
        pos: fn.pos,
        end: Math.min(fn.end, fn.pos + 200),
      };
      m.program.sources.set(key, source);
    }
    const weight = given.source === 'exported_parameter' ? 0.5 : 1;
    return {
      ...unknown,
      type: param.type,
      sym: given.sym ?? null,
      taints: [
        {
          source,
          // Who calls a program may name its files and servers.
          clean: given.source === 'argument' ? maskOf('path', 'ssrf', 'regex', 'log', 'code') : 0,
          weight,
          step: { file: fn.file, pos: fn.pos, end: source.end, fnId: fn.id, previous: null, depth: 0 },
        },
      ],
    };
  }
  if (given.sym === '@call') return callValue(m, fn);
  return { ...unknown, sym: given.sym ?? null, type: param.type };
}

/** A type of fixed names: frameworks refuse all others. */
function isChoice(m: Machine, fn: FunctionIr, type: string | null): boolean {
  const { choices } = fn.file.semantics;
  if (type === null || !/^[A-Z]\w*$/.test(type) || choices === 'none') return false;
  return m.program
    .classesNamed(type, fn.file)
    .some(
      (cls) =>
        cls.bases.some((base) => choiceBase.test(base)) ||
        (choices === 'word' &&
          new RegExp(String.raw`\benum\s+(?:class\s+)?${cls.name}\b`).test(
            cls.file.text.slice(Math.max(0, cls.pos - 60), cls.pos + 120),
          )),
    );
}

/** What a remote procedure gets: its input among what the server adds. */
function callValue(m: Machine, fn: FunctionIr): Value {
  const key = `${fn.file.path}:param:${fn.id}:input`;
  let source = m.program.sources.get(key);
  if (source === undefined) {
    const end = Math.min(fn.end, fn.pos + 200);
    source = { kind: 'http_parameter', exposure: 'external', file: fn.file, pos: fn.pos, end };
    m.program.sources.set(key, source);
  }
  const step = { file: fn.file, pos: fn.pos, end: source.end, fnId: fn.id, previous: null, depth: 0 };
  const given: Value = { ...unknown, taints: [{ source, clean: 0, weight: 1, step }] };
  const schema = m.inputSchemas.get(fn);
  const input = schema === undefined ? given : m.handlers.validated(m, schema, given, 0);
  const id = m.allocate({ ...newObject('object'), fields: new Map([['input', input]]), isClosed: false });
  return { ...unknown, objs: [id] };
}

interface Parameters {
  /** Those that a call gives. */
  params: readonly Param[];
  receiver: Param | undefined;
  /** Under which a state holds them. */
  keys: readonly string[];
}

const parameters = new WeakMap<FunctionIr, Parameters>();

function parametersOf(fn: FunctionIr): Parameters {
  let found = parameters.get(fn);
  if (found === undefined) {
    const params = fn.params.filter((param) => param.type !== '<receiver>');
    found = {
      params,
      receiver: fn.params.find((param) => param.type === '<receiver>'),
      keys: params.map(({ name }) => `${fn.id}:${name}`),
    };
    parameters.set(fn, found);
  }
  return found;
}

/** Runs a function of the program with given arguments. */
export function invoke(
  m: Machine,
  fn: FunctionIr,
  self: Value | null,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
  isCallback = false,
): Value {
  const { file } = m.frame ?? { file: fn.file };
  const callerId = m.frame?.fn.id ?? 0;
  const { params, receiver } = parametersOf(fn);
  const inputs = inputsOf(m, self, named.size === 0 ? args : [...args, ...named.values()]);
  const isPlain = isGivenNothing(fn, inputs);
  const plainRuns = m.plainRuns.get(fn) ?? 0;
  if ((isPlain ? plainRuns : (m.runs.get(fn) ?? 0) - plainRuns) >= runLimit(fn, self, inputs))
    return repeatResult(m, fn, args, isPlain);
  if (isPlain) m.plainRuns.set(fn, plainRuns + 1);
  const bind = (): void => {
    if (receiver !== undefined)
      // Behind an interface stands the type whose method this is.
      m.s.vars.set(`${fn.id}:${receiver.name}`, {
        ...(self ?? unknown),
        ...(self === null || (self.objs.length === 0 && fn.cls !== null)
          ? { type: fn.cls?.name ?? null }
          : {}),
      });
    params.forEach((param, index) => {
      bindParameter(m, fn, param, index, args, named, file, callerId, e, isCallback);
    });
  };
  let written: [Expr, Value][] = [];
  let guarded: readonly number[] = [];
  const isGuard = e.k === 'call' && isOwnGuard(fn);
  let result = m.run(fn, self, bind, (state) => {
    if (e.k === 'call' && mayWriteBack(fn)) written = writtenBack(fn, params, e, state);
    if (isGuard) guarded = guardedKinds(fn, args, state);
  });
  if (result === null) return repeatResult(m, fn, args, isPlain);
  if (result.taints.length > 0 && isScalar(fn.returnType) && fn.file.semantics.checkedScalars)
    result = { ...unknown, type: fn.returnType };
  if (isTyped(fn, result)) result = { ...result, type: fn.returnType };
  if (
    result.type === null &&
    result.k === undefined &&
    fn.file.semantics.knownByType &&
    givesItself(m, fn.returnType)
  )
    result = { ...result, type: fn.returnType };
  for (const [target, value] of written) assign(m, target, value);
  if (guarded.length > 0) applyGuard(m, e, args, guarded);
  const results = isPlain ? m.plainResults : m.results;
  const before = results.get(fn);
  results.set(fn, before === undefined ? result : joinValues(before, result));
  return result;
}

/** What a function gives has at least the type that it declares. */
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

/** Not a letter that stands for any type, and not what holds the thing. */
function givesItself(m: Machine, type: string | null): boolean {
  return type !== null && type.length > 1 && !m.handlers.words.holders.test(type);
}

function mayWriteBack(fn: FunctionIr): boolean {
  const { references, addressSign } = fn.file.semantics;
  return references === 'all' || addressSign !== null || referenced(fn).size > 0;
}

/** What a function wrote through pointers that it was given, and where the caller keeps it. */
function writtenBack(
  fn: FunctionIr,
  params: readonly Param[],
  e: Extract<Expr, { k: 'call' }>,
  state: State,
): [Expr, Value][] {
  const { references, referencesReplace } = fn.file.semantics;
  return params.flatMap((param, index): [Expr, Value][] => {
    if (references !== 'all' && !referenced(fn).has(param.name) && !isAddress(fn, e, index)) return [];
    const target = bufferOf(e.args[index]);
    if (target === undefined || (target.k !== 'var' && target.k !== 'get')) return [];
    const value = state.get(`${fn.id}:${param.name}`);
    // What was written there takes the place of what was there.
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

/** Parameters that are the caller's own variables: `&$x`, `out string x`, `ref string x`. */
function referenced(fn: FunctionIr): ReadonlySet<string> {
  const { semantics, text } = fn.file;
  if (!(semantics.references instanceof RegExp) || fn.params.length === 0) return none;
  let names = referencedNames.get(fn);
  if (names === undefined) {
    const head = /^[^{]*/.exec(text.slice(fn.pos, fn.pos + 600))![0];
    const found = head.matchAll(semantics.references);
    names = new Set([...found].map((match) => match[1]!));
    referencedNames.set(fn, names.size === 0 ? none : names);
  }
  return names;
}

function bindParameter(
  m: Machine,
  fn: FunctionIr,
  param: Param,
  index: number,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  callerFile: Machine['file'],
  callerId: number,
  e: Expr,
  isCallback: boolean,
): void {
  let value = named.get(param.name) ?? args[index];
  const isGiven = isCallback && value !== undefined && value.taints.length > 0;
  if (param.type === '<named rest>' && !isGiven) {
    const fields = new Map([...named].filter(([name]) => !fn.params.some((other) => other.name === name)));
    value = { ...unknown, objs: [m.allocate({ ...newObject('map'), fields })] };
  } else if (param.isRest) {
    const rest = args.slice(index);
    const id = m.allocate({ ...newObject('list'), items: rest });
    value = { ...unknown, objs: [id] };
  }
  if (value === undefined) value = param.init !== null ? m.evalExpr(param.init) : unknown;
  if (value.taints.length > 0 && isScalar(param.type) && fn.file.semantics.checkedScalars)
    value = { ...unknown, type: param.type };
  if (param.type !== null && value.type === null) value = { ...value, type: param.type };
  if (value.taints.length > 0 && !isCallback)
    value = { ...value, taints: addStep(value.taints, callerFile, e.pos, e.end, callerId) };
  if (param.pattern !== null) assign(m, param.pattern, value);
  else m.s.vars.set(parametersOf(fn).keys[index]!, value);
}
