import type { CodeReader } from '../../frontend/code-reader.ts';
import { unreadable } from '../../frontend/cursor.ts';
import { SIGN, WORD } from '../../frontend/tokens.ts';

/** Wrapper types, which stand for their content. */
const holders = new Set(['Future', 'FutureOr', 'Stream']);

/** The simple name of a type; `List<String>` is `List`. Null if it has none. */
export function readType(r: CodeReader): string | null {
  return r.nested(() => {
    let name: string | null = null;
    if (r.is('(')) r.skipBrackets();
    else {
      name = r.word();
      while (r.is('.') && r.kindAfter(1) === WORD) {
        r.at++;
        name = r.word();
      }
      if (r.is('<')) {
        const end = r.behindAngles();
        if (end < 0) throw unreadable;
        r.at++;
        const first = r.attempt(() => readType(r));
        if (holders.has(name) && first !== null) name = first;
        r.at = end;
      }
    }
    if (r.is('?') && !beginsChoice(r)) r.at++;
    while (r.is('Function')) {
      name = null;
      r.at++;
      skipTypeParameters(r);
      if (r.is('(')) r.skipBrackets();
      if (r.is('?')) r.at++;
    }
    return name === 'dynamic' || name === 'void' || name === 'Object' || name === 'var' || name === 'Function'
      ? null
      : name;
  });
}

/** `a is B ? c : d`: the question mark is not part of the type. */
function beginsChoice(r: CodeReader): boolean {
  return r.isSeparated() && r.isSeparated(1);
}

export function skipTypeParameters(r: CodeReader): void {
  if (!r.is('<')) return;
  const end = r.behindAngles();
  if (end < 0) throw unreadable;
  r.at = end;
}

/** The number of tokens of a type before a name; -1 if there is none. Looks at a few tokens only. */
export function typeBeforeName(r: CodeReader): number {
  const { at } = r;
  const found = r.attempt(() => {
    if (!r.isWord() && !r.is('(')) return null;
    readType(r);
    return r.kind === WORD && !notNames.has(r.text) ? r.at - at : null;
  });
  r.at = at;
  return found ?? -1;
}

const notNames = new Set([
  'is',
  'as',
  'in',
  'async',
  'extends',
  'with',
  'implements',
  'on',
  'if',
  'else',
  'when',
]);

/** The symbol so many tokens ahead. */
export function signAfter(r: CodeReader, steps: number): string {
  return r.kindAfter(steps) === SIGN ? r.textAfter(steps) : '';
}
