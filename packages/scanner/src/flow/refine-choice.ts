import type { Expr } from '../ir/ir.ts';
import { cleanAll } from './known-values.ts';
import type { Machine } from './machine.ts';

/** One of several texts that are written there does no harm, whichever it is. */
export function refineChoice(m: Machine, c: Expr, truth: boolean): void {
  const subject = chosenFrom(m.file.text, c, truth);
  if (subject !== null) cleanAll(m, subject);
}

/**
 * What `x == "a" || x == "b"` has where it holds, and `x != "a" && x != "b"` where it does not: the one expression
 * that every part compares with a text; null where the parts say anything else.
 */
function chosenFrom(text: string, c: Expr, truth: boolean): Expr | null {
  if (c.k !== 'bin') return null;
  if (c.op === (truth ? '||' : '&&')) {
    const left = chosenFrom(text, c.l, truth);
    const right = left === null ? null : chosenFrom(text, c.r, truth);
    return left !== null && right !== null && written(text, left) === written(text, right) ? left : null;
  }
  const isEqual = truth ? /^={2,3}$/.test(c.op) : /^!={1,2}$/.test(c.op);
  if (!isEqual) return null;
  if (isText(c.r)) return c.l;
  return isText(c.l) ? c.r : null;
}

function isText(e: Expr): boolean {
  return e.k === 'lit' && typeof e.v === 'string';
}

function written(text: string, e: Expr): string {
  return text.slice(e.pos, e.end);
}
