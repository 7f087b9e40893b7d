import type { Expr } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { unreadable } from '../../frontend/cursor.ts';
import { NUMBER, OPENS_VALUE, PIECE, TEXT, WORD } from '../../frontend/tokens.ts';
import { readArguments, readSuffixes } from './read-calls.ts';
import { readClosure } from './read-closures.ts';
import { readType } from './read-types.ts';

const prefixes = new Set(['-', '+', '!', '~', '&', '...', '..<']);

/** A value with its prefixes and suffixes. */
export function readOperand(r: CodeReader): Expr {
  return r.nested(() => {
    const { start } = r;
    if (r.isWord()) {
      const before = readWordBefore(r, start);
      if (before !== null) return before;
    }
    if (r.isSign() && prefixes.has(r.text)) {
      const op = r.text;
      r.at++;
      const e = readOperand(r);
      return op === '-' || op === '!' ? { k: 'un', op, e, ...r.place(start) } : e;
    }
    return readSuffixes(r, readPrimary(r), start);
  });
}

/** `try`, `await` and the like apply to the whole expression after them. */
function readWordBefore(r: CodeReader, start: number): Expr | null {
  switch (r.text) {
    case 'try':
      r.at++;
      if (!r.isSeparated() && (r.is('?') || r.is('!'))) r.at++;
      return r.parts.expr(r);
    case 'await':
      r.at++;
      return { k: 'await', e: r.parts.expr(r), ...r.place(start) };
    case 'if':
    case 'switch':
      return { k: 'do', body: r.parts.branches(r), ...r.place(start) };
    case 'copy':
    case 'consume':
    case 'some':
    case 'any':
    case 'each':
    case 'repeat':
      if (r.kindAfter(1) !== WORD || r.beginsLine(1)) return null;
      r.at++;
      return readOperand(r);
    default:
      return null;
  }
}

function readPrimary(r: CodeReader): Expr {
  const { start, kind } = r;
  if (kind === TEXT) {
    const v = r.text;
    r.at++;
    return { k: 'lit', v, ...r.place(start) };
  }
  if (kind === PIECE) return readPieces(r, start);
  if (kind === NUMBER) {
    const v = Number(r.text.replaceAll('_', ''));
    r.at++;
    return { k: 'lit', v, ...r.place(start) };
  }
  if (kind === WORD) return readWord(r, start);
  if (r.is('(')) return readTuple(r, start);
  if (r.is('[')) return readCollection(r, start);
  if (r.is('{')) return readClosure(r);
  if (r.is('.') && r.kindAfter(1) === WORD) return readImplicitMember(r, start);
  if (r.is('\\')) return readKeyPath(r, start);
  throw unreadable;
}

/** `.utf8`: a member of the expected type, identified by its text. */
function readImplicitMember(r: CodeReader, start: number): Expr {
  r.at++;
  const name = r.word();
  if ((r.is('(') || (r.is('{') && !r.noClosures)) && !r.beginsLine())
    return { k: 'get', o: { k: 'none', pos: start, end: start }, name, ...r.place(start) };
  return { k: 'lit', v: `.${name}`, ...r.place(start) };
}

function readKeyPath(r: CodeReader, start: number): Expr {
  r.at++;
  while (!r.isAtEnd && !r.beginsLine() && !r.isSeparated()) {
    if (r.is('[')) r.skipBrackets();
    else if (r.is('.') || r.is('?') || r.is('!') || r.isWord()) r.at++;
    else break;
  }
  return { k: 'none', ...r.place(start) };
}

/** The pieces of a string with the values between them. */
function readPieces(r: CodeReader, start: number): Expr {
  const parts: Expr[] = [];
  const piece = (): void => {
    const from = r.start;
    const v = r.text;
    r.at++;
    if (v !== '') parts.push({ k: 'lit', v, ...r.place(from) });
  };
  piece();
  while (r.is(OPENS_VALUE)) {
    const from = r.start;
    const values = r.inBrackets(() => readArguments(r, OPENS_VALUE));
    const [first] = values;
    if (first?.k === 'named')
      // `\(bind: x)`: the label says what happens to the value.
      parts.push({
        k: 'call',
        f: { k: 'var', name: `\\${first.name}`, ...r.place(from) },
        args: [first.e],
        ...r.place(from),
      });
    else if (first !== undefined) parts.push(first);
    if (r.kind !== PIECE) throw unreadable;
    piece();
  }
  return { k: 'cat', parts, ...r.place(start) };
}

function readWord(r: CodeReader, start: number): Expr {
  const name = r.text;
  r.at++;
  const place = r.place(start);
  switch (name) {
    case 'true':
    case 'false':
      return { k: 'lit', v: name === 'true', ...place };
    case 'nil':
      return { k: 'lit', v: null, ...place };
    case 'self':
      return { k: 'this', ...place };
    case 'super':
      return { k: 'super', ...place };
    case '_':
      return { k: 'none', ...place };
    case 'Self':
      return { k: 'var', name: r.context.cls?.name ?? name, ...place };
    default:
  }
  if (
    /^#(?:selector|keyPath|available|unavailable|externalMacro|file|line|function|column|filePath|fileID)$/.test(
      name,
    )
  ) {
    if (!r.is('(') || r.isSeparated()) return { k: 'lit', v: name, ...place };
    r.skipBrackets();
    return { k: 'none', ...r.place(start) };
  }
  if (/^\$\d$/.test(name)) needParameter(r, Number(name[1]));
  if (r.is('<') && !r.isSeparated()) skipTypeArguments(r);
  return { k: 'var', name, ...place };
}

const behindTypes = new Set(['(', '.', ')', ']', '{', '}', ',', ':', '?', '!', '=']);

/** `Foo<Bar>(…)`, distinguished from a comparison by the token after it. */
function skipTypeArguments(r: CodeReader): void {
  const end = r.behindAngles();
  if (end < 0) return;
  const { at } = r;
  r.at = end;
  if (r.isAtEnd || r.beginsLine() || (r.isSign() && behindTypes.has(r.text))) return;
  r.at = at;
}

/** A closure without declared parameters has as many as it uses. */
function needParameter(r: CodeReader, index: number): void {
  let { fn } = r.context;
  while (fn.name !== '<closure>' && fn.parent !== null) fn = fn.parent;
  if (fn.name !== '<closure>') return;
  while (fn.params.length <= index) {
    const name = `$${fn.params.length}`;
    fn.params.push({ name, pattern: null, type: null, init: null, isRest: false, annotations: [] });
    fn.locals.add(name);
  }
}

/** `(a)`, `(a, b)`, `(x: a, y: b)` */
function readTuple(r: CodeReader, start: number): Expr {
  const items = r.inBrackets(() => readArguments(r, '('));
  if (items.length === 0) return { k: 'none', ...r.place(start) };
  const inner = only(items);
  if (inner !== undefined && inner.k !== 'named') return inner;
  if (items.every((item) => item.k === 'named'))
    return {
      k: 'map',
      entries: items.flatMap((item) =>
        item.k === 'named'
          ? [{ key: { k: 'lit', v: item.name, pos: item.pos, end: item.pos }, value: item.e }]
          : [],
      ),
      ...r.place(start),
    };
  return { k: 'list', items: items.map((item) => (item.k === 'named' ? item.e : item)), ...r.place(start) };
}

/** `[a, b]`, `[k: v]`, and the empty `[String]()` and `[String: Int]()`. */
function readCollection(r: CodeReader, start: number): Expr {
  const close = r.closeAfter();
  if (r.isSignAt(close + 1, '(') && madeEmpty(r, close)) {
    const isMap = r.attempt(() => {
      r.at++;
      readType(r);
      return r.is(':') || null;
    });
    r.at = close + 1;
    const args = r.inBrackets(() => readArguments(r, '('));
    return { k: 'new', type: isMap ? 'Dictionary' : 'Array', f: null, args, cls: null, ...r.place(start) };
  }
  r.expect('[');
  const items: Expr[] = [];
  const entries: { key: Expr | null; value: Expr }[] = [];
  r.inBrackets(() => {
    if (r.is(':')) r.at++;
    while (!r.isAtEnd && !r.is(']')) {
      const key = r.parts.expr(r);
      if (r.pass(':')) entries.push({ key, value: r.parts.expr(r) });
      else items.push(key);
      if (!r.pass(',')) break;
    }
    r.expect(']');
  });
  return entries.length > 0
    ? { k: 'map', entries, ...r.place(start) }
    : { k: 'list', items, ...r.place(start) };
}

/** Whether the parenthesis follows the list directly, on the same line. */
function madeEmpty(r: CodeReader, close: number): boolean {
  const steps = close + 1 - r.at;
  return !r.isSeparated(steps) && r.kindAfter(1) === WORD;
}
