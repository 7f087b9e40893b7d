import type { Machine } from '../../../flow/machine.ts';

/** A reader resolves entities if it has a resolver, or is of the older kind. */
export function mayExpandEntities(m: Machine): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  return /XmlResolver\s*=|XmlUrlResolver|DtdProcessing\.Parse|ProhibitDtd\s*=\s*false|XmlTextReader/.test(
    text,
  );
}
