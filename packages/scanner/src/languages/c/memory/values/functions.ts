import type { SourceView } from '../../../../rules/source-view.ts';
import type { CDeclarator, CType } from '../../frontend/c-tree.ts';
import { makeType } from '../../frontend/c-types.ts';
import { CParser } from '../../frontend/parse-statements.ts';

export interface CFunction {
  name: string;
  view: SourceView;
  /** Offset of the opening brace. */
  open: number;
  start: number;
  end: number;
  params: CDeclarator[];
  returnType: CType | undefined;
  isStatic: boolean;
  /** It belongs to a class. */
  isMember: boolean;
}

/** Reads the parameters and the return type from the text before the body. */
export function readHead(fn: CFunction, head: string): void {
  const plain = head.replace(/^[ \t]*#.*$/gm, ' ').replace(/\)\s*(?:const|noexcept|override)\s*$/, ')');
  const close = plain.lastIndexOf(')');
  let open = close;
  for (let depth = 0; open >= 0; open--) {
    if (plain[open] === ')') depth++;
    else if (plain[open] === '(' && --depth === 0) break;
  }
  fn.isStatic = /\bstatic\b/.test(plain.slice(0, Math.max(0, open)));
  const named = /([\s\S]*?)[\w:~]+\s*$/.exec(plain.slice(0, Math.max(0, open)))?.[1] ?? '';
  const result = new CParser(`${named} x`, 0, named.length + 2).statement();
  fn.returnType = result.kind === 'declaration' ? result.declarators[0]?.type : undefined;
  const inner = plain.slice(open + 1, Math.max(open + 1, close)).trim();
  if (inner === '' || inner === 'void') return;
  for (const part of splitArguments(inner)) {
    const text = part.replace(/=.*$/s, '');
    const statement = new CParser(text, 0, text.length).statement();
    const one = statement.kind === 'declaration' ? statement.declarators[0] : undefined;
    fn.params.push(
      one ?? {
        name: '',
        type: makeType('', 0, true),
        isStatic: false,
        value: null,
        at: 0,
      },
    );
  }
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '(' || sign === '<' || sign === '[') depth++;
    else if (sign === ')' || sign === '>' || sign === ']') depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
