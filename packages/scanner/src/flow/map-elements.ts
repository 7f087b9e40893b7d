import { only } from '../read/only.ts';
import type { CallSite } from './call-site.ts';
import { listRest } from './elements.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

export function itemsOf(m: Machine, recv: Value): readonly Value[] | null {
  return m.s.only(recv)?.items ?? null;
}

/** The result of `map` or `reduce` with a known function. Null for other calls. */
export function mapElements(m: Machine, site: CallSite, element: Value): Value | null {
  const { name, args } = site;
  const [first, second] = args;
  if (first === undefined || !m.handlers.words.mapping.test(name)) return null;
  const isMap = name !== 'reduce' && name !== 'inject';
  if (isMap && first.fns.length === 0 && m.handlers.words.numberMakers.test(first.sym ?? ''))
    return listRest(m, unknown);
  const called = only(first.fns);
  if (called === undefined) return null;
  const { fn, self } = called;
  if (isMap) {
    const given = invoke(m, fn, self, [element], new Map(), site.e, true);
    return site.recv !== null && site.recv.objs.length === 0 && site.recv.taints.length > 0
      ? { ...given, fns: [], k: undefined }
      : listRest(m, { ...given, k: undefined });
  }
  let result = second ?? element;
  const items = (site.recv === null ? null : itemsOf(m, site.recv)) ?? [element];
  for (const item of items.slice(0, 8)) result = invoke(m, fn, self, [result, item], new Map(), site.e, true);
  return result;
}
