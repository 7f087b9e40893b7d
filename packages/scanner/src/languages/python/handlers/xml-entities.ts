import type { Machine } from '../../../flow/machine.ts';

/** lxml resolves entities, other parsers only if told to. */
export function mayExpandEntities(m: Machine, name: string): boolean {
  const { file } = m;
  if (/defusedxml/.test(file.text)) return false;
  return (
    /lxml|objectify/.test(name) ||
    /feature_external_[gp]es\s*,\s*(?:True|1)\b/.test(file.text) ||
    (/lxml/.test(file.text) && !/minidom|sax|ElementTree|xml\.etree/.test(name))
  );
}
