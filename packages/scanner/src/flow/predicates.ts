import type { Expr, FunctionIr } from '../ir/ir.ts';

/** The only expression that a function returns; null if it does more. */
export function conditionOf(fn: FunctionIr): Expr | null {
  const last = fn.body.at(-1);
  return fn.body.length === 1 && last?.k === 'return' ? last.e : null;
}

const signs =
  /^(?:is_?(?:ascii_)?(?:alpha|digit|alnum|alphanumeric|letter|letterordigit|numeric|hexdigit)\w*)$/i;

/** `it.isLetterOrDigit()`, `c -> Character.isDigit(c)`: letters and digits are harmless. */
export function testsSigns(fn: FunctionIr): boolean {
  const condition = conditionOf(fn);
  if (condition === null) return false;
  const check = (e: Expr): boolean => {
    if (e.k === 'bin' && (e.op === '||' || e.op === '&&'))
      return e.op === '||' ? check(e.l) && check(e.r) : check(e.l) || check(e.r);
    if (e.k === 'bin' && e.op === '==')
      return e.r.k === 'lit' && typeof e.r.v === 'string' && /^[\w-]$/.test(e.r.v);
    return e.k === 'call' && e.f.k === 'get' && signs.test(e.f.name);
  };
  return check(condition);
}
