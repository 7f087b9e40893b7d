import type { Expr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { unknown } from './value.ts';
import { variableKey } from './variables.ts';

const caught =
  /\bcatch\s*(?:\{|\([^)]{0,200}\b(?:Null\w+|Runtime|System)?(?:Exception|Throwable)\b(?:\s+\w+)?\s*\))/;

/** A member access on a variable whose value may be null, from a call. */
export function checkNullUse(m: Machine, o: Expr, e: Expr): void {
  if (!m.file.semantics.nullFails || o.k !== 'var') return;
  const { fn, file } = m.frame;
  if (o.key?.startsWith(`${fn.id}:`) !== true || /^\s*[?!]/.test(file.text.slice(o.end, o.end + 20))) return;
  // A check that is not understood may have covered it.
  const before = file.text.slice(Math.max(fn.pos, o.pos - 4_000), o.pos);
  const asked = String.raw`(?:\b(?:if|while|switch|assert|\w{0,40}(?:[rR]equire|[cC]heck|[iI]s[A-Z]|[hH]as[A-Z]|[eE]nsure|[aA]ssert|[vV]alid)\w{0,40})\s*\([^;{}]{0,200}|[?&|]\s*)\b${o.name}\b`;
  if (!/^\w+$/.test(o.name) || new RegExp(asked).test(before)) return;
  if (caught.test(file.text.slice(e.end, Math.min(fn.end, e.end + 8_000)))) return;
  m.reportMisuse('null_answer', e.pos, e.end, o.name, '', 0.6);
  foundAtUse(m, o);
}

/** The value is not null: a comparison shows it, or otherwise the code after this point would not run. */
export function foundAtUse(m: Machine, e: Expr): void {
  if (e.k !== 'var') return;
  const key = variableKey(m, e);
  const value = key === null ? undefined : m.s.get(key);
  if (key !== null && value?.mayBeNull === true) m.s.vars.set(key, { ...value, mayBeNull: false });
}

/** Whether a call returns null when it finds nothing. */
export function mayReturnNull(m: Machine, site: CallSite): boolean {
  const rules = m.model.nullableByName.get(site.name);
  return (
    rules?.some(
      ({ on, args, except }) =>
        site.args.length === args &&
        (on === undefined || on.test(describe(site.recv ?? unknown, site.written))) &&
        !(except !== undefined && typeof site.args[0]?.k === 'string' && except.test(site.args[0].k)),
    ) === true
  );
}
