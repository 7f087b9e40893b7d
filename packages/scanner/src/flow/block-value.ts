import type { Expr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import { isTrue } from './operations.ts';
import { refine } from './refine.ts';
import { joinValues, unknown, type Value } from './value.ts';

/** The value of a block expression: that of its last statement. */
export function lastValue(m: Machine, last: Extract<Expr, { k: 'do' }>['body'][number]): Value {
  if (last.k === 'expr') return m.evalExpr(last.e);
  if (last.k === 'if') {
    const c = m.evalExpr(last.c);
    let value: Value | null = null;
    const run = (body: typeof last.a, truth: boolean) => () => {
      refine(m, last.c, truth);
      const given = m.evalExpr({ k: 'do', body, pos: last.pos, end: last.end });
      if (!m.s.dead) value = value === null ? given : joinValues(value, given);
    };
    if (c.k !== undefined && last.c.k !== 'none') run(isTrue(c.k) ? last.a : last.b, isTrue(c.k))();
    else m.branch([run(last.a, true), run(last.b, false)]);
    return value ?? unknown;
  }
  if (last.k === 'switch') {
    const d = m.evalExpr(last.d);
    let value: Value | null = null;
    m.branch(
      last.cases.map((entry) => () => {
        for (const test of entry.tests) m.evalExpr(test);
        const given = m.evalExpr({ k: 'do', body: entry.body, pos: last.pos, end: last.end });
        if (!m.s.dead) value = value === null ? given : joinValues(value, given);
      }),
    );
    return value ?? { ...unknown, taints: d.taints };
  }
  if (last.k === 'block') return m.evalExpr({ k: 'do', body: last.body, pos: last.pos, end: last.end });
  if (last.k === 'try') {
    const value = m.evalExpr({ k: 'do', body: last.body, pos: last.pos, end: last.end });
    m.s.dead = false;
    for (const entry of last.catches) m.branch([() => undefined, () => m.execStmts(entry.body)]);
    return value;
  }
  m.execStmts([last]);
  return unknown;
}
