import type { CodeReader } from '../../frontend/code-reader.ts';
import { unreadable } from '../../frontend/cursor.ts';
import { WORD } from '../../frontend/tokens.ts';

const beforeType = new Set([
  'inout',
  'some',
  'any',
  'borrowing',
  'consuming',
  '__owned',
  '__shared',
  'isolated',
  'sending',
  'repeat',
  'each',
]);

/** Wrapper types, which stand for their content. */
const holders = new Set(['EventLoopFuture', 'Optional', 'Future', 'Task']);

/** The simple name of a type; `[String]` is `String[]`. Null if it has none. */
export function readType(r: CodeReader): string | null {
  return r.nested(() => {
    let name = readOneType(r);
    while (r.is('&')) {
      r.at++;
      readOneType(r);
    }
    while (r.is('async') || r.is('throws') || r.is('rethrows')) {
      r.at++;
      if (r.is('(')) r.skipBrackets();
    }
    if (r.pass('->')) {
      readType(r);
      name = null;
    }
    return name;
  });
}

function readOneType(r: CodeReader): string | null {
  while (r.isWord() && (beforeType.has(r.text) || r.text.startsWith('@'))) {
    r.at++;
    const isGiven = r.textAfter(-1).startsWith('@') && r.is('(') && !r.isSeparated();
    if (isGiven && (r.textAfter(-1) !== '@autoclosure' || r.textAt(r.closeAfter() + 1) !== '->'))
      r.skipBrackets();
  }
  r.pass('~');
  let name: string | null = null;
  if (r.is('[')) {
    const close = r.closeAfter();
    r.at++;
    const inner = readType(r);
    name = r.is(':') ? 'Dictionary' : `${inner ?? ''}[]`;
    r.at = close + 1;
  } else if (r.is('(')) {
    const close = r.closeAfter();
    // `(any Error)?` is a type in parentheses.
    if (r.kindAfter(1) === WORD && r.textAfter(2) !== ':' && !hasComma(r, close)) {
      r.at++;
      name = r.attempt(() => readType(r));
    }
    r.at = close + 1;
    if (r.is('.') && /^(?:Type|Protocol)$/.test(r.textAfter(1))) r.at += 2;
  } else name = readNamed(r);
  while (r.isSign() && !r.isSeparated() && (r.is('?') || r.is('!') || r.is('??') || r.is('...'))) r.at++;
  return name;
}

function hasComma(r: CodeReader, close: number): boolean {
  for (let at = r.at + 1; at < close && at < r.at + 20; at++) if (r.isSignAt(at, ',')) return true;
  return false;
}

function readNamed(r: CodeReader): string | null {
  let name = r.word();
  for (;;) {
    if (r.is('<')) {
      const end = r.behindAngles();
      if (end < 0) throw unreadable;
      r.at++;
      const first = r.attempt(() => readType(r));
      if (holders.has(name) && first !== null) name = first;
      r.at = end;
    }
    if (!r.is('.') || r.kindAfter(1) !== WORD) return plain(name);
    r.at++;
    const part = r.word();
    if (part !== 'Type' && part !== 'Protocol') name = part;
  }
}

function plain(name: string): string | null {
  return name === 'Any' || name === 'AnyObject' || name === 'Void' || name === 'Self' || name === '_'
    ? null
    : name;
}

/** `where T: Hashable`, up to the body. */
export function skipConditions(r: CodeReader): void {
  if (!r.pass('where')) return;
  while (
    !r.isAtEnd &&
    !r.is('{') &&
    !(r.beginsLine() && !r.is(',') && !/^(?:,|where)$/.test(r.textAfter(-1)))
  ) {
    if (r.is('(') || r.is('[')) r.skipBrackets();
    else r.at++;
  }
}

/** `<T: Codable>` of a declaration. */
export function skipGenerics(r: CodeReader): void {
  if (!r.is('<')) return;
  const end = r.behindAngles();
  if (end < 0) throw unreadable;
  r.at = end;
}
