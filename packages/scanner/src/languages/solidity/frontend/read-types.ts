import { WORD } from '../../frontend/tokens.ts';
import { type Cursor, unreadable } from './cursor.ts';
import type { TypeName, Variable } from './syntax.ts';

const elementary = /^(?:address|bool|string|bytes\d*|byte|u?int\d*|u?fixed(?:\d+x\d+)?|var)$/;

export function isElementary(word: string): boolean {
  return elementary.test(word);
}

const fullNames: Readonly<Record<string, string>> = { uint: 'uint256', int: 'int256', byte: 'bytes1' };

export function readType(cursor: Cursor): TypeName {
  return cursor.nested(() => {
    let type = readPlainType(cursor);
    while (cursor.is('[')) {
      type = { kind: 'array', base: type, length: readLength(cursor) };
    }
    return type;
  });
}

const MAX_LENGTH_TOKENS = 40;

function readLength(cursor: Cursor): string | null {
  let length = '';
  cursor.at++;
  for (let steps = 0; !cursor.is(']'); steps++) {
    if (cursor.isAtEnd || steps > MAX_LENGTH_TOKENS || cursor.is(';')) throw unreadable;
    length += cursor.text;
    cursor.at++;
  }
  cursor.at++;
  return length === '' ? null : length;
}

function readPlainType(cursor: Cursor): TypeName {
  if (cursor.is('mapping')) return readMapping(cursor);
  if (cursor.is('function')) return readFunctionType(cursor);
  if (cursor.kind !== WORD) throw unreadable;
  const name = cursor.word();
  if (isElementary(name)) {
    if (name === 'address') cursor.pass('payable');
    return { kind: 'elementary', name: fullNames[name] ?? name };
  }
  let path = name;
  while (cursor.is('.') && cursor.kindAfter(1) === WORD) {
    cursor.at++;
    path += `.${cursor.word()}`;
  }
  return { kind: 'user', name: path };
}

function readMapping(cursor: Cursor): TypeName {
  cursor.at++;
  cursor.expect('(');
  const key = readType(cursor);
  if (cursor.kind === WORD) cursor.at++;
  cursor.expect('=>');
  const value = readType(cursor);
  if (cursor.kind === WORD) cursor.at++;
  cursor.expect(')');
  return { kind: 'mapping', key, value };
}

const ofFunctions = new Set([
  'external',
  'internal',
  'public',
  'private',
  'pure',
  'view',
  'payable',
  'constant',
]);

function readFunctionType(cursor: Cursor): TypeName {
  cursor.at++;
  if (!cursor.is('(')) throw unreadable;
  readParameters(cursor);
  while (ofFunctions.has(cursor.text)) cursor.at++;
  if (cursor.pass('returns')) readParameters(cursor);
  return { kind: 'function' };
}

const locations = new Set(['memory', 'storage', 'calldata']);

/** A type with an optional data location and name. */
export function readVariable(cursor: Cursor): Variable {
  const { start } = cursor;
  const type = readType(cursor);
  let location: Variable['location'] = null;
  while (locations.has(cursor.text) || cursor.is('payable') || cursor.is('indexed')) {
    if (locations.has(cursor.text)) location = cursor.text as Variable['location'];
    cursor.at++;
  }
  const name = cursor.kind === WORD ? cursor.word() : '';
  return { ...cursor.spanFrom(start), name, type, location };
}

export function readParameters(cursor: Cursor): Variable[] {
  const parameters: Variable[] = [];
  cursor.expect('(');
  while (!cursor.is(')')) {
    parameters.push(readVariable(cursor));
    if (!cursor.pass(',')) break;
  }
  cursor.expect(')');
  return parameters;
}
