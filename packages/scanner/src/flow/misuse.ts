import type { Expr } from '../ir/ir.ts';
import { type CallSite, sinkName } from './call-site.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import { unknown, type Value } from './value.ts';

export function checkMisuse(m: Machine, site: CallSite): void {
  const rules = m.model.misuseByName.get(site.name);
  if (rules === undefined) return;
  const text = describe(site.recv ?? unknown, site.written);
  for (const rule of rules) {
    if (rule.on !== undefined && !rule.on.test(text)) continue;
    let detail = '';
    if (
      rule.unlessNamed?.some((name) => site.named.has(name)) ||
      (rule.unlessArgs !== undefined && site.args.length >= rule.unlessArgs)
    )
      continue;
    if (rule.kind === 'weak_random' && isWait(m, site.e)) continue;
    if (rule.context !== undefined && !rule.context.test(contextOf(m, site.e))) continue;
    if (rule.match !== undefined) {
      const value =
        rule.option !== undefined
          ? optionOf(m, site, rule.option)
          : (site.args[rule.at ?? 0] ?? [...site.named.values()][0]);
      const constant =
        value === undefined
          ? null
          : value.k !== undefined && value.k !== null
            ? String(value.k)
            : (lettersOf(m, value) ?? (rule.literal ? null : (value.sym ?? null)));
      if (constant === null || !rule.match.test(constant)) continue;
      detail = constant;
    }
    m.reportMisuse(
      rule.kind,
      site.e.pos,
      site.e.end,
      sinkName(site),
      detail.slice(0, 80),
      rule.weight ?? 0.9,
      rule.cwe,
    );
  }
}

/** A waiting time is not a secret. */
function isWait(m: Machine, e: Expr): boolean {
  return m.handlers.words.waiting.test(m.file.text.slice(Math.max(0, e.pos - 30), e.pos));
}

/** The text that a character array was created from. */
function lettersOf(m: Machine, value: Value): string | null {
  const items = m.s.only(value)?.items;
  if (!items || items.length === 0) return null;
  const letters = items.map(({ k }) => k);
  return letters.every((one) => typeof one === 'string' && one.length === 1) ? letters.join('') : null;
}

/** The line of a call and the names of its enclosing functions. */
function contextOf(m: Machine, e: Expr): string {
  const { text } = m.file;
  const from = text.lastIndexOf('\n', e.pos) + 1;
  const to = text.indexOf('\n', e.end);
  return `${text.slice(from, to === -1 ? text.length : to)} ${m.frame.fn.qualified}`;
}

function optionOf(m: Machine, site: CallSite, name: string): Value | undefined {
  const named = site.named.get(name);
  if (named !== undefined) return named;
  for (const value of site.args) {
    const field = value.objs.length > 0 ? readField(m, value, name) : null;
    if (field !== null) return field;
  }
  return undefined;
}
