import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { unreadable } from '../../frontend/cursor.ts';
import { NUMBER, OPENS_VALUE, PIECE, TEXT, WORD } from '../../frontend/tokens.ts';
import { readBracketed, readElements } from './read-collections.ts';
import { readLambda } from './read-functions.ts';
import { readArguments, readSuffixes } from './read-suffixes.ts';
import { readType } from './read-types.ts';

const prefixes = new Set(['-', '!', '~', '++', '--']);

/** A value with its prefixes and suffixes. */
export function readOperand(r: CodeReader): Expr {
  return r.nested(() => {
    const { start } = r;
    if (r.isSign() && prefixes.has(r.text)) {
      const op = r.text;
      r.at++;
      const e = readOperand(r);
      return op === '-' || op === '!' ? { k: 'un', op, e, ...r.place(start) } : e;
    }
    if (r.is('await') && startsValue(r, 1)) {
      r.at++;
      return { k: 'await', e: readOperand(r), ...r.place(start) };
    }
    return readSuffixes(r, readPrimary(r), start);
  });
}

/** `await` and `new` are names if no value follows. */
function startsValue(r: CodeReader, steps: number): boolean {
  const kind = r.kindAfter(steps);
  return (
    kind === WORD ||
    kind === TEXT ||
    kind === PIECE ||
    r.textAfter(steps) === '(' ||
    r.textAfter(steps) === '['
  );
}

function readPrimary(r: CodeReader): Expr {
  const { start, kind } = r;
  if (kind === TEXT || kind === PIECE) return readTexts(r, start);
  if (kind === NUMBER) {
    const v = Number(r.text.replaceAll('_', ''));
    r.at++;
    return { k: 'lit', v, ...r.place(start) };
  }
  if (r.is('(')) return startsLambda(r) ? readLambda(r) : readBracketed(r, start);
  if (r.is('[') || r.is('{')) return readElements(r, start);
  if (r.is('<')) {
    // <String>[…], <String, int>{…}
    const end = r.behindAngles();
    if (end < 0) throw unreadable;
    r.at = end;
    if (r.is('[') || r.is('{')) return readElements(r, start);
    throw unreadable;
  }
  if (kind === WORD) return readWord(r, start);
  // `.left`: a member of the expected type.
  if (r.is('.') && r.kindAfter(1) === WORD) {
    r.at++;
    const name = r.word();
    return r.is('(')
      ? { k: 'get', o: { k: 'none', pos: start, end: start }, name, ...r.place(start) }
      : { k: 'lit', v: `.${name}`, ...r.place(start) };
  }
  throw unreadable;
}

/** Whether the parenthesis here begins parameters, because a function body follows. */
function startsLambda(r: CodeReader): boolean {
  const close = r.closeAfter();
  const next = r.textAt(close + 1);
  return next === '=>' || (next === '{' && !r.noClosures) || next === 'async' || next === 'sync';
}

/** Adjacent strings are one. */
function readTexts(r: CodeReader, start: number): Expr {
  const parts: Expr[] = [];
  while (r.kind === TEXT || r.kind === PIECE) {
    const isWhole = r.kind === TEXT;
    readPiece(r, parts);
    if (isWhole) continue;
    while (r.is(OPENS_VALUE)) {
      const [value] = r.inBrackets(() => readArguments(r, OPENS_VALUE));
      if (value !== undefined) parts.push(value);
      if (r.kind !== PIECE) throw unreadable;
      readPiece(r, parts);
    }
  }
  const [only] = parts;
  if (parts.length === 0) return { k: 'lit', v: '', ...r.place(start) };
  if (parts.every((part) => part.k === 'lit'))
    return { k: 'lit', v: parts.map((part) => (part.k === 'lit' ? part.v : '')).join(''), ...r.place(start) };
  return parts.length === 1 && only !== undefined && only.k === 'lit'
    ? only
    : { k: 'cat', parts, ...r.place(start) };
}

function readPiece(r: CodeReader, parts: Expr[]): void {
  const { start } = r;
  const v = r.text;
  r.at++;
  if (v !== '') parts.push({ k: 'lit', v, ...r.place(start) });
}

function readWord(r: CodeReader, start: number): Expr {
  const name = r.text;
  if ((name === 'new' || name === 'const') && startsValue(r, 1)) return readMade(r, start);
  if ((name === 'const' || name === 'new') && (r.textAfter(1) === '<' || r.textAfter(1) === '{')) {
    r.at++;
    return readPrimary(r);
  }
  if (name === 'switch' && r.textAfter(1) === '(')
    return { k: 'do', body: r.parts.branches(r), ...r.place(start) };
  r.at++;
  const place = r.place(start);
  switch (name) {
    case 'true':
    case 'false':
      return { k: 'lit', v: name === 'true', ...place };
    case 'null':
      return { k: 'lit', v: null, ...place };
    case 'this':
      return { k: 'this', ...place };
    case 'super':
      return { k: 'super', ...place };
    case '_':
      return { k: 'none', ...place };
    default:
      return { k: 'var', name, ...place };
  }
}

/** `new Foo(…)`, `const Foo(…)` */
function readMade(r: CodeReader, start: number): Expr {
  r.at++;
  if (r.kind !== WORD) return readPrimary(r);
  const from = r.start;
  const names: string[] = [];
  const { at } = r;
  const type = readType(r);
  for (let i = at; i < r.at; i++) names.push(r.textAt(i));
  const args = r.is('(') ? r.inBrackets(() => readArguments(r, '(')) : [];
  const name = type ?? names[0] ?? '';
  return { k: 'call', f: { k: 'var', name, pos: from, end: r.lastEnd }, args, ...r.place(start) };
}
