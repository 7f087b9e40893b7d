import type { Expr } from '../ir/ir.ts';
import { elementOf } from './elements.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

/** Most calls have no named arguments. The map is never modified. */
const noNames = new Map<string, Value>();

export function evalArguments(m: Machine, exprs: readonly Expr[], block?: Expr): Arguments {
  const args: Value[] = [];
  let named = noNames;
  const name = (key: string, value: Value): void => {
    if (named === noNames) named = new Map();
    named.set(key, value);
  };
  for (const e of exprs) {
    if (e.k === 'named') {
      const value = m.evalExpr(e.e);
      name(e.name, value);
      m.handlers.checkProperty(m, e.name, value, e.pos, e.end);
    } else if (e.k === 'spread') {
      const value = m.evalExpr(e.e);
      const object = m.s.only(value);
      if (object?.items) args.push(...object.items);
      else if (object !== undefined && object.kind !== 'list' && object.rest === null)
        for (const [key, field] of object.fields) name(key, field);
      else args.push(elementOf(m, value));
    } else args.push(m.evalExpr(e));
  }
  if (block !== undefined) args.push(m.evalExpr(block));
  return { args, named };
}

export function spreadValue(m: Machine, value: Value): Value[] {
  const items = m.s.only(value)?.items;
  return items ? [...items] : [elementOf(m, value)];
}
