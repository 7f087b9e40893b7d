import { nowhere } from '../../../flow/framework-objects.ts';
import { invoke } from '../../../flow/invoke.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { ClassIr, Expr, FunctionIr } from '../../../ir/ir.ts';

interface Filter {
  target: string | FunctionIr;
  only: readonly string[] | null;
  except: readonly string[];
}

const filters = new WeakMap<ClassIr, readonly Filter[]>();
const setsField = /@\w+\s*(?:\|\|)?=[^=~>]/;
/** Request data is stored where models can read it too. */
const leavesCurrent = /\bCurrent\.(?:\w+\s*(?:\|\|)?=[^=~>]|set\b)/;

/** `before_action :load`: the fields that filters set are available in the action. */
export function runFilters(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void {
  const asksFields = /@\w/.test(fn.file.text.slice(fn.pos, fn.end));
  const all = [...cls.bases.flatMap((base) => m.program.classesNamed(base, cls.file)), cls].flatMap(
    filtersOf,
  );
  if (all.some(({ target }) => target === fn || target === fn.name)) return;
  for (const { target, only, except } of all) {
    if ((only !== null && !only.includes(fn.name)) || except.includes(fn.name)) continue;
    const filter = typeof target === 'string' ? m.program.methodsOf(cls, target)[0] : target;
    if (filter === undefined || filter.params.length > 1) continue;
    const text = filter.file.text.slice(filter.pos, filter.end);
    if ((asksFields && setsField.test(text)) || leavesCurrent.test(text))
      invoke(m, filter, self, [], new Map(), nowhere(filter), true);
  }
  // A filter's decision about this request does not mean that the action never runs.
  m.s.dead = false;
}

function filtersOf(cls: ClassIr): readonly Filter[] {
  let found = filters.get(cls);
  if (found === undefined) {
    found = cls.setup.flatMap(readFilter);
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
