import { WORD } from '../../frontend/tokens.ts';
import type { Cursor } from './cursor.ts';
import { readAssembly } from './read-assembly.ts';
import { readArguments, readExpr } from './read-expressions.ts';
import { readParameters, readVariable } from './read-types.ts';
import type { Expr, Statement, Variable } from './syntax.ts';

export function readBlock(cursor: Cursor, isUnchecked = false): Statement {
  return cursor.nested(() => {
    const { start } = cursor;
    const body: Statement[] = [];
    cursor.expect('{');
    cursor.list('}', () => body.push(readStatement(cursor)));
    return { kind: 'block', body, isUnchecked, ...cursor.spanFrom(start) };
  });
}

function readStatement(cursor: Cursor): Statement {
  return cursor.nested(() => {
    const read = cursor.kind === WORD ? byWord.get(cursor.text) : undefined;
    if (read) return read(cursor);
    if (cursor.is('{')) return readBlock(cursor);
    return readPlain(cursor);
  });
}

/** By keyword. A word that may also be a name is read as one if nothing else fits. */
const byWord = new Map<string, (cursor: Cursor) => Statement>([
  ['if', readIf],
  ['for', readFor],
  ['while', readWhile],
  ['do', readDo],
  ['return', readReturn],
  ['assembly', readAssembly],
  ['try', readTry],
  ['emit', readEmit],
  ['revert', readRevert],
  ['throw', readThrow],
  ['break', readJump],
  ['continue', readJump],
  ['unchecked', readUnchecked],
]);

function readIf(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const test = readTest(cursor);
  const yes = readStatement(cursor);
  const no = cursor.pass('else') ? readStatement(cursor) : null;
  return { kind: 'if', test, yes, no, ...cursor.spanFrom(start) };
}

function readTest(cursor: Cursor): Expr {
  cursor.expect('(');
  const test = readExpr(cursor);
  cursor.expect(')');
  return test;
}

function readFor(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  cursor.expect('(');
  const before = cursor.pass(';') ? null : readPlain(cursor);
  const test = cursor.is(';') ? null : readExpr(cursor);
  cursor.expect(';');
  const update = cursor.is(')') ? null : readExpr(cursor);
  cursor.expect(')');
  const body = readStatement(cursor);
  return { kind: 'loop', before, test, update, body, isBodyFirst: false, ...cursor.spanFrom(start) };
}

const plainLoop = { kind: 'loop', before: null, update: null } as const;

function readWhile(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const test = readTest(cursor);
  const body = readStatement(cursor);
  return { ...plainLoop, test, body, isBodyFirst: false, ...cursor.spanFrom(start) };
}

function readDo(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const body = readStatement(cursor);
  cursor.expect('while');
  const test = readTest(cursor);
  cursor.pass(';');
  return { ...plainLoop, test, body, isBodyFirst: true, ...cursor.spanFrom(start) };
}

function readReturn(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const value = cursor.is(';') ? null : readExpr(cursor);
  cursor.expect(';');
  return { kind: 'return', value, ...cursor.spanFrom(start) };
}

function readTry(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  const call = readExpr(cursor);
  const returns = cursor.pass('returns') ? readParameters(cursor) : [];
  const body = readBlock(cursor);
  const catches: Statement[] = [];
  while (cursor.pass('catch')) {
    if (cursor.kind === WORD) cursor.at++;
    if (cursor.is('(')) readParameters(cursor);
    catches.push(readBlock(cursor));
  }
  return { kind: 'try', call, returns, body, catches, ...cursor.spanFrom(start) };
}

function readEmit(cursor: Cursor): Statement {
  if (cursor.kindAfter(1) !== WORD) return readPlain(cursor);
  const { start } = cursor;
  cursor.at++;
  const call = readExpr(cursor);
  cursor.expect(';');
  return { kind: 'emit', call, ...cursor.spanFrom(start) };
}

function readRevert(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  let value: Expr | null = null;
  if (cursor.is('(')) value = readArguments(cursor)[0] ?? null;
  else if (!cursor.is(';')) value = readExpr(cursor);
  cursor.expect(';');
  return { kind: 'revert', value, ...cursor.spanFrom(start) };
}

function readThrow(cursor: Cursor): Statement {
  const { start } = cursor;
  cursor.at++;
  cursor.expect(';');
  return { kind: 'revert', value: null, ...cursor.spanFrom(start) };
}

function readJump(cursor: Cursor): Statement {
  const { start, text } = cursor;
  cursor.at++;
  cursor.pass(';');
  return { kind: 'jump', to: text as 'break' | 'continue', ...cursor.spanFrom(start) };
}

function readUnchecked(cursor: Cursor): Statement {
  if (cursor.textAfter(1) !== '{') return readPlain(cursor);
  cursor.at++;
  return readBlock(cursor, true);
}

/** A declaration, the `_` of a modifier, or an expression. */
function readPlain(cursor: Cursor): Statement {
  const { start } = cursor;
  const variables = cursor.attempt(() => readDeclared(cursor));
  if (variables !== null) {
    const value = cursor.pass('=') ? readExpr(cursor) : null;
    cursor.expect(';');
    return { kind: 'declaration', variables, value, ...cursor.spanFrom(start) };
  }
  const expr = readExpr(cursor);
  const isPlaceholder = expr.kind === 'name' && expr.name === '_';
  if (!cursor.pass(';') && !isPlaceholder) cursor.expect(';');
  if (isPlaceholder) return { kind: 'placeholder', ...cursor.spanFrom(start) };
  return { kind: 'expression', expr, ...cursor.spanFrom(start) };
}

function readDeclared(cursor: Cursor): (Variable | null)[] | null {
  if (cursor.is('(') || (cursor.is('var') && cursor.textAfter(1) === '(')) return readDeclaredTuple(cursor);
  if (cursor.kind !== WORD || cursor.is('delete') || cursor.is('new')) return null;
  const variable = readVariable(cursor);
  return variable.name !== '' && (cursor.is('=') || cursor.is(';')) ? [variable] : null;
}

function readDeclaredTuple(cursor: Cursor): (Variable | null)[] | null {
  const isInferred = cursor.pass('var');
  const variables: (Variable | null)[] = [];
  cursor.expect('(');
  for (;;) {
    if (cursor.is(',') || cursor.is(')')) variables.push(null);
    else if (isInferred) {
      const { start } = cursor;
      const name = cursor.word();
      const type = { kind: 'elementary', name: 'var' } as const;
      variables.push({ name, type, location: null, ...cursor.spanFrom(start) });
    } else variables.push(readVariable(cursor));
    if (!cursor.pass(',')) break;
  }
  cursor.expect(')');
  return cursor.is('=') && variables.some((one) => one !== null && one.name !== '') ? variables : null;
}
