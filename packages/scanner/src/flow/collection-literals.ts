import type { Expr } from '../ir/ir.ts';
import { setField } from './assign.ts';
import { append, readElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { mergeInto } from './map-builtins.ts';
import { checkAmount } from './number-sinks.ts';
import { joinTaints, joinValues, unknown, type Value } from './value.ts';

export function evalList(m: Machine, e: Extract<Expr, { k: 'list' }>): Value {
  const value = m.make('list');
  if (e.sizes !== undefined) takeSizes(m, e, e.sizes, value);
  for (const item of e.items) {
    if (item.k === 'spread') {
      const from = m.evalExpr(item.e);
      const items = m.s.only(from)?.items;
      if (items)
        for (const part of items)
          m.update(
            value,
            (object) => append(object, part),
            (before) => before,
          );
      else {
        const part = readElement(m, from, unknown);
        m.update(
          value,
          (object) => ({
            ...object,
            items: null,
            rest: joinValues(
              part,
              object.items === null ? (object.rest ?? unknown) : object.items.reduce(joinValues, unknown),
            ),
          }),
          (before) => before,
        );
      }
    } else {
      const part = item.k === 'none' ? unknown : m.evalExpr(item);
      m.update(
        value,
        (object) => append(object, part),
        (before) => before,
      );
    }
  }
  return value;
}

/** `new int[n]` */
function takeSizes(m: Machine, e: Expr, sizes: readonly Expr[], value: Value): void {
  const given = sizes.map((one) => m.evalExpr(one));
  for (const one of given) checkAmount(m, 'allocation', one, e, 'new[]');
  const k = given[0]?.k;
  m.update(
    value,
    (object) => ({ ...object, size: typeof k === 'number' ? k : null }),
    (before) => before,
  );
}

export function evalMap(m: Machine, e: Extract<Expr, { k: 'map' }>): Value {
  const isObject = m.file.semantics.openObjects;
  const value = m.make(isObject ? 'object' : 'map');
  for (const { key, value: part } of e.entries) {
    const from = m.evalExpr(part.k === 'spread' ? part.e : part);
    if (part.k === 'spread') mergeInto(m, value, from);
    else if (key === null) mergeInto(m, value, from);
    else {
      const name = m.evalExpr(key);
      if (name.k !== undefined && name.k !== null) {
        setField(m, value, String(name.k), from);
        m.handlers.checkProperty(m, String(name.k), from, key.pos, part.end);
        if (from.objs.length > 0) m.model.hooks.assignResolvers?.(m, String(name.k), from);
      } else
        m.update(
          value,
          (object) => ({
            ...object,
            rest: object.rest === null ? from : joinValues(object.rest, from),
            keys: joinTaints(object.keys, name.taints),
          }),
          (before) => before,
        );
    }
  }
  return value;
}
