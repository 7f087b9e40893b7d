import { type CallSite, sinkName } from '../../../flow/call-site.ts';
import { checkValue } from '../../../flow/check-value.ts';
import type { SinkRule } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import { hole, type Value, weaken } from '../../../flow/value.ts';

/** Programs that run others if an option says so: `git ls-remote --upload-pack=…`. */
const runsByOption = /(?:^|[\\/])(?:git|hg)(?:\.exe)?$/;

const harmlessCommand =
  /^(?:add|rm|mv|commit|tag|branch|status|log|show|diff|init|config|merge|reset|checkout|switch|rev-parse|cat-file)$/;

/** An argument that comes entirely from outside may be an option, unless `--` comes before it. */
function checkOptions(m: Machine, rule: SinkRule, given: readonly Value[], site: CallSite): void {
  // `git add` and similar commands have no such option.
  if (typeof given[0]?.k === 'string' && harmlessCommand.test(given[0].k)) return;
  for (const value of given) {
    if (value.k === '--') return;
    if (value.fns.length > 0 || (value.text !== null && !value.text.startsWith(hole))) continue;
    checkValue(m, rule, { ...value, taints: weaken(value.taints, 0.6) }, site.e, sinkName(site));
  }
}

/** Checks a program and its arguments, given one by one or as a list. */
export function checkProgram(m: Machine, rule: SinkRule, site: CallSite): void {
  const [start] = rule.at;
  const from = typeof start === 'number' ? start : 0;
  const words = site.named.get('args') ?? site.named.get('cmd');
  const given = site.args.length <= from && words !== undefined ? [words] : site.args.slice(from);
  const name = sinkName(site);
  const last = site.args.at(-1);
  const shell =
    site.named.get('shell') ??
    (last !== undefined && last.objs.length === 1 ? readField(m, last, 'shell') : null);
  if (shell?.k === true || (typeof shell?.k === 'string' && !m.model.hooks.shellIsFlag)) {
    for (const value of given)
      if (value.fns.length === 0 && (value !== last || shell === site.named.get('shell')))
        checkValue(m, rule, value, site.e, name);
    return;
  }
  const parts: Value[] = [];
  for (const value of given) {
    const items = m.s.only(value)?.items;
    if (items) parts.push(...items);
    else parts.push(value);
  }
  const [program, ...rest] = parts;
  if (program === undefined) return;
  checkValue(m, rule, program, site.e, name);
  const isKnown = typeof program.k === 'string';
  if (
    isKnown &&
    !/(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|env|xargs|sudo|ssh|python\d?|node|perl|ruby|eval)$/i.test(
      program.k as string,
    )
  ) {
    if (runsByOption.test(program.k as string)) checkOptions(m, rule, rest, site);
    return;
  }
  // After a fixed script come its parameters, which the shell does not run.
  const flag = rest.findIndex((value) => typeof value.k === 'string' && /^-\w*c$/.test(value.k));
  if (isKnown && flag >= 0 && typeof rest[flag + 1]?.k === 'string') return;
  for (const value of rest) if (value.fns.length === 0) checkValue(m, rule, value, site.e, name);
}
