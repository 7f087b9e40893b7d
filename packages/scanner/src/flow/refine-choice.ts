import type { Expr } from '../ir/ir.ts';
import { cleanAll } from './known-values.ts';
import type { Machine } from './machine.ts';

const MAX_PARTS = 6;

/**
 * If one of several conditions is true, what all of them imply is true. One of several fixed texts is harmless,
 * whichever it is.
 */
export function refineChoice(
  m: Machine,
  c: Expr,
  truth: boolean,
  refine: (m: Machine, c: Expr, truth: boolean) => void,
): void {
  const subject = chosenFrom(m.file.text, c, truth);
  if (subject !== null) {
    cleanAll(m, subject);
    return;
  }
  const parts = partsOf(c, truth ? '||' : '&&', []);
  // If one part implies nothing, the whole implies nothing.
  if (parts.length > MAX_PARTS || !parts.every(mayTell)) return;
  m.branch(parts.map((part) => () => refine(m, part, truth)));
}

function partsOf(c: Expr, op: string, found: Expr[]): Expr[] {
  if (c.k !== 'bin' || c.op !== op || found.length > MAX_PARTS) found.push(c);
  else {
    partsOf(c.l, op, found);
    partsOf(c.r, op, found);
  }
  return found;
}

function mayTell(c: Expr): boolean {
  if (c.k === 'un') return c.op === '!' && mayTell(c.e);
  return (
    (c.k === 'call' && c.args.length > 0) || (c.k === 'bin' && /^(?:[!=]==?|!?in|=~|&&|\|\|)$/.test(c.op))
  );
}

/**
 * The subject of `x == "a" || x == "b"` if it is true, or of `x != "a" && x != "b"` if it is false: the one
 * expression that every part compares with a text. Null for any other condition.
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
