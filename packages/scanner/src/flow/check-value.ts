import type { Expr } from '../ir/ir.ts';
import { deepTaints } from './elements.ts';
import { bitOf, isTextEscaped } from './kinds.ts';
import type { Sink } from './language-handlers.ts';
import type { SinkRule } from './language-model.ts';
import type { Machine } from './machine.ts';
import { textOfValue, type Value } from './value.ts';

/** The beginning of an SQL statement, or of a part of one. */
export const sqlText =
  /^\s*\(?\s*(?:select\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|replace\s+into\b|merge\s+into\b|drop\s|alter\s|create\s|truncate\s|exec(?:ute)?\s|call\b|\{\s*call|with\s+\w+\s+as\b|where\b|order\s+by\b|from\b|set\b|select\s)/i;

/** Reports the parts of a value that must not reach a sink. */
export function checkValue(m: Machine, rule: SinkRule, value: Value, e: Expr, name: string): void {
  const taints = rule.when === 'object' ? m.handlers.operatorTaints(m, value) : deepTaints(m, value);
  if (taints.length === 0) return;
  const sink: Sink = { rule, value, text: textOfValue(value), taints, e, name };
  const factor = m.handlers.weighSink(m, sink);
  if (factor === 0) return;
  const bit = bitOf(rule.kind);
  for (const taint of taints) {
    const isEscaped = (taint.clean & bit) !== 0;
    if (isEscaped && !(rule.kind === 'xss' && isTextEscaped(taint.clean) && isMisplaced(m, value, e)))
      continue;
    if (m.handlers.isHarmlessIn(m, sink, taint)) continue;
    m.report(
      rule.kind,
      factor === 1 && !isEscaped
        ? taint
        : { ...taint, weight: taint.weight * factor * (isEscaped ? 0.7 : 1) },
      e.pos,
      e.end,
      name,
      value,
    );
  }
}

function isMisplaced(m: Machine, value: Value, e: Expr): boolean {
  return m.model.hooks.isMisplaced?.(m, value, e.pos) ?? false;
}
