import { NUMBER, TEXT, WORD } from '../../frontend/tokens.ts';
import { type Cursor, unreadable } from './cursor.ts';
import type { Expr, Statement, Variable } from './syntax.ts';

/** `assembly { … }` as the usual nodes: calls, assignments, conditions, loops. */
export function readAssembly(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.expect('assembly');
  if (cursor.kind === TEXT) cursor.at++;
  if (cursor.is('(')) while (!cursor.isAtEnd && !cursor.pass(')')) cursor.at++;
  const body = readBlock(cursor);
  return { kind: 'assembly', body, ...cursor.spanFrom(start) };
}

function readBlock(cursor: Cursor): Statement[] {
  return cursor.nested(() => {
    const body: Statement[] = [];
    cursor.expect('{');
    cursor.list('}', () => body.push(...readStatement(cursor)));
    return body;
  });
}

function blockAt(cursor: Cursor): Statement {
  const { start } = cursor;
  return { kind: 'block', body: readBlock(cursor), isUnchecked: true, ...cursor.spanFrom(start) };
}

function readStatement(cursor: Cursor): Statement[] {
  const { start, text } = cursor;
  if (text === '{') return [blockAt(cursor)];
  if (text === 'let') return [readLet(cursor)];
  if (text === 'if') {
    cursor.at++;
    const test = readValue(cursor);
    return [{ kind: 'if', test, yes: blockAt(cursor), no: null, ...cursor.spanFrom(start) }];
  }
  if (text === 'for') return [readFor(cursor)];
  if (text === 'switch') return readSwitch(cursor);
  if (text === 'function') return readFunction(cursor);
  if (text === 'break' || text === 'continue' || text === 'leave') {
    cursor.at++;
    return [{ kind: 'jump', to: text, ...cursor.spanFrom(start) }];
  }
  return readAction(cursor);
}

function readLet(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const variables: Variable[] = [];
  do {
    const at = cursor.start;
    const name = cursor.word();
    if (cursor.pass(':')) cursor.word();
    const type = { kind: 'elementary', name: 'uint256' } as const;
    variables.push({ name, type, location: null, ...cursor.spanFrom(at) });
  } while (cursor.pass(','));
  const value = cursor.pass(':=') ? readValue(cursor) : null;
  return { kind: 'declaration', variables, value, ...cursor.spanFrom(start) };
}

function readFor(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const before = blockAt(cursor);
  const test = readValue(cursor);
  const after = blockAt(cursor);
  const body = blockAt(cursor);
  const both: Statement = {
    kind: 'block',
    body: [body, after],
    isUnchecked: true,
    ...cursor.spanFrom(start),
  };
  return {
    kind: 'loop',
    before,
    test,
    update: null,
    body: both,
    isBodyFirst: false,
    ...cursor.spanFrom(start),
  };
}

function readSwitch(cursor: Cursor): Statement[] {
  const { start } = cursor;
  cursor.at++;
  const test = readValue(cursor);
  const cases: Statement[] = [];
  while (cursor.is('case') || cursor.is('default')) {
    if (cursor.pass('case')) readValue(cursor);
    else cursor.at++;
    cases.push(blockAt(cursor));
  }
  return cases.map((yes) => ({ kind: 'if', test, yes, no: null, ...cursor.spanFrom(start) }));
}

function readFunction(cursor: Cursor): Statement[] {
  while (!cursor.isAtEnd && !cursor.is('{')) cursor.at++;
  return [blockAt(cursor)];
}

function readAction(cursor: Cursor): Statement[] {
  const { start } = cursor;
  const first = readValue(cursor);
  const targets = [first];
  while (cursor.pass(',')) targets.push(readValue(cursor));
  if (cursor.pass(':=') || (cursor.is(':') && cursor.textAfter(1) === '=' && passOld(cursor))) {
    const right = readValue(cursor);
    const left: Expr =
      targets.length === 1 ? first : { kind: 'tuple', items: targets, ...cursor.spanFrom(start) };
    const expr: Expr = { kind: 'assign', op: '=', left, right, ...cursor.spanFrom(start) };
    return [{ kind: 'expression', expr, ...cursor.spanFrom(start) }];
  }
  cursor.pass(':');
  return [{ kind: 'expression', expr: first, ...cursor.spanFrom(start) }];
}

function passOld(cursor: Cursor): boolean {
  cursor.at += 2;
  return true;
}

/** Reads both `x_slot` and `x.slot` as `x.slot`, the storage place of the variable. */
function readValue(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const { start, text, kind } = cursor;
    if (kind === NUMBER || kind === TEXT) {
      cursor.at++;
      const type = kind === NUMBER ? 'number' : 'string';
      return { kind: 'literal', type, text, unit: null, ...cursor.spanFrom(start) };
    }
    if (kind !== WORD) throw unreadable;
    cursor.at++;
    if (text === 'hex' && cursor.kind === TEXT) cursor.at++;
    const old = /^(\w+)_(slot|offset)$/.exec(text);
    let expr: Expr = { kind: 'name', name: old?.[1] ?? text, ...cursor.spanFrom(start) };
    if (old?.[2]) expr = { kind: 'member', object: expr, name: old[2], ...cursor.spanFrom(start) };
    while (cursor.is('.') && cursor.kindAfter(1) === WORD) {
      cursor.at++;
      const name = cursor.word();
      expr = { kind: 'member', object: expr, name, ...cursor.spanFrom(start) };
    }
    if (!cursor.pass('(')) return expr;
    const args: Expr[] = [];
    while (!cursor.is(')')) {
      args.push(readValue(cursor));
      if (!cursor.pass(',')) break;
    }
    cursor.expect(')');
    return { kind: 'call', callee: expr, args, options: [], ...cursor.spanFrom(start) };
  });
}
