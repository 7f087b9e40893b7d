import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { setField } from './assign.ts';
import type { CallSite } from './call-site.ts';
import { initializeProperty } from './computed-properties.ts';
import { iteratedOf } from './elements.ts';
import type { Machine } from './machine.ts';
import { mergeInto } from './map-builtins.ts';
import { readProperty } from './properties.ts';
import { unknown, type Value } from './value.ts';

/**
 * Calls that are not methods on data: library calls, pseudo-calls of the intermediate representation, getters and
 * setters. Null for other calls.
 */
export function specialCall(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { name, recv } = site;
  const schema = m.model.hooks.schemaCall?.(m, site) ?? null;
  if (schema !== null) {
    m.links.runCallbacks(m, site);
    return schema;
  }
  const known = m.handlers.libraryCall(m, site);
  if (known !== null) {
    m.handlers.checkMatch(m, site);
    return known;
  }
  if (name === '<element>') return recv === null ? unknown : iteratedOf(m, recv);
  if (recv !== null && name === '<initialize>') return initialize(m, recv, site);
  if (recv !== null && name === '<with>') return changedCopy(m, recv, site);
  if (recv !== null && (name === 'then' || name === 'catch' || name === 'finally') && recv.fns.length === 0)
    return m.handlers.callThen(m, site);
  return accessor(m, site, target);
}

function initialize(m: Machine, recv: Value, site: CallSite): Value {
  for (const [name, value] of site.named) {
    const e =
      site.e.k === 'call' ? site.e.args.find((arg) => arg.k === 'named' && arg.name === name) : undefined;
    if (!initializeProperty(m, recv, name, value, e ?? site.e)) setField(m, recv, name, value);
  }
  for (const value of site.args) {
    const object = m.s.only(recv);
    if (object?.kind === 'list')
      m.update(
        recv,
        (before) => ({ ...before, items: [...(before.items ?? []), value] }),
        (before) => before,
      );
    else mergeInto(m, recv, value);
  }
  return recv;
}

/** `x with { Name = y }` */
function changedCopy(m: Machine, recv: Value, site: CallSite): Value {
  const object = m.s.only(recv);
  if (object === undefined) return recv;
  const copy = { ...recv, objs: [m.allocate(object)] };
  for (const [name, value] of site.named) setField(m, copy, name, value);
  return copy;
}

/** `setName(x)` and `getName()` of objects with an unknown class, and `attr` and `attr=` likewise. */
function accessor(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { name, recv, args } = site;
  if (recv === null || recv.objs.length === 0) return null;
  const object = m.s.first(recv);
  if (object === undefined || (object.kind !== 'object' && object.cls === null)) return null;
  const setter = /^set([A-Z]\w*)$/.exec(name)?.[1];
  const given = only(args);
  if (setter !== undefined && given !== undefined) {
    setField(m, recv, fieldNamed(setter), given);
    return null;
  }
  // Records read their components by name.
  if (args.length === 0 && object.cls !== null && object.fields.has(name))
    return readProperty(m, recv, name, target ?? site.e, '');
  const getter = /^(?:get|is)([A-Z]\w*)$/.exec(name)?.[1];
  if (getter !== undefined && args.length === 0) {
    const field = fieldNamed(getter);
    if (object.fields.has(field)) return readProperty(m, recv, field, target ?? site.e, '');
  }
  return null;
}

/** `name` of `setName` and `getName`. */
const fieldNamed = (accessor: string) => accessor.charAt(0).toLowerCase() + accessor.slice(1);
