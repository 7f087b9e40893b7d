import { setField } from '../../../flow/assign.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { newObject } from '../../../flow/state.ts';
import { unknown, type Value } from '../../../flow/value.ts';

const recordType = '<namedtuple>';

/** Calls that create record types, and copies of objects. Null for all other calls. */
export function recordCall(m: Machine, { name, recv, args, named }: CallSite): Value | null {
  const [first, second] = args;
  if (name === 'namedtuple' && second !== undefined) {
    const names = typeof second.k === 'string' ? second.k.split(/[\s,]+/) : namesIn(m, second);
    const fields = new Map(names.map((field, at): [string, Value] => [field, { ...unknown, k: at }]));
    return { ...unknown, objs: [m.allocate({ ...newObject('object', recordType), fields })] };
  }
  if (first === undefined) return null;
  const owner = recv?.sym ?? '';
  if (/^(?:asdict|astuple|copy|deepcopy|vars)$/.test(name) && /^(?:dataclasses|copy|attr|)$/.test(owner))
    return first;
  if (name !== 'replace' || owner !== 'dataclasses') return null;
  const object = m.s.only(first);
  if (object === undefined) return null;
  const copy: Value = { ...first, objs: [m.allocate(object)] };
  for (const [field, value] of named) setField(m, copy, field, value);
  return copy;
}

function namesIn(m: Machine, { objs }: Value): string[] {
  return objs.flatMap((id) => (m.s.object(id)?.items ?? []).map(({ k }) => String(k ?? '')));
}

/** `Point(1, 2)` of a type created with `namedtuple`; null for other callees. */
export function makeRecord(m: Machine, callee: Value, site: CallSite): Value | null {
  const type = m.s.only(callee);
  if (type?.type !== recordType) return null;
  const record = { ...unknown, objs: [m.allocate({ ...newObject('list'), items: site.args })] };
  for (const [name, { k }] of type.fields) {
    const value = site.named.get(name) ?? site.args[Number(k)];
    if (value !== undefined) setField(m, record, name, value);
  }
  return record;
}
