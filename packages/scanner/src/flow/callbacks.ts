import type { FunctionIr, Param } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { elementOf } from './elements.ts';
import { parameterValue } from './entry-parameters.ts';
import { spreadValue } from './eval-arguments.ts';
import { listedFunctions } from './handler-roles.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { checkSinks } from './sinks.ts';
import { type Taint, unknown, type Value } from './value.ts';

/** Functions passed to unseen code are run with their likely arguments. */
export function runCallbacks(m: Machine, site: CallSite, given: readonly Taint[] = []): void {
  if (m.file.semantics.mappingCalls?.test(site.name))
    callForeign(m, site, site.args[0], (value) => elementOf(m, value));
  if (runHandedOver(m, site)) return;
  const values = [...site.args, ...site.named.values()];
  for (const value of [...values, ...listedFunctions(m, values)]) {
    for (const { fn, self } of value.fns) runCallback(m, fn, self, site, given);
    if (value.objs.length > 0 && m.file.semantics.workObjects) runWork(m, value, site, given);
    else if (m.file.semantics.methodsBesideTypes) runServed(m, value, site, given);
  }
}

/** An object of the program passed to a library whose interface it implements: its method runs there. */
function runWork(m: Machine, value: Value, site: CallSite, given: readonly Taint[]): void {
  const cls = m.s.first(value)?.cls;
  if (!cls || cls.bases.length === 0) return;
  if (cls.bases.some((base) => m.program.classNamed(base, cls.file) !== null)) return;
  const isNameless = cls.name.startsWith('<anonymous');
  for (const [name, [fn]] of cls.methods)
    if (
      fn !== undefined &&
      name !== '<init>' &&
      (isNameless || m.handlers.words.work.test(name)) &&
      (m.runs.get(fn) ?? 0) < 3
    )
      runCallback(m, fn, value, site, given);
}

/** `http.ListenAndServe(address, handler)`: the server calls a method of the handler's type. */
function runServed(m: Machine, value: Value, site: CallSite, given: readonly Taint[]): void {
  if (value.type === null || value.objs.length === 0) return;
  for (const cls of m.program.classesOfType(value.type, m.file))
    for (const [name, [fn]] of cls.methods)
      if (fn !== undefined && m.handlers.words.served.test(name) && (m.runs.get(fn) ?? 0) < 3)
        runCallback(m, fn, value, site, given);
}

/** `pool.submit(f, x)`, `Thread(target=f, args=(x,))`: the function runs with the other arguments. */
function runHandedOver(m: Machine, site: CallSite): boolean {
  if (!m.handlers.words.handing.test(site.name)) return false;
  const at = site.args.findIndex((value) => value.fns.length > 0);
  const target = site.args[at] ?? site.named.get('target');
  if (at < 0) callForeign(m, site, target ?? site.args[0]);
  if (target === undefined || target.fns.length === 0) return false;
  const delayed = m.handlers.words.delayed.test(site.name) ? 1 : 0;
  const named = site.named.get('args');
  const given = named === undefined ? site.args.slice(at + 1 + delayed) : spreadValue(m, named);
  if (given.length === 0) return false;
  for (const { fn, self } of target.fns)
    m.branch([() => undefined, () => void invoke(m, fn, self, given, site.named, site.e)]);
  return true;
}

/** `pool.submit(os.system, x)`: a library function, treated as if called here. */
function callForeign(
  m: Machine,
  site: CallSite,
  target: Value | undefined,
  each: (value: Value) => Value = (value) => value,
): void {
  const dot = target?.sym?.lastIndexOf('.') ?? -1;
  if (target?.sym == null || dot <= 0 || target.fns.length > 0) return;
  const named = site.named.get('args');
  const args = named === undefined ? site.args.slice(site.args.indexOf(target) + 1) : spreadValue(m, named);
  checkSinks(m, {
    ...site,
    name: target.sym.slice(dot + 1),
    recv: { ...target, sym: target.sym.slice(0, dot) },
    args: args.map(each),
    named: new Map(),
    written: '',
  });
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
  const params = fn.params.filter((param) => param.type !== '<receiver>');
  const args = params.map((param, index) => {
    const known = parameterValue(m, fn, param, index);
    if (
      known !== null &&
      (known.sym !== null || known.taints.length > 0 || param.type !== null || known.objs.length > 0)
    )
      return known;
    return isError(param) ? unknown : handed;
  });
  const layer = m.s;
  invoke(m, fn, self, args, new Map(), site.e, true);
  m.s = outer;
  // It may or may not run, now or later.
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
