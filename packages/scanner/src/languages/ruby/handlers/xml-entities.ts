import type { Machine } from '../../../flow/machine.ts';

/** Nokogiri resolves entities where it is told to. */
export function mayExpandEntities(m: Machine): boolean {
  const { fn, file } = m.frame!;
  const text = file.text.slice(fn.pos, fn.end);
  return /\bnoent\b|NOENT|dtdload|DTDLOAD|REXML/.test(text);
}
