import type { Machine } from '../../../flow/machine.ts';

/** libxml resolves entities only if told to. */
export function mayExpandEntities(m: Machine, name: string): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  return (
    /LIBXML_NOENT|LIBXML_DTDLOAD|libxml_disable_entity_loader\(\s*false/.test(text) ||
    name.includes('xml_parse')
  );
}
