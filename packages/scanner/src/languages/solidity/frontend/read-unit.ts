import { TEXT } from '../../frontend/tokens.ts';
import { Cursor } from './cursor.ts';
import { readContract, readEnum, readStruct, readUse } from './read-contracts.ts';
import { readExpr } from './read-expressions.ts';
import { readFunctionNode } from './read-functions.ts';
import { readType } from './read-types.ts';
import type { ImportNode, SourceUnit, StateVariable } from './syntax.ts';
import { readTokens } from './tokens.ts';

/** Reads as much of a file as possible. Never throws because of its content. Linear in its length. */
export function readUnit(source: string): SourceUnit {
  const cursor = new Cursor(readTokens(source));
  const unit: SourceUnit = {
    pragmas: [],
    imports: [],
    contracts: [],
    functions: [],
    constants: [],
    structs: [],
    enums: [],
    types: [],
    uses: [],
    hasErrors: false,
  };
  // An extra closing bracket ends the list, not the file.
  while (!cursor.isAtEnd) cursor.list('}', () => readPart(cursor, unit));
  unit.hasErrors = cursor.hasErrors;
  return unit;
}

function readPart(cursor: Cursor, unit: SourceUnit): void {
  const { text } = cursor;
  if (text === 'pragma') readPragma(cursor, unit);
  else if (text === 'import') unit.imports.push(readImport(cursor));
  else if (text === 'abstract' || text === 'contract' || text === 'interface' || text === 'library')
    unit.contracts.push(readContract(cursor));
  else if (text === 'function') unit.functions.push(readFunctionNode(cursor));
  else if (text === 'struct') unit.structs.push(readStruct(cursor));
  else if (text === 'enum') unit.enums.push(readEnum(cursor));
  else if (text === 'using') unit.uses.push(readUse(cursor));
  else if (text === 'type') unit.types.push(readAlias(cursor));
  else if ((text === 'error' || text === 'event') && cursor.textAfter(2) === '(') skipTo(cursor, ';');
  else unit.constants.push(readConstant(cursor));
}

function skipTo(cursor: Cursor, sign: string): void {
  while (!cursor.isAtEnd && !cursor.pass(sign)) cursor.at++;
}

function readPragma(cursor: Cursor, unit: SourceUnit): void {
  const { start } = cursor;
  const words: string[] = [];
  cursor.at++;
  while (!cursor.isAtEnd && !cursor.is(';') && words.length < 60) {
    words.push(cursor.text);
    cursor.at++;
  }
  cursor.expect(';');
  unit.pragmas.push({ text: words.join(''), ...cursor.spanFrom(start) });
}

function readImport(cursor: Cursor): ImportNode {
  const { start } = cursor;
  const names: [string, string][] = [];
  let unitAlias: string | null = null;
  cursor.at++;
  if (cursor.pass('{')) {
    while (!cursor.is('}')) {
      const there = cursor.word();
      names.push([cursor.pass('as') ? cursor.word() : there, there]);
      if (!cursor.pass(',')) break;
    }
    cursor.expect('}');
  } else if (cursor.kind !== TEXT) {
    cursor.at++;
    if (cursor.pass('as')) unitAlias = cursor.word();
  }
  cursor.pass('from');
  const path = cursor.kind === TEXT ? cursor.text.slice(1, -1) : '';
  cursor.at++;
  if (cursor.pass('as')) unitAlias = cursor.word();
  cursor.expect(';');
  return { path, names, unitAlias, ...cursor.spanFrom(start) };
}

/** `type Price is uint256;` */
export function readAlias(cursor: Cursor): string {
  cursor.at++;
  const name = cursor.word();
  cursor.expect('is');
  readType(cursor);
  cursor.expect(';');
  return name;
}

function readConstant(cursor: Cursor): StateVariable {
  const { start } = cursor;
  const type = readType(cursor);
  cursor.expect('constant');
  const name = cursor.word();
  const value = cursor.pass('=') ? readExpr(cursor) : null;
  cursor.expect(';');
  return {
    name,
    type,
    location: null,
    visibility: 'internal',
    isConstant: true,
    isImmutable: false,
    isTransient: false,
    value,
    ...cursor.spanFrom(start),
  };
}
