import { callOnBuffer } from './buffer-builtins.ts';
import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import { concat, formatText } from './string-builtins.ts';
import type { Value } from './value.ts';

const writing = /^(?:print(?:ln|f)?|format|append|[wW]rite(?:Line|Async|LineAsync|Object|UTF|Bytes|Chars)?)$/;

/** `new PrintWriter(buffer).print(x)`: text written through a writer is added to its buffer. */
export function writeThrough(m: Machine, site: CallSite): void {
  const { name, recv, args } = site;
  if (recv === null || recv.objs.length === 0 || args[0] === undefined || !writing.test(name)) return;
  const buffer = bufferBehind(m, recv, 0);
  if (buffer === null) return;
  const isFormat = /^(?:printf|format)$/.test(name) && typeof args[0].k === 'string';
  const text = isFormat ? formatText(m, args[0].k as string, args.slice(1), site.e) : concat(m, args, site.e);
  callOnBuffer(m, { ...site, name: 'write', args: [text] }, buffer);
}

function bufferBehind(m: Machine, writer: Value, depth: number): Value | null {
  const inner = readField(m, writer, '<arg0>');
  if (inner === null || inner.objs.length === 0 || depth > 3) return null;
  return m.s.first(inner)?.kind === 'buffer' ? inner : bufferBehind(m, inner, depth + 1);
}
