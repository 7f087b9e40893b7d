import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { formatText } from '../../../flow/string-builtins.ts';
import type { Value } from '../../../flow/value.ts';

/** The text that a formatting call prints. Placeholders for numbers print numbers. */
export function printedBy(m: Machine, site: CallSite): Value[] | null {
  const table = m.model.hooks.printers;
  const at = table !== undefined && Object.hasOwn(table, site.name) ? table[site.name] : undefined;
  const format = at === undefined ? undefined : site.args[at]?.k;
  return at === undefined || typeof format !== 'string'
    ? null
    : [formatText(m, format, site.args.slice(at + 1), site.e)];
}
