import type { ClassIr, Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { setField } from './assign.ts';
import type { CallSite } from './call-site.ts';
import { pickOverloads } from './call-targets.ts';
import { runCallbacks } from './callbacks.ts';
import { checkValue } from './check-value.ts';
import { boundField, inClass } from './class-fields.ts';
import { deepTaints } from './elements.ts';
import { evalArguments } from './eval-arguments.ts';
import { sourceOf } from './external-calls.ts';
import { invoke } from './invoke.ts';
import { bitOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { checkMisuse } from './misuse.ts';
import { checkSizes } from './number-sinks.ts';
import { keepOuter } from './outer-objects.ts';
import { applyClean } from './sanitizers.ts';
import { choiceBase } from './scalar-types.ts';
import { checkSinks, findSource } from './sinks.ts';
import { newObject } from './state.ts';
import { type Callable, joinTaints, symbol, type Taint, unknown, type Value } from './value.ts';

type NewExpr = Extract<Expr, { k: 'new' }>;

// ---- Construction ----

export function evalNew(m: Machine, e: NewExpr): Value {
  m.tick();
  const { args, named } = evalArguments(m, e.args);
  if (e.cls !== null) return instantiate(m, e.cls, args, named, e);
  if (e.f !== null) {
    const callee = m.evalExpr(e.f);
    // Untrusted data names the class.
    if (m.file.semantics.sigil !== '' && callee.taints.length > 0)
      checkValue(m, { name: 'newInstance', kind: 'code', at: [0] }, callee, e, 'newInstance');
    const [maker] = callee.fns;
    if (maker !== undefined) return constructByFunction(m, maker, args, named, e);
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

/** An object that may have more content than the program gives it. */
export function makeOpen(
  m: Machine,
  type: string | null = null,
  cls: ClassIr | null = null,
): { id: number; self: Value } {
  const id = m.allocate({ ...newObject('object', type, cls), isClosed: false });
  return { id, self: { ...unknown, type, objs: [id] } };
}

function constructByFunction(
  m: Machine,
  callable: Callable,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
): Value {
  const { self } = makeOpen(m);
  const prototype = m.s.get(`prototype:${callable.fn.id}`);
  if (prototype !== undefined)
    for (const [name, value] of m.s.first(prototype)?.fields ?? []) setField(m, self, name, value);
  const result = invoke(m, callable.fn, self, args, named, e);
  // A constructor may return another object, or itself when called without `new`.
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
  m.model.hooks.assignRoles?.(m, site);
  const sunk = checkSinks(m, site);
  if (m.numbers.areMet) checkSizes(m, site);
  checkMisuse(m, site);
  const source = findSource(m, site);
  if (source !== null) return { ...sourceOf(m, source, site), type: name };
  const built = m.handlers.constructed(m, site);
  if (built !== null) return built;
  const cleaned = m.model.cleansByName.has(name) ? applyClean(m, site) : null;
  runCallbacks(m, site);
  if (cleaned !== null) return cleaned;
  let taints: readonly Taint[] = [];
  // A file's content is not its name.
  if (!m.handlers.opensFile(name))
    for (const value of [...args, ...named.values()]) taints = joinTaints(taints, deepTaints(m, value));
  const id = m.allocate({
    ...newObject('object', name),
    fields: new Map([...named, ...args.map((value, index): [string, Value] => [`<arg${index}>`, value])]),
    isClosed: false,
  });
  // A statement that was already checked is not checked again when it is executed.
  const isSeen = (sunk & bitOf('sql')) !== 0;
  const single = only(args);
  const text = isSeen ? null : (single?.text ?? null);
  // `new Handler(Method)` is the method, under a name for functions of its kind.
  const fns = m.file.semantics.functionTypes && single !== undefined ? single.fns : unknown.fns;
  return {
    ...unknown,
    type: name,
    taints,
    text,
    objs: [id],
    fns,
    sym: recv?.sym ? `${recv.sym}.${name}` : null,
  };
}

export function instantiate(
  m: Machine,
  cls: ClassIr,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  e: Expr,
): Value {
  // An enumeration rejects other values.
  if (m.file.semantics.choices === 'base' && cls.bases.some((base) => choiceBase.test(base)))
    return { ...unknown, type: cls.name };
  const { id, self } = makeOpen(m, cls.name, cls);
  keepOuter(m, cls, id);
  initializeFields(m, cls, self, 0);
  const count = args.length + named.size;
  const constructors = m.program.methodsOf(cls, '<init>');
  const fitting = pickOverloads(constructors, count, args);
  if (fitting.length > 0) for (const fn of fitting.slice(0, 2)) invoke(m, fn, self, args, named, e);
  else {
    // No visible constructor: an external base keeps its arguments.
    let taints: readonly Taint[] = [];
    for (const value of [...args, ...named.values()]) taints = joinTaints(taints, deepTaints(m, value));
    for (const [name, value] of named) setField(m, self, name, value);
    if (fillInOrder(m, cls, self, args)) return self;
    if (taints.length > 0 && cls.bases.length > 0 && named.size === 0) return { ...self, taints };
  }
  return self;
}

/** Data classes take their fields in declaration order. */
function fillInOrder(m: Machine, cls: ClassIr, self: Value, args: readonly Value[]): boolean {
  const { isData } = m.program.modelOf(cls.file.language).hooks;
  if (args.length === 0 || !isData?.(cls)) return false;
  const inherited = cls.bases.flatMap((base) => m.program.classNamed(base, cls.file)?.fields ?? []);
  const fields = [...inherited, ...cls.fields];
  for (const [at, value] of args.entries()) {
    const field = fields[at];
    if (field !== undefined) setField(m, self, field.name, value);
  }
  return true;
}

/**
 * Runs the field initializers of the class and its bases. One that constructs its own class would never end:
 * a class of the program was mistaken for an external one with the same name, such as `List`.
 */
export function initializeFields(m: Machine, cls: ClassIr, self: Value, depth: number): void {
  if (depth > 4 || m.initializing.has(cls)) return;
  m.initializing.add(cls);
  try {
    runInitializers(m, cls, self, depth);
  } finally {
    m.initializing.delete(cls);
  }
}

function runInitializers(m: Machine, cls: ClassIr, self: Value, depth: number): void {
  for (const base of cls.bases) {
    const parent = m.program.classNamed(base, cls.file);
    if (parent !== null && parent !== cls) initializeFields(m, parent, self, depth + 1);
  }
  for (const field of cls.fields) {
    const bound = boundField(m, cls, field);
    if (bound !== null) setField(m, self, field.name, bound);
    const { init } = field;
    if (bound !== null || field.isStatic || init === null) continue;
    const value = inClass(m, cls, () => {
      m.frame.self = self;
      return m.evalExpr(init);
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
