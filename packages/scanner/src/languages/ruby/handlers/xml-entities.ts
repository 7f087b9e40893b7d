import type { Machine } from '../../../flow/machine.ts';

/** Nokogiri and libxml resolve entities if told to: by name, by a number, or globally. */
export function mayExpandEntities(m: Machine): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  return (
    /\bnoent\b|NOENT|dtdload|DTDLOAD|DEFAULT_DTD|REXML|\boptions(?::|\s*=>)\s*\d|ParseOptions\.new\(\s*\d|,\s*nil,\s*nil,\s*\d/.test(
      text,
    ) || /\bdefault_substitute_entities\s*=\s*true\b/.test(file.text)
  );
}
