import type { ClassIr, Expr, FunctionIr, Param } from '../ir/ir.ts';
import { assign, deepTaints, elementOf, findField, inClass, setField } from './access.ts';
import { callBuiltin, constructBuiltin } from './builtins.ts';
import { checkCookie } from './cookies.ts';
import type { Machine } from './machine.ts';
import { moduleExports } from './modules.ts';
import { writeOutArguments } from './out-arguments.ts';
import { checkProperty } from './property-misuse.ts';
import { applyClean, type CallSite, checkMisuse, checkSinks, findSource } from './sinks.ts';
import { globalCall, specialCall } from './special-calls.ts';
import { newObject } from './state.ts';
import {
  addStep,
  type Callable,
  joinTaints,
  joinValues,
  symbol,
  type Taint,
  unknown,
  type Value,
  weaken,
} from './value.ts';

type CallExpr = Extract<Expr, { k: 'call' }>;
type NewExpr = Extract<Expr, { k: 'new' }>;

interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

function evalArguments(m: Machine, exprs: readonly Expr[], block?: Expr): Arguments {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  for (const e of exprs) {
    if (e.k === 'named') {
      const value = m.evalExpr(e.e);
      named.set(e.name, value);
      checkProperty(m, e.name, value, e.pos, e.end);
    } else if (e.k === 'spread') {
      const value = m.evalExpr(e.e);
      const object = value.objs.length === 1 ? m.s.object(value.objs[0]!) : undefined;
      if (object?.items) args.push(...object.items);
      else if (object !== undefined && object.kind !== 'list' && object.rest === null)
        for (const [name, field] of object.fields) named.set(name, field);
      else args.push(elementOf(m, value));
    } else args.push(m.evalExpr(e));
  }
  if (block !== undefined) args.push(m.evalExpr(block));
  return { args, named };
}

export function evalCall(m: Machine, e: CallExpr): Value {
  m.tick();
  const { f } = e;
  if (f.k === 'super') return callSuper(m, e);
  if (f.k === 'get') {
    if (f.o.k === 'super') return callSuperMethod(m, e, f.name);
    const recv = m.evalExpr(f.o);
    const { args, named } = evalArguments(m, e.args, e.block);
    return callMethod(m, { e, name: f.name, recv, args, named, written: textBefore(m, f.o) }, f.o);
  }
  const callee = m.evalExpr(f);
  const { args, named } = evalArguments(m, e.args, e.block);
  const name = f.k === 'var' ? f.name : (callee.sym?.slice(callee.sym.lastIndexOf('.') + 1) ?? '');
  return callValue(m, callee, { e, name, recv: null, args, named, written: '' });
}

function textBefore(m: Machine, o: Expr): string {
  return m.file.text.slice(o.pos, Math.min(o.end, o.pos + 100));
}

/** Calls a value that is a function, a class, or something from outside. */
function callValue(m: Machine, callee: Value, site: CallSite): Value {
  if (callee.fns.length > 0) return callAll(m, callee.fns, site);
  if (callee.cls !== null) return instantiate(m, callee.cls, site.args, site.named, site.e);
  if (callee.sym !== null) {
    const dot = callee.sym.lastIndexOf('.');
    const isPath = dot > 0;
    const name = isPath ? callee.sym.slice(dot + 1) : callee.sym;
    const own = isPath ? null : m.program.functionNamed(site.name, m.file);
    if (own !== null) return callAll(m, [{ fn: own, self: ownSelf(m, own) }], site);
    if (!isPath && m.frame!.fn.cls !== null) {
      const method = implicitMethod(m, site);
      if (method !== null) return method;
    }
    const global = isPath ? null : globalCall(m, site);
    if (global !== null) {
      checkSinks(m, site);
      return global;
    }
    return callExternal(m, {
      ...site,
      name: name === '' ? site.name : name,
      recv: { ...callee, sym: isPath ? callee.sym.slice(0, dot) : '' },
      written: '',
    });
  }
  return callExternal(m, { ...site, recv: callee.taints.length > 0 ? callee : site.recv });
}

function ownSelf(m: Machine, fn: FunctionIr): Value | null {
  return fn.cls !== null ? m.frame!.self : null;
}

/** `save(x)` inside a class may be its own method, in languages that leave `this` out. */
function implicitMethod(m: Machine, site: CallSite): Value | null {
  for (let holder: FunctionIr | null = m.frame!.fn; holder !== null; holder = holder.parent) {
    if (holder.cls === null) continue;
    const found = pickOverloads(
      m.program.methodsOf(holder.cls, site.name),
      site.args.length + site.named.size,
    );
    if (found.length > 0)
      return callAll(
        m,
        found.map((fn) => ({ fn, self: fn.isStatic ? null : m.frame!.self })),
        site,
      );
  }
  return null;
}

function callAll(m: Machine, callables: readonly Callable[], site: CallSite): Value {
  let result: Value | null = null;
  const run = (callable: Callable): void => {
    const value = invoke(m, callable.fn, callable.self, site.args, site.named, site.e);
    result = result === null ? value : joinValues(result, value);
  };
  if (callables.length === 1) run(callables[0]!);
  else m.branch(callables.map((callable) => () => run(callable)));
  return result ?? unknown;
}

function pickOverloads(fns: readonly FunctionIr[], count: number): readonly FunctionIr[] {
  if (fns.length < 2) return fns;
  const fitting = fns.filter(
    (fn) => fn.params.filter((param) => param.type !== '<receiver>').length === count,
  );
  return fitting.length > 0 ? fitting : fns.slice(0, 1);
}

function callMethod(m: Machine, site: CallSite, target: Expr): Value {
  const recv = site.recv!;
  const { name } = site;
  // Function.prototype: f.call(self, a), f.apply(self, list), f.bind(self).
  if (recv.fns.length > 0 && (name === 'call' || name === 'apply' || name === 'bind'))
    return callReflective(m, recv, site);
  const callables = methodTargets(m, recv, site);
  if (callables.length > 0) return callAll(m, callables, site);
  if (recv.cls !== null && (name === 'new' || name === '<init>'))
    return instantiate(m, recv.cls, site.args, site.named, site.e);
  if (recv.mod !== null) {
    const exported = moduleExports(m, recv.mod, name);
    if (exported !== null) return callValue(m, exported, site);
    if (m.file.language === 'Go') {
      for (const sibling of m.program.siblingFiles(recv.mod.path)) {
        const fn = sibling.functions.find((entry) => entry.name === name && entry.cls === null);
        if (fn !== undefined) return callAll(m, [{ fn, self: null }], site);
      }
    }
  }
  const special = specialCall(m, site, target);
  if (special !== null) return special;
  const isKnown = isModelled(m, name);
  if (
    !isKnown &&
    recv.sym === null &&
    recv.objs.length === 0 &&
    recv.taints.length === 0 &&
    !commonNames.has(name)
  ) {
    const only = m.program.onlyMethod(name, m.file);
    if (only !== null && only !== m.frame!.fn) return callAll(m, [{ fn: only, self: recv }], site);
  }
  return callExternal(m, site, target);
}

const commonNames = new Set([
  'get',
  'set',
  'add',
  'put',
  'run',
  'call',
  'apply',
  'then',
  'map',
  'filter',
  'find',
  'forEach',
  'push',
  'pop',
  'join',
  'split',
  'toString',
  'equals',
  'next',
  'close',
  'open',
  'write',
  'read',
  'send',
  'end',
  'log',
  'info',
  'error',
  'warn',
  'debug',
  'format',
  'replace',
  'test',
  'match',
  'exec',
  'length',
  'size',
  'keys',
  'values',
  'entries',
  'items',
  'append',
  'remove',
  'delete',
  'update',
  'create',
  'save',
  'init',
  'start',
  'stop',
  'on',
  'emit',
  'use',
  'render',
  'parse',
  'load',
  'trim',
  'substring',
  'slice',
  'concat',
  'contains',
  'includes',
  'indexOf',
  'has',
  'isEmpty',
  'strip',
  'lower',
  'upper',
  'encode',
  'decode',
  'execute',
  'query',
]);

function isModelled(m: Machine, name: string): boolean {
  return m.model.sinksByName.has(name) || m.model.callsByName.has(name) || m.model.cleansByName.has(name);
}

function methodTargets(m: Machine, recv: Value, site: CallSite): readonly Callable[] {
  const { name } = site;
  const count = site.args.length + site.named.size;
  const found: Callable[] = [];
  for (const id of recv.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    const field = object.fields.get(name);
    if (field !== undefined) for (const { fn, self } of field.fns) found.push({ fn, self: self ?? recv });
    if (object.cls !== null && found.length === 0) {
      for (const fn of pickOverloads(m.program.methodsOf(object.cls, name), count))
        found.push({ fn, self: recv });
    }
  }
  if (found.length > 0) return found;
  if (recv.cls !== null) {
    const fns = pickOverloads(m.program.methodsOf(recv.cls, name), count);
    if (fns.length > 0) return fns.map((fn) => ({ fn, self: { ...unknown, type: recv.cls!.name } }));
    const field = findField(m, recv.cls, name, 0);
    if (field !== null && field.fns.length > 0) return field.fns;
  }
  if (recv.type !== null && recv.objs.every((id) => m.s.object(id)?.cls == null)) {
    for (const cls of m.program.classesNamed(recv.type, m.file)) {
      let fns: readonly FunctionIr[] = pickOverloads(m.program.methodsOf(cls, name), count).filter(
        (fn) => fn.body.length > 0,
      );
      if (fns.length === 0) fns = pickOverloads(m.program.implementations(cls, name), count);
      if (fns.length > 0) return fns.map((fn) => ({ fn, self: recv }));
    }
  }
  return [];
}

function callReflective(m: Machine, recv: Value, site: CallSite): Value {
  const [self, ...rest] = site.args;
  if (site.name === 'bind')
    return { ...recv, fns: recv.fns.map((callable) => ({ fn: callable.fn, self: self ?? callable.self })) };
  const args = site.name === 'apply' && rest[0] !== undefined ? spreadValue(m, rest[0]) : rest;
  return callAll(
    m,
    recv.fns.map((callable) => ({ fn: callable.fn, self: self ?? callable.self })),
    { ...site, args },
  );
}

function spreadValue(m: Machine, value: Value): Value[] {
  const items = value.objs.length === 1 ? m.s.object(value.objs[0]!)?.items : null;
  return items ? [...items] : [elementOf(m, value)];
}

/** Something outside of the program: rules decide; what is not known hands the data on. */
function callExternal(m: Machine, site: CallSite, target: Expr | null = null): Value {
  checkSinks(m, site);
  checkMisuse(m, site);
  checkCookie(m, site);
  writeOutArguments(m, site);
  if (endsProgram(site)) m.s.dead = true;
  const source = findSource(m, site);
  const built = callBuiltin(m, site, target) ?? constructWithoutNew(m, site);
  if (source !== null) return sourceOf(m, source, site);
  if (built !== null) return built;
  const cleaned = applyClean(m, site);
  runCallbacks(m, site);
  if (cleaned !== null) return cleaned;
  return handOn(m, site, target);
}

/** What comes after it does not run. */
function endsProgram({ name, recv, written }: CallSite): boolean {
  if (!/^(?:exit|die|abort|panic|Exit|Fatal|Fatalf|_exit|wp_die)$/.test(name)) return false;
  return (
    recv === null ||
    (recv.sym ?? '') === '' ||
    /^(?:process|sys|os|log|flask|System)\b/.test(recv.sym ?? written)
  );
}

/** Languages without `new` call the type. */
function constructWithoutNew(m: Machine, site: CallSite): Value | null {
  if (m.file.language !== 'Python' && m.file.language !== 'Kotlin' && m.file.language !== 'Swift')
    return null;
  return /^(?:[A-Z]|deque$|defaultdict$)/.test(site.name) ? constructBuiltin(m, site.name, site.args) : null;
}

function sourceOf(
  m: Machine,
  source: { kind: string; exposure: 'external' | 'library' | 'local' },
  site: CallSite,
): Value {
  const { file, fn } = m.frame!;
  const key = `${file.path}:${site.e.pos}:${site.e.end}`;
  let known = m.program.sources.get(key);
  if (known === undefined) {
    known = { ...source, file, pos: site.e.pos, end: site.e.end };
    m.program.sources.set(key, known);
  }
  const step = { file, pos: site.e.pos, end: site.e.end, fnId: fn.id, previous: null, depth: 0 };
  runCallbacks(m, site, [{ source: known, clean: 0, weight: 1, step }]);
  return { ...unknown, taints: [{ source: known, clean: 0, weight: 1, step }] };
}

const barren =
  /^(?:is|has|can|should|equals|compare|contains|includes|startsWith|endsWith|starts_with|ends_with|indexOf|lastIndexOf|search|count|length|size|hash|test|exists|some|every|any|all|strlen|strcmp|strncmp|strpos|len|isset|empty|hashCode|getTime|now|floor|round|abs|log|info|warn|error|debug|trace|print|println|printf|verify|authenticate|assert|expect|emit|on|once|close|flush)(?:$|[A-Z_])/;
const mutators =
  /^(?:Write\w*|append|add|push|put|insert|write|concat|prepend|enqueue|offer|unshift|addAll|putAll|extend|update|merge|assign|set[A-Z]\w*|with[A-Z]\w*|load|read\w*|copy\w*|fill)$/;

/** Default for calls that no rule knows: what went in comes out. */
function handOn(m: Machine, site: CallSite, target: Expr | null): Value {
  let taints: readonly Taint[] = [];
  for (const value of site.args) taints = joinTaints(taints, deepTaints(m, value));
  for (const value of site.named.values()) taints = joinTaints(taints, deepTaints(m, value));
  const recv = site.recv;
  if (taints.length > 0 && target !== null && recv !== null && mutators.test(site.name)) {
    if (target.k === 'var' || target.k === 'get' || target.k === 'this')
      assign(m, target, { ...recv, k: undefined, taints: joinTaints(recv.taints, taints) });
  }
  const sym = symbolOfCall(recv, site.name);
  if (barren.test(site.name)) return sym === null ? unknown : { ...symbol(sym) };
  const own = recv === null ? [] : recv.taints;
  const all = joinTaints(own, taints.length > 0 ? weaken(taints, isTransform(site.name) ? 1 : 0.75) : taints);
  return {
    ...unknown,
    taints: addStep(all, m.file, site.e.pos, site.e.end, m.frame!.fn.id),
    sym,
    objs: recv !== null && isFluent(site.name) ? recv.objs : [],
    type: null,
  };
}

function isTransform(name: string): boolean {
  return /^(?:to|as|decode|unescape|unquote|trim|strip|concat|join|format|replace|substring|slice|split|lower|upper|normalize|resolve|String|Buffer|from|parse|get|copy|clone|valueOf|new)/i.test(
    name,
  );
}

function isFluent(name: string): boolean {
  return /^(?:set|with|add|append|put)[A-Z]?/.test(name);
}

function symbolOfCall(recv: Value | null, name: string): string | null {
  const owner = recv?.sym ?? recv?.type ?? null;
  if (owner === null) return `.${name}()`;
  const sym = owner === '' ? `${name}()` : `${owner}.${name}()`;
  return sym.length > 160 ? null : sym;
}

/** Functions that are handed to code we do not see are run with what they are likely to get. */
export function runCallbacks(m: Machine, site: CallSite, given: readonly Taint[] = []): void {
  for (const value of [...site.args, ...site.named.values()]) {
    for (const { fn, self } of value.fns) runCallback(m, fn, self, site, given);
  }
}

function runCallback(
  m: Machine,
  fn: FunctionIr,
  self: Value | null,
  site: CallSite,
  given: readonly Taint[],
): void {
  if ((m.runs.get(fn) ?? 0) > 40) return;
  const outer = m.s;
  m.s = m.fork();
  const handed: Value =
    given.length > 0
      ? { ...unknown, taints: given }
      : site.recv === null
        ? unknown
        : { ...unknown, taints: site.recv.taints };
  const args = fn.params.map(
    (param, index) => parameterValue(m, fn, param, index) ?? (isError(param) ? unknown : handed),
  );
  const layer = m.s;
  invoke(m, fn, self, args, new Map(), site.e, true);
  m.s = outer;
  // It may run or not, now or later.
  m.branch([
    () => undefined,
    () => {
      for (const [key, value] of layer.vars) m.s.vars.set(key, value);
      for (const [id, object] of layer.heap) m.s.heap.set(id, object);
    },
  ]);
}

function isError(param: Param): boolean {
  return /^_?(?:e|err|error|ex|exception)$/i.test(param.name);
}

/** What an entry point's parameter holds by its type, annotation or name. */
export function parameterValue(m: Machine, fn: FunctionIr, param: Param, index: number): Value | null {
  const model = m.program.modelOf(fn.file.language);
  let given = model.parameter(fn, param, index);
  if (
    m.libraryRoot === fn &&
    (given === null || (given.source === undefined && given.sym === undefined)) &&
    !isPlainType(param.type)
  )
    given = { source: 'exported_parameter' };
  if (given === null) return null;
  if (given.source !== undefined) {
    const key = `${fn.file.path}:param:${fn.id}:${index}`;
    let source = m.program.sources.get(key);
    if (source === undefined) {
      source = {
        kind: given.source,
        exposure: given.source === 'exported_parameter' ? 'library' : 'external',
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
      taints: [
        {
          source,
          clean: 0,
          weight,
          step: { file: fn.file, pos: fn.pos, end: source.end, fnId: fn.id, previous: null, depth: 0 },
        },
      ],
    };
  }
  return { ...unknown, sym: given.sym ?? null, type: param.type };
}

/** Numbers and the like carry nothing that could be code. */
function isPlainType(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:int|long|short|byte|float|double|bool|boolean|number|Integer|Long|Boolean|Double|i32|u32|i64|u64|usize|error|Context|context\.Context|Duration|HttpServletResponse|Response)$/.test(
      type,
    )
  );
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
  const params = fn.params.filter((param) => param.type !== '<receiver>');
  if ((m.runs.get(fn) ?? 0) >= runLimit(m, fn, self, args)) return repeatResult(m, fn, args);
  const result = m.run(fn, self, () => {
    const receiver = fn.params.find((param) => param.type === '<receiver>');
    if (receiver !== undefined)
      m.s.vars.set(`${fn.id}:${receiver.name}`, self ?? { ...unknown, type: fn.cls?.name ?? null });
    params.forEach((param, index) => {
      bindParameter(m, fn, param, index, args, named, file, callerId, e, isCallback);
    });
  });
  if (result === null) return repeatResult(m, fn, args);
  const before = m.results.get(fn);
  m.results.set(fn, before === undefined ? result : joinValues(before, result));
  return result;
}

/** How often one root may run a function: often with data from outside, seldom with what was seen before. */
function runLimit(m: Machine, fn: FunctionIr, self: Value | null, args: readonly Value[]): number {
  if (
    args.some(
      (value) => value.taints.length > 0 || (value.objs.length > 0 && deepTaints(m, value).length > 0),
    )
  )
    return 24;
  if (fn.cls?.methods.get('<init>')?.includes(fn)) return 12;
  return self !== null && self.objs.length > 0 && deepTaints(m, self).length > 0 ? 12 : 3;
}

/** What it gave before, and what it was given now. */
function repeatResult(m: Machine, fn: FunctionIr, args: readonly Value[]): Value {
  let taints: readonly Taint[] = [];
  for (const value of args) taints = joinTaints(taints, value.taints);
  const before = m.results.get(fn);
  return {
    ...(before ?? unknown),
    k: undefined,
    taints: joinTaints(before?.taints ?? [], weaken(taints, 0.7)),
    type: before?.type ?? fn.returnType,
  };
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
  if (param.isRest) {
    const rest = args.slice(index);
    const id = m.allocate({ ...newObject('list'), items: rest });
    value = { ...unknown, objs: [id] };
  }
  if (value === undefined) value = param.init !== null ? m.evalExpr(param.init) : unknown;
  if (param.type !== null && value.type === null) value = { ...value, type: param.type };
  if (value.taints.length > 0 && !isCallback)
    value = { ...value, taints: addStep(value.taints, callerFile, e.pos, e.end, callerId) };
  if (param.pattern !== null) assign(m, param.pattern, value);
  else m.s.vars.set(`${fn.id}:${param.name}`, value);
}

// ---- Construction ----

export function evalNew(m: Machine, e: NewExpr): Value {
  m.tick();
  const { args, named } = evalArguments(m, e.args);
  if (e.cls !== null) return instantiate(m, e.cls, args, named, e);
  if (e.f !== null) {
    const callee = m.evalExpr(e.f);
    if (callee.fns.length > 0) return constructByFunction(m, callee.fns[0]!, args, named, e);
    if (callee.cls !== null) return instantiate(m, callee.cls, args, named, e);
    if (callee.sym !== null) {
      const name = callee.sym.slice(callee.sym.lastIndexOf('.') + 1);
      return constructExternal(
        m,
        name,
        { ...callee, sym: callee.sym.slice(0, Math.max(0, callee.sym.lastIndexOf('.'))) },
        args,
        named,
        e,
      );
    }
  }
  const cls = m.program.classNamed(e.type, m.file);
  if (cls !== null) return instantiate(m, cls, args, named, e);
  const imported = m.file.imports.find((entry) => entry.local === e.type);
  return constructExternal(
    m,
    e.type,
    imported === undefined ? null : symbol(imported.module),
    args,
    named,
    e,
  );
}

function constructByFunction(
  m: Machine,
  callable: Callable,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
): Value {
  const self = m.make('object');
  const id = self.objs[0]!;
  m.s.heap.set(id, { ...m.s.object(id)!, isClosed: false });
  const prototype = m.s.get(`prototype:${callable.fn.id}`);
  if (prototype !== undefined)
    for (const [name, value] of m.s.object(prototype.objs[0] ?? -1)?.fields ?? [])
      setField(m, self, name, value);
  const result = invoke(m, callable.fn, self, args, named, e);
  // It may return another object, or itself when it was called without `new`.
  return { ...self, objs: [...new Set([...self.objs, ...result.objs])].slice(0, 4), type: callable.fn.name };
}

function constructExternal(
  m: Machine,
  name: string,
  recv: Value | null,
  args: Value[],
  named: Map<string, Value>,
  e: Expr,
): Value {
  const site: CallSite = { e, name, recv, args, named, written: 'new' };
  checkSinks(m, site);
  checkMisuse(m, site);
  const source = findSource(m, site);
  if (source !== null) return { ...sourceOf(m, source, site), type: name };
  const built = constructBuiltin(m, name, args);
  if (built !== null) return built;
  const cleaned = m.model.cleansByName.has(name) ? applyClean(m, site) : null;
  runCallbacks(m, site);
  if (cleaned !== null) return cleaned;
  let taints: readonly Taint[] = [];
  for (const value of [...args, ...named.values()]) taints = joinTaints(taints, deepTaints(m, value));
  const id = m.allocate({
    ...newObject('object', name),
    fields: new Map([...named, ...args.map((value, index): [string, Value] => [`<arg${index}>`, value])]),
    isClosed: false,
  });
  const text = args.length === 1 && args[0]!.text !== null ? args[0]!.text : null;
  return { ...unknown, type: name, taints, text, objs: [id], sym: recv?.sym ? `${recv.sym}.${name}` : null };
}

function instantiate(
  m: Machine,
  cls: ClassIr,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
): Value {
  const self: Value = { ...m.make('object', cls.name, cls), type: cls.name };
  const id = self.objs[0]!;
  m.s.heap.set(id, { ...m.s.object(id)!, isClosed: false });
  initializeFields(m, cls, self, 0);
  const count = args.length + named.size;
  const constructors = m.program.methodsOf(cls, '<init>');
  const fitting = pickOverloads(constructors, count);
  if (fitting.length > 0) for (const fn of fitting.slice(0, 2)) invoke(m, fn, self, args, named, e);
  else {
    // No constructor that is seen: a base from outside keeps what it was given.
    let taints: readonly Taint[] = [];
    for (const value of [...args, ...named.values()]) taints = joinTaints(taints, deepTaints(m, value));
    for (const [name, value] of named) setField(m, self, name, value);
    if (taints.length > 0 && cls.bases.length > 0 && named.size === 0) return { ...self, taints };
  }
  return self;
}

/** Field initializers of the class and its bases. */
export function initializeFields(m: Machine, cls: ClassIr, self: Value, depth: number): void {
  if (depth > 4) return;
  for (const base of cls.bases) {
    const parent = m.program.classNamed(base, cls.file);
    if (parent !== null && parent !== cls) initializeFields(m, parent, self, depth + 1);
  }
  for (const field of cls.fields) {
    if (field.isStatic || field.init === null) continue;
    const value = inClass(m, cls, () => {
      m.frame!.self = self;
      return m.evalExpr(field.init!);
    });
    if (value !== null)
      setField(
        m,
        self,
        field.name,
        field.type !== null && value.type === null ? { ...value, type: field.type } : value,
      );
  }
}

function callSuper(m: Machine, e: CallExpr): Value {
  const { args, named } = evalArguments(m, e.args);
  const { self, fn } = m.frame!;
  if (fn.cls === null) return unknown;
  for (const base of fn.cls.bases) {
    for (const parent of m.program.classesNamed(base, fn.file)) {
      const fitting = pickOverloads(m.program.methodsOf(parent, '<init>'), args.length);
      for (const setup of fitting.slice(0, 1))
        if (setup !== fn) return invoke(m, setup, self, args, named, e);
    }
  }
  return unknown;
}

function callSuperMethod(m: Machine, e: CallExpr, name: string): Value {
  const { args, named } = evalArguments(m, e.args);
  const { self, fn } = m.frame!;
  for (const base of fn.cls?.bases ?? []) {
    for (const parent of m.program.classesNamed(base, fn.file)) {
      if (parent === fn.cls) continue;
      const target = name === '__init__' || name === '__construct' || name === 'initialize' ? '<init>' : name;
      const fitting = pickOverloads(m.program.methodsOf(parent, target), args.length);
      if (fitting.length > 0) return invoke(m, fitting[0]!, self, args, named, e);
    }
  }
  let taints: readonly Taint[] = [];
  for (const value of args) taints = joinTaints(taints, value.taints);
  return { ...unknown, taints };
}
