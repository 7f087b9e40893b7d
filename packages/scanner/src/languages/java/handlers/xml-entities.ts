import type { Machine } from '../../../flow/machine.ts';
import { closedEntities } from '../../shared/handlers/sink-conditions.ts';

/** A parser is made here with entities, or elsewhere without a word that closes them. */
export function mayExpandEntities(m: Machine, name: string): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  // Many things parse; without a word of XML in the file it is one of the others.
  if (/(?:^|\.)parse$/.test(name) && !/xml|sax|dom4j|jdom|DocumentBuilder|digester/i.test(file.text))
    return false;
  if (
    !/newInstance|newFactory|createXMLReader|new\s+(?:S(?:AX|ax)|Digester)|\bSAX(?:Reader|Builder)\(/.test(
      text,
    ) &&
    closedEntities.test(file.text)
  )
    return false;
  return true;
}
