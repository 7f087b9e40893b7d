import type { Machine } from '../../../flow/machine.ts';
import { closedEntities } from '../../shared/handlers/sink-conditions.ts';

/** Every entity resolves to an empty text, or is refused. */
const emptyResolver =
  /\.set(?:EntityResolver|XMLResolver|ResourceResolver)\s*\(\s*(?:\([^()]{0,80}\)\s*->\s*(?:\{\s*(?:return\s+|throw\b))?|new\s+\w*Resolver\w*\s*\(\s*\)\s*\{[^{}]{0,200}\{\s*(?:return\s+|throw\b))(?:\s*(?:new\s+InputSource\s*\(\s*(?:\)|new\s+(?:StringReader\s*\(\s*""|ByteArrayInputStream\s*\(\s*new\s+byte\s*\[\s*0?\s*\]))|new\s+\w*Exception))/;

/** A parser that resolves entities is created here, or elsewhere without disabling them. */
export function mayExpandEntities(m: Machine, name: string): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  if (emptyResolver.test(text)) return false;
  // Many things are called `parse`. Without a word about XML in the file, it is another one.
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
