import type { Expr } from '../ir/ir.ts';
import type { TaintKind } from '../types/flow-findings.ts';
import { type CallSite, sinkName } from './call-site.ts';
import { checkValue, sqlText } from './check-value.ts';
import { bitOf } from './kinds.ts';
import { describe, type SinkRule, type Where } from './language-model.ts';
import type { Machine } from './machine.ts';
import { textOfValue, unknown, type Value } from './value.ts';

/** Reports data that reaches a sink. Returns the bits of the kinds that the call is a sink for. */
export function checkSinks(m: Machine, site: CallSite): number {
  m.handlers.checkHeaderCall(m, site);
  m.handlers.checkMatch(m, site);
  const rules = m.model.sinksByName.get(site.name);
  if (rules === undefined) return 0;
  let text: string | null = null;
  let sunk = 0;
  for (const rule of rules) {
    if (rule.on !== undefined) {
      text ??= describe(site.recv ?? unknown, site.written) + basesBehind(m, site);
      if (!rule.on.test(text)) continue;
    }
    if (rule.when !== 'sql' || sqlText.test(textOfValue(site.args[0] ?? unknown))) sunk |= bitOf(rule.kind);
    if (m.handlers.isHarmlessCall(m, rule, site)) continue;
    if (rule.when === 'argv') {
      m.handlers.checkProgram(m, rule, site);
      continue;
    }
    const isLocation =
      rule.kind === 'header' && typeof site.args[0]?.k === 'string' && /^location$/i.test(site.args[0].k);
    for (const where of rule.at)
      for (const value of m.handlers.printedBy(m, site) ?? argumentsAt(site, where))
        checkValue(m, isLocation ? locationRule(rule, value) : rule, value, site.e, sinkName(site));
  }
  return sunk;
}

/** The base classes of the program's own objects, because these are also library objects. */
function basesBehind(m: Machine, { recv, written }: CallSite): string {
  const objs = recv?.objs ?? [];
  let bases: readonly string[];
  if (objs.length > 0) bases = objs.flatMap((id) => m.s.object(id)?.cls?.bases ?? []);
  else if (/^(?:self|this)$/.test(written)) bases = m.frame.fn.cls?.bases ?? [];
  // A value of the type has the methods of the types that are embedded in it.
  else if (recv?.type && m.file.semantics.embeddedFields)
    bases = m.program.classesOfType(recv.type, m.file).flatMap((cls) => cls.bases);
  else bases = [];
  return bases.length === 0 ? '' : ` ${bases.join(' ')}`;
}

/** At the beginning, data chooses the redirect target; after that, it may inject a header. */
function locationRule(rule: SinkRule, value: Value): SinkRule {
  return /^(?:\0|(?:https?:)?\/\/?\0)/.test(textOfValue(value)) || value.text === null
    ? { ...rule, kind: 'redirect', when: 'head' }
    : rule;
}

export function checkWrite(m: Machine, o: Value, name: string, value: Value, e: Expr): void {
  const rules = m.model.writesByName.get(name);
  if (rules === undefined) return;
  const text = describe(o, m.file.text.slice(e.pos, Math.min(e.end, e.pos + 120)));
  for (const rule of rules)
    if (rule.on === undefined || rule.on.test(text)) checkValue(m, rule, value, e, name);
}

function argumentsAt(site: CallSite, where: Where): Value[] {
  if (where === '*') return [...site.args, ...site.named.values()];
  if (where === '@') return site.recv === null ? [] : [site.recv];
  if (typeof where === 'string') {
    const named = site.named.get(where);
    return named === undefined ? [] : [named];
  }
  const value = site.args[where < 0 ? site.args.length + where : where];
  return value === undefined ? [] : [value];
}

export interface FoundSource {
  kind: string;
  exposure: 'external' | 'library' | 'local';
  only?: readonly TaintKind[];
}

function namesFile(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    (typeof value.k === 'string' ||
      value.text !== null ||
      /^(?:[sS]tring|Path|File|FileInfo)$/.test(value.type ?? ''))
  );
}

/** Data from outside that the call itself returns; null if there is none. */
export function findSource(m: Machine, site: CallSite): FoundSource | null {
  const rules = m.model.callsByName.get(site.name);
  if (rules === undefined) return null;
  // The program created the address itself.
  if (site.recv?.sym === '<own>') return null;
  const text = describe(site.recv ?? unknown, site.written) + m.handlers.describeReceiver(m, site);
  for (const rule of rules)
    if (
      (rule.on === undefined || rule.on.test(text)) &&
      !(rule.kind === 'setting' && m.handlers.isOfMachine(site)) &&
      (rule.when !== 'named' || namesFile(site.args[0])) &&
      (rule.when !== 'asked' || site.args.length < 2)
    )
      return {
        kind: rule.kind,
        exposure: rule.exposure ?? 'external',
        ...(rule.only && { only: rule.only }),
      };
  return null;
}
