import type { Expr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readType } from './read-types.ts';

/** `{ [weak self] a, b in … }` */
export function readClosure(r: CodeReader): Expr {
  const { start } = r;
  const fn = r.inFunction('<closure>', start, (inner) => {
    inner.isArrow = true;
    const { at } = r;
    r.expect('{');
    if (!readSignature(r, inner)) r.at = at + 1;
    const body: Stmt[] = [];
    r.list('}', () => body.push(...r.parts.stmt(r)));
    inner.body = returnOnly(body);
  });
  return { k: 'fn', fn, ...r.place(start) };
}

/** Reads the signature before `in`; false if there is none. */
function readSignature(r: CodeReader, fn: FunctionIr): boolean {
  while (r.isWord() && r.text.startsWith('@')) r.at++;
  if (r.is('[')) {
    const close = r.attempt(() => r.closeAfter());
    if (close === null) return false;
    r.at = close + 1;
  }
  const names: [name: string, type: string | null][] = [];
  if (r.is('(')) {
    if (!readTypedNames(r, names)) return false;
  } else
    while (r.kind === WORD && !r.is('in') && names.length < 20) {
      names.push([r.word(), null]);
      if (!r.pass(',')) break;
    }
  while (r.is('async') || r.is('throws')) r.at++;
  if (r.pass('->')) r.attempt(() => readType(r) ?? '');
  if (!r.pass('in')) return false;
  for (const [name, type] of names) {
    fn.params.push({
      name: name === '_' ? '' : name,
      pattern: null,
      type,
      init: null,
      isRest: false,
      annotations: [],
    });
    fn.locals.add(name);
  }
  return true;
}

function readTypedNames(r: CodeReader, names: [string, string | null][]): boolean {
  const close = r.attempt(() => r.closeAfter());
  if (close === null) return false;
  r.at++;
  while (r.at < close) {
    if (r.kind !== WORD) return false;
    let name = r.word();
    if (r.kind === WORD) name = r.word();
    let type: string | null = null;
    if (r.pass(':')) type = r.attempt(() => readType(r));
    names.push([name, type]);
    if (r.at < close && !r.pass(',')) return false;
  }
  r.at = close + 1;
  return true;
}

/** A body with a single expression returns it. */
export function returnOnly(body: Stmt[]): Stmt[] {
  const [only] = body;
  if (body.length !== 1 || only === undefined) return body;
  if (only.k === 'expr' && only.e.k !== 'set')
    return [{ k: 'return', e: only.e, pos: only.pos, end: only.end }];
  return body;
}
