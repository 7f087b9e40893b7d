import type { FunctionIr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { findField } from './class-fields.ts';
import type { Machine } from './machine.ts';
import { type Callable, unknown, type Value } from './value.ts';

export function pickOverloads(
  fns: readonly FunctionIr[],
  count: number,
  args: readonly Value[] = [],
): readonly FunctionIr[] {
  if (fns.length < 2) return fns;
  const given = ({ params }: FunctionIr) => params.filter((param) => param.type !== '<receiver>');
  const fitting = fns.filter((fn) => given(fn).length === count);
  if (fitting.length > 1 && args.length === count) {
    const taking = fitting.filter((fn) => {
      const params = given(fn);
      return args.every((value, at) => accepts(params[at]?.type ?? null, value));
    });
    if (taking.length > 0) return taking;
  }
  return fitting.length > 0 ? fitting : fns.slice(0, 1);
}

/** Disjoint groups of types. */
const apart: readonly RegExp[] = [
  /^[sS]tring$/,
  /^byte\[\]$/,
  /^char\[\]$/,
  /^[sS]tring\[\]$/,
  /^(?:File|FileInfo)$/,
  /^Path$/,
  /^(?:\w*InputStream|Stream|\w+Stream)$/,
  /^(?:int|long|short|double|float|decimal|Integer|Long|Double)$/,
  /^(?:bool|boolean|Boolean)$/,
];

/** Whether a parameter of this type may take this value; unknown types may match. */
function accepts(type: string | null, value: Value): boolean {
  const given =
    typeof value.k === 'string' ? 'String' : typeof value.k === 'number' ? 'int' : (value.type ?? null);
  if (type === null || given === null || type === given) return true;
  const wanted = apart.findIndex((one) => one.test(type));
  const had = apart.findIndex((one) => one.test(given));
  return wanted === -1 || had === -1 || wanted === had;
}

export const commonNames = new Set([
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

export function isModelled(m: Machine, name: string): boolean {
  return m.model.modelledNames.has(name);
}

/** Whether a receiver of a declared type may have a method of this class: their names are related. */
export function mayBeOf(type: string | null, { cls, file }: FunctionIr): boolean {
  // Other languages have structural interfaces, or mixins.
  if (!file.semantics.nominalTypes) return true;
  const name = type === null ? '' : (/([A-Z]\w*)\W*$/.exec(type)?.[1] ?? '');
  if (name === '' || cls === null) return true;
  const role = name.replace(/^I(?=[A-Z])|Interface$/g, '');
  return cls.name.includes(role) || cls.bases.some((base) => base.includes(name));
}

export function methodTargets(m: Machine, recv: Value, site: CallSite): readonly Callable[] {
  const { name } = site;
  const count = site.args.length + site.named.size;
  const found: Callable[] = [];
  for (const id of recv.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    const field = object.fields.get(name);
    if (field !== undefined) for (const { fn, self } of field.fns) found.push({ fn, self: self ?? recv });
    if (object.cls !== null && found.length === 0) {
      for (const fn of pickOverloads(m.program.methodsOf(object.cls, name), count, site.args))
        found.push({ fn, self: recv });
    }
  }
  if (found.length > 0) return found;
  const { cls } = recv;
  if (cls !== null) {
    const fns = pickOverloads(m.program.methodsOf(cls, name), count, site.args);
    if (fns.length > 0) {
      // `self::name()` in a method of the object itself.
      const own = m.file.semantics.classCallsKeepObject && m.frame.fn.cls === cls ? m.frame.self : null;
      return fns.map((fn) => ({
        fn,
        self: own !== null && !fn.isStatic ? own : { ...unknown, type: cls.name },
      }));
    }
    const field = findField(m, cls, name);
    if (field !== null && field.fns.length > 0) return field.fns;
  }
  if (recv.type !== null && recv.objs.every((id) => m.s.object(id)?.cls == null)) {
    for (const cls of m.program.classesOfType(recv.type, m.file)) {
      let fns: readonly FunctionIr[] = pickOverloads(m.program.methodsOf(cls, name), count, site.args).filter(
        (fn) => fn.body.length > 0,
      );
      if (fns.length === 0) fns = pickOverloads(m.program.implementations(cls, name), count);
      if (fns.length > 0) return fns.map((fn) => ({ fn, self: recv }));
    }
  }
  return [];
}

/** Methods that may implement one of the program's interfaces, if the types do not say so. */
export function behindInterface(m: Machine, recv: Value, site: CallSite): readonly Callable[] {
  if (
    !m.file.semantics.structuralInterfaces ||
    recv.type === null ||
    recv.sym !== null ||
    recv.objs.length > 0
  )
    return [];
  const [first = '', ...rest] = recv.type.split('.');
  const isOwn =
    rest.length === 0
      ? !/^(?:error|any|string|bool|byte|rune|u?int\d*|float\d+)(?:\[\])?$/.test(first)
      : m.file.imports.some(
          ({ local, module }) => local === first && m.program.importedFile(m.file, module, '*') !== null,
        );
  if (!isOwn) return [];
  const named = m.program.beside.methodsNamed(site.name, site.args.length, m.file);
  // A type whose methods are in several files of its package is not an interface.
  const name = rest.at(-1) ?? first;
  const own = named.filter(({ cls }) => cls?.name === name);
  return (own.length > 0 ? own : named).map((fn) => ({ fn, self: recv }));
}

/** `static T Name(this Receiver x, …)`. */
export function isExtension(fn: FunctionIr): boolean {
  return (
    fn.isStatic &&
    fn.params.length > 0 &&
    /^[^({]*\(\s*(?:\[[^\]]*\]\s*)?this\s/.test(fn.file.text.slice(fn.pos, fn.pos + 400))
  );
}
