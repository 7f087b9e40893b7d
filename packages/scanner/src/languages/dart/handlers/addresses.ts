import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';

/** `Uri.parse(text)` has the address in the text. */
export function parsedAddress(_m: Machine, { name, recv, args }: CallSite): Value | null {
  const [text] = args;
  if (text === undefined || !/^(?:parse|tryParse)$/.test(name) || !/^Uri$/.test(recv?.sym ?? '')) return null;
  return { ...text, type: 'Uri' };
}
