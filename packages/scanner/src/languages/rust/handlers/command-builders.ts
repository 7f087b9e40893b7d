import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { checkSinks } from '../../../flow/sinks.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** `Command::new("git")`: the builder remembers its program for arguments added later. */
export function startCommand(m: Machine, site: CallSite): Value | null {
  const { name, recv, args } = site;
  const program = args[0]?.k;
  if (
    name !== 'new' ||
    typeof program !== 'string' ||
    !/(?:^|\.)Command$/.test(recv?.sym ?? recv?.type ?? '')
  )
    return null;
  checkSinks(m, site);
  return { ...unknown, sym: `Command:${program.slice(program.lastIndexOf('/') + 1)}` };
}
