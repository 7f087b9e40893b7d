import type { SourceView } from '../../../../rules/source-view.ts';
import type { NativeStatement } from '../parse-body.ts';

type Loop = Extract<NativeStatement, { kind: 'loop' }>;

export interface LoopFacts {
  text: string;
  assigned: ReadonlySet<string>;
  /** Counted up or down. */
  stepped: ReadonlySet<string>;
  /** Given another value. */
  replaced: ReadonlySet<string>;
  /** Under which its first part, its condition and its step are read. */
  keys: readonly [object, object, object];
}

const assignedNames =
  /(?:\+\+|--)\s*\(?\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*|(?:->|\.)\w+\s*)*(?:\+\+|--|(?:[-+*/%|&^]|<<|>>)?=(?!=))|&\s*([A-Za-z_]\w*)|>>\s*([A-Za-z_]\w*)/g;

export function readLoop(loop: Loop, view: SourceView): LoopFacts {
  const text = view.code.slice(loop.at + loop.head.length, loop.end);
  const assigned = new Set<string>();
  const stepped = new Set<string>();
  const replaced = new Set<string>();
  for (const match of `${loop.head};${text}`.matchAll(assignedNames)) {
    const name = match[1] ?? match[2] ?? match[3] ?? match[4]!;
    assigned.add(name);
    if (match[1] !== undefined || /(?:\+\+|--|\+=)$/.test(match[0])) stepped.add(name);
    if (match[2] !== undefined && /^\w+\s*=$/.test(match[0])) replaced.add(name);
  }
  return { text, assigned, stepped, replaced, keys: [{}, {}, {}] };
}
