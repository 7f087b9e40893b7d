import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import type { CallExpr, CallSite } from './call-site.ts';
import {
  behindInterface,
  commonNames,
  isExtension,
  isModelled,
  mayBeOf,
  methodTargets,
  pickOverloads,
} from './call-targets.ts';
import { checkValue } from './check-value.ts';
import { instantiate } from './construction.ts';
import { evalArguments, spreadValue } from './eval-arguments.ts';
import { callExternal } from './external-calls.ts';
import { invoke } from './invoke.ts';
import { jobOf } from './jobs.ts';
import type { Machine } from './machine.ts';
import { moduleExports } from './modules.ts';
import { checkNullUse } from './null-uses.ts';
import { classesAround, selfOf } from './outer-objects.ts';
import { applyOverloads } from './own-guards.ts';
import { isPreset, withPreset } from './preset-calls.ts';
import { isComponent, isScalarField, readProperty } from './properties.ts';
import { implicitReceiver, receiverName } from './receivers.ts';
import { refine } from './refine.ts';
import { checkSinks } from './sinks.ts';
import { specialCall } from './special-calls.ts';
import { callSuper, callSuperMethod } from './super-calls.ts';
import { type Callable, joinValues, symbol, unknown, type Value } from './value.ts';
import { variableKey } from './variables.ts';

export function evalCall(m: Machine, e: CallExpr): Value {
  m.tick();
  const { f } = e;
  if (f.k === 'super') return callSuper(m, e);
  if (f.k === 'get') {
    if (f.o.k === 'super') return callSuperMethod(m, e, f.name);
    const recv = m.evalExpr(f.o);
    if (recv.mayBeNull) checkNullUse(m, f.o, e);
    const { args, named } = evalArguments(m, e.args, e.block);
    if (
      e.args[0] !== undefined &&
      m.handlers.words.claimMethods.test(f.name) &&
      f.o.k === 'var' &&
      m.handlers.words.claimants.test(f.o.name)
    )
      refine(m, e.args[0], true);
    return callMethod(m, { e, name: f.name, recv, args, named, written: textBefore(m, f.o) }, f.o);
  }
  if (f.k === 'var' && m.file.semantics.implicitReceivers) {
    const value = callOnReceiver(m, e, f);
    if (value !== null) return value;
  }
  const callee = evalCallee(m, f);
  const { args, named } = evalArguments(m, e.args, e.block);
  if (f.k === 'var' && e.args[0] !== undefined && m.handlers.words.claims.test(f.name))
    refine(m, e.args[0], true);
  // In a class method, `new` alone creates an instance of the class.
  const own = m.frame.fn.cls;
  if (f.k === 'var' && f.name === 'new' && own !== null && m.file.semantics.bareNew)
    return instantiate(m, own, args, named, e);
  // `$name(…)`, `$given['name'](…)`: the data chooses the function.
  const isChosen = (f.k === 'var' || f.k === 'at') && callee.taints.length > 0 && callee.fns.length === 0;
  if (m.file.semantics.sigil !== '' && isChosen)
    checkValue(m, { name: 'call_user_func', kind: 'code', at: [0] }, callee, e, 'call_user_func');
  const bare: CallSite = { e, name: '', recv: null, args, named, written: '' };
  const called = m.model.hooks.calledByText?.(m, f, callee, bare);
  if (called) return callValue(m, symbol(called.name), called);
  if (isUnknownEntry(m, f, callee)) return unknown;
  const name = f.k === 'var' ? f.name : (callee.sym?.slice(callee.sym.lastIndexOf('.') + 1) ?? '');
  return callValue(m, callee, { ...bare, name });
}

/** If variables have a prefix, `time()` is not one, even if there is a variable of the same name. */
function evalCallee(m: Machine, f: Expr): Value {
  const { sigil } = m.file.semantics;
  const isName = f.k === 'var' && sigil !== '' && m.file.text[f.pos] !== sigil;
  const callee = m.evalExpr(isName ? { ...f, key: null } : f);
  // A method of the class by name: the arguments choose the overload.
  return f.k === 'var' &&
    m.file.semantics.methodsAreValues &&
    callee.fns.length > 0 &&
    callee.fns.every(({ fn }) => fn.cls?.methods.get(f.name)?.includes(fn))
    ? symbol(f.name)
    : callee;
}

/** `handlers[name](x)`, `$handler($x)` with unknown content: the result of such a function is its own. */
function isUnknownEntry(m: Machine, f: Expr, callee: Value): boolean {
  const { semantics, text } = m.file;
  const isEntry =
    semantics.sigil === ''
      ? semantics.unknownEntries && f.k === 'at'
      : f.k === 'var' && text.startsWith(f.name, f.pos + 1);
  if (!isEntry || callee.fns.length > 0 || callee.cls !== null || callee.k !== undefined) return false;
  return !/^\w+(?:\.\w+)+$/.test(callee.sym ?? '');
}

/** In `apply` and similar lambdas, and in extensions, a bare name may be a method of the receiver. */
function callOnReceiver(m: Machine, e: CallExpr, f: Extract<Expr, { k: 'var' }>): Value | null {
  if (m.handlers.words.freeFunctions.test(f.name)) return null;
  const recv = implicitReceiver(m);
  if (recv === null || variableKey(m, f) !== null) return null;
  if (m.program.functionNamed(f.name, m.file) !== null) return null;
  const { args, named } = evalArguments(m, e.args, e.block);
  return callMethod(m, { e, name: f.name, recv, args, named, written: '' }, f);
}

function textBefore(m: Machine, o: Expr): string {
  return m.file.text.slice(o.pos, Math.min(o.end, o.pos + 100));
}

/** Calls a value that is a function, a class, or external. */
function callValue(m: Machine, callee: Value, given: CallSite): Value {
  const site = withPreset(m, callee, given);
  const resolved = m.handlers.resolvePromise(m, callee, site);
  if (resolved !== null) return resolved;
  if (callee.fns.length > 0) return callAll(m, callee.fns, site);
  if (callee.cls !== null) return instantiate(m, callee.cls, site.args, site.named, site.e);
  const { callMethod } = m.file.semantics;
  if (callee.objs.length > 0 && callMethod !== null) {
    const record = m.model.hooks.callObject?.(m, callee, site) ?? null;
    if (record !== null) return record;
    const own = methodTargets(m, callee, { ...site, name: callMethod });
    if (own.length > 0) return callAll(m, own, site);
  }
  if (callee.sym !== null) {
    const dot = callee.sym.lastIndexOf('.');
    const isPath = dot > 0;
    const name = isPath ? callee.sym.slice(dot + 1) : callee.sym;
    const own = isPath ? null : m.program.functionNamed(site.name, m.file);
    if (own !== null) return callAll(m, [{ fn: own, self: ownSelf(m, own) }], site);
    if (!isPath) {
      const method = implicitMethod(m, site);
      if (method !== null) return method;
    }
    // An import with such a name is something else.
    const global = isPath || /[-/@]/.test(callee.sym) ? null : m.handlers.globalCall(m, site);
    if (global !== null) {
      checkSinks(m, site);
      return global;
    }
    return callExternal(m, {
      ...site,
      name: name === '' ? site.name : name,
      recv: {
        ...callee,
        ...(isPreset(m, callee) && { objs: [] }),
        sym: isPath ? callee.sym.slice(0, dot) : '',
      },
      written: '',
    });
  }
  return callExternal(m, { ...site, recv: callee.taints.length > 0 ? callee : site.recv });
}

function ownSelf(m: Machine, fn: FunctionIr): Value | null {
  return fn.cls !== null ? m.frame.self : null;
}

/** In a class, `save(x)` may be its own method, in languages without explicit `this`. */
function implicitMethod(m: Machine, site: CallSite): Value | null {
  const { cls: own } = m.frame.fn;
  if (own === null) return null;
  for (let holder: FunctionIr | null = m.frame.fn; holder !== null; holder = holder.parent) {
    for (const cls of holder.cls === null ? [] : classesAround(holder.cls)) {
      const self = selfOf(m, own, cls);
      const found = overridesOf(m, cls, self, site);
      if (found.length > 0) {
        return callAll(
          m,
          found.map((fn) => ({ fn, self: fn.isStatic ? null : self })),
          site,
        );
      }
    }
  }
  return null;
}

/** The method in the object's own class; if that is unknown, in all classes derived from the class of the code. */
function overridesOf(m: Machine, cls: ClassIr, self: Value | null, site: CallSite): readonly FunctionIr[] {
  const count = site.args.length + site.named.size;
  const actual = m.s.first(self)?.cls ?? cls;
  const found = pickOverloads(m.program.methodsOf(actual, site.name), count, site.args);
  if (found.length > 0 && found.every((fn) => fn.body.length === 0) && !cls.isInterface) {
    const below = pickOverloads(m.program.implementations(cls, site.name), count);
    if (below.length > 0) return below;
  }
  return found.length > 0 || actual === cls
    ? found
    : pickOverloads(m.program.methodsOf(cls, site.name), count, site.args);
}

function callAll(m: Machine, callables: readonly Callable[], site: CallSite): Value {
  let result: Value | null = null;
  const run = (callable: Callable): void => {
    const value = invoke(m, callable.fn, callable.self, site.args, site.named, site.e);
    result = result === null ? value : joinValues(result, value);
  };
  const single = only(callables);
  if (single !== undefined) run(single);
  else {
    m.branch(callables.map((callable) => () => run(callable)));
    applyOverloads(
      m,
      callables.map(({ fn }) => fn),
      site.e,
      site.args,
    );
  }
  return result ?? unknown;
}

function callMethod(m: Machine, site: CallSite & { recv: Value }, target: Expr): Value {
  const { name, recv } = site;
  // Function.prototype: f.call(self, a), f.apply(self, list), f.bind(self).
  if (
    recv.fns.length > 0 &&
    (name === 'call' || name === 'apply' || name === 'bind') &&
    m.file.semantics.reflectiveFunctions
  )
    return callReflective(m, recv, site);
  const direct = methodTargets(m, recv, site);
  const callables = direct.length > 0 ? direct : behindInterface(m, recv, site);
  if (callables.length > 0) return callAll(m, callables, site);
  if (recv.fns.length > 0 && (m.handlers.words.functional.test(name) || isOnlyMethod(m, recv, name)))
    return callAll(m, recv.fns, site);
  const job = jobOf(m, recv, site);
  if (job !== null && job.work.length > 0) return callAll(m, job.work, job.site);
  if (site.args.length === 0 && isScalarField(m, recv, name)) return unknown;
  if (site.args.length === 0 && recv.taints.length > 0 && isComponent(m, recv, name))
    return readProperty(m, recv, name, site.e, site.written);
  if (recv.cls !== null && (name === 'new' || name === '<init>'))
    return instantiate(m, recv.cls, site.args, site.named, site.e);
  if (recv.mod !== null) {
    const exported = moduleExports(m, recv.mod, name);
    if (exported !== null) return callValue(m, exported, site);
    if (m.file.semantics.packages) {
      const fn = m.program.packageFunction(recv.mod, name);
      if (fn !== null) return callAll(m, [{ fn, self: null }], site);
    }
  }
  // The file object is only created to take its last part, which has no folders.
  if (m.handlers.words.lastParts.test(name) && (target.k === 'new' || target.k === 'call'))
    m.refute(`${m.file.path}:${target.pos}:path`);
  const extension = extensionOf(m, name);
  if (extension !== null) return callAll(m, [{ fn: extension, self: recv }], site);
  const special = specialCall(m, site, target);
  if (special !== null) return special;
  const isKnown = isModelled(m, name);
  if (m.file.semantics.extensionMethods && !isKnown && !commonNames.has(name)) {
    const only = m.program.onlyMethod(name, m.file);
    if (only !== null && isExtension(only))
      return callAll(m, [{ fn: only, self: null }], { ...site, args: [recv, ...site.args] });
  }
  if (
    !isKnown &&
    recv.sym === null &&
    recv.objs.length === 0 &&
    recv.taints.length === 0 &&
    !commonNames.has(name)
  ) {
    const only = m.program.onlyMethod(name, m.file);
    if (only !== null && only !== m.frame.fn && mayBeOf(recv.type, only))
      return callAll(m, [{ fn: only, self: recv }], site);
  }
  return callExternal(m, site, target);
}

/** Extension functions anywhere in the program. */
function extensionOf(m: Machine, name: string): FunctionIr | null {
  if (!m.file.semantics.implicitReceivers) return null;
  const fn = m.program.functionNamed(name, m.file);
  return fn?.params.some((param) => param.name === receiverName) ? fn : null;
}

/** Whether a lambda stands for this method of one of the program's interfaces. */
function isOnlyMethod(m: Machine, { type }: Value, name: string): boolean {
  return (
    type !== null &&
    m.file.semantics.lambdasAreInterfaces &&
    m.program.classesNamed(type, m.file).some((cls) => cls.isInterface && cls.methods.has(name))
  );
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
