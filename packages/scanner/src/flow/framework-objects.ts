import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { inClass } from './class-fields.ts';
import { initializeFields } from './construction.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { sourceValue } from './source-value.ts';
import { unknown, type Value } from './value.ts';

/** An instance as the container would make it before it calls `fn`: fields initialized, constructor run with what it is typed for, filled from the request. */
export function selfFor(m: Machine, cls: ClassIr, fn: FunctionIr): Value {
  const self: Value = m.make('object', cls.name, cls);
  const id = self.objs[0]!;
  m.s.heap.set(id, { ...m.s.object(id)!, isClosed: false });
  initializeFields(m, cls, self, 0);
  const [setup] = cls.methods.get('<init>') ?? [];
  if (setup !== undefined && setup !== fn) {
    const args = setup.params.map((param): Value => ({ ...unknown, type: param.type }));
    invoke(m, setup, self, args, new Map(), nowhere(setup), true);
  }
  if (cls.file.language === 'Ruby') runFilters(m, cls, fn, self);
  else if (cls.file.language === 'Java' || cls.file.language === 'Kotlin') callSetters(m, cls, fn, self);
  return self;
}

function nowhere(fn: FunctionIr): Expr {
  return { k: 'none', pos: fn.pos, end: fn.pos };
}

// ---- Actions and beans whose setters get the parameters of the request ----

const actionBase = /^(?:ActionSupport|ActionBean|\w*Action(?:Support|Bean)?)$/;
const actionLibrary = /\b(?:opensymphony\.xwork|org\.apache\.struts2|sourceforge\.stripes)/;
const pageScope = /^(?:Request|View|Session|Conversation|Flow)Scoped$/;
const given = /^(?:String|CharSequence|String\[\]|(?:List|Set|Collection)<String>)\??$/;
const mostSetters = 12;

/** Struts, Stripes and JSF call `setName` with what the request says before they call the action. */
function callSetters(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void {
  if (fn.params.length > 0 || !fn.isExported || fn.name === '<init>' || !isFilledByRequest(m, cls)) return;
  let left = mostSetters;
  for (const [name, [setter]] of cls.methods) {
    const [param] = setter?.params ?? [];
    if (setter === undefined || param === undefined || setter.params.length !== 1 || setter === fn) continue;
    if (!/^set[A-Z]/.test(name) || !given.test(param.type ?? '')) continue;
    if (left-- === 0) return;
    const at: Expr = { k: 'none', pos: setter.pos, end: setter.end };
    const value = inClass(m, cls, () => sourceValue(m, 'http_parameter', at)) ?? unknown;
    invoke(m, setter, self, [value], new Map(), nowhere(setter), true);
  }
}

function isFilledByRequest(m: Machine, cls: ClassIr): boolean {
  const names = cls.annotations.map((entry) => entry.name);
  if (names.includes('ManagedBean')) return true;
  if (names.includes('Named')) return names.some((name) => pageScope.test(name));
  if (!cls.bases.some((base) => actionBase.test(base))) return false;
  return (
    actionLibrary.test(cls.file.text) ||
    cls.bases.some((base) =>
      m.program.classesNamed(base, cls.file).some((parent) => actionLibrary.test(parent.file.text)),
    )
  );
}

// ---- Filters of Rails ----

interface Filter {
  target: string | FunctionIr;
  only: readonly string[] | null;
  except: readonly string[];
}

const filters = new WeakMap<ClassIr, readonly Filter[]>();
const setsField = /@\w+\s*(?:\|\|)?=[^=~>]/;

/** `before_action :load`: what filters leave in the fields of a controller is there when the action runs. */
function runFilters(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void {
  if (!/@\w/.test(fn.file.text.slice(fn.pos, fn.end))) return;
  const all = [...cls.bases.flatMap((base) => m.program.classesNamed(base, cls.file)), cls].flatMap(
    filtersOf,
  );
  if (all.some(({ target }) => target === fn || target === fn.name)) return;
  for (const { target, only, except } of all) {
    if ((only !== null && !only.includes(fn.name)) || except.includes(fn.name)) continue;
    const filter = typeof target === 'string' ? m.program.methodsOf(cls, target)[0] : target;
    if (filter === undefined || filter.params.length > 1) continue;
    if (setsField.test(filter.file.text.slice(filter.pos, filter.end)))
      invoke(m, filter, self, [], new Map(), nowhere(filter), true);
  }
  // What a filter decides for this request says nothing about whether the action runs.
  m.s.dead = false;
}

function filtersOf(cls: ClassIr): readonly Filter[] {
  let found = filters.get(cls);
  if (found === undefined) {
    found = cls.file.language === 'Ruby' ? cls.setup.flatMap(readFilter) : [];
    filters.set(cls, found);
  }
  return found;
}

function readFilter(stmt: ClassIr['setup'][number]): Filter[] {
  const call = stmt.k === 'expr' && stmt.e.k === 'call' ? stmt.e : null;
  if (call?.f.k !== 'var' || !/^(?:prepend_|append_)?before_(?:action|filter)$/.test(call.f.name)) return [];
  const option = (name: string): readonly string[] | null => {
    const entry = call.args.find((arg) => arg.k === 'named' && arg.name === name);
    return entry?.k === 'named' ? namesIn(entry.e) : null;
  };
  const only = option('only');
  const except = option('except') ?? [];
  return [...call.args, ...(call.block === undefined ? [] : [call.block])].flatMap((arg): Filter[] => {
    if (arg.k === 'lit' && typeof arg.v === 'string') return [{ target: arg.v, only, except }];
    return arg.k === 'fn' ? [{ target: arg.fn, only, except }] : [];
  });
}

function namesIn(e: Expr): readonly string[] {
  if (e.k === 'list') return e.items.flatMap(namesIn);
  return e.k === 'lit' && typeof e.v === 'string' ? [e.v] : [];
}
