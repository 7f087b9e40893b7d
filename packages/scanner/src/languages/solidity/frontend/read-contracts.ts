import { WORD } from '../../frontend/tokens.ts';
import { type Cursor, unreadable } from './cursor.ts';
import { readExpr } from './read-expressions.ts';
import { readFunctionNode, readInvocation } from './read-functions.ts';
import { readType, readVariable } from './read-types.ts';
import type { ContractNode, EventNode, RecordNode, StateVariable, Variable } from './syntax.ts';

export function readContract(cursor: Cursor): ContractNode {
  const { start } = cursor;
  const isAbstract = cursor.pass('abstract');
  const kind = cursor.word();
  if (kind !== 'contract' && kind !== 'interface' && kind !== 'library') throw unreadable;
  const nameStart = cursor.start;
  const name = cursor.word();
  const contract: ContractNode = {
    kind,
    name,
    nameAt: cursor.spanFrom(nameStart),
    isAbstract,
    bases: [],
    variables: [],
    functions: [],
    modifiers: [],
    structs: [],
    enums: [],
    events: [],
    errors: [],
    types: [],
    uses: [],
    start,
    end: start,
  };
  readHeritage(cursor, contract);
  cursor.expect('{');
  cursor.list('}', () => readMember(cursor, contract));
  contract.end = cursor.lastEnd;
  return contract;
}

function readHeritage(cursor: Cursor, contract: ContractNode): void {
  while (!cursor.is('{')) {
    if (cursor.pass('is')) {
      do contract.bases.push(readInvocation(cursor));
      while (cursor.pass(','));
    } else if (cursor.is('layout')) {
      cursor.at += 2;
      // The brace of the body would be read as call options.
      while (!cursor.isAtEnd && !cursor.is('{') && !cursor.is('is')) cursor.at++;
    } else throw unreadable;
  }
}

function readMember(cursor: Cursor, contract: ContractNode): void {
  const { text } = cursor;
  const next = cursor.textAfter(1);
  if (text === 'function' && !isFunctionVariable(cursor)) contract.functions.push(readFunctionNode(cursor));
  else if (text === 'modifier') contract.modifiers.push(readFunctionNode(cursor));
  else if ((text === 'constructor' || text === 'receive' || text === 'fallback') && next === '(')
    contract.functions.push(readFunctionNode(cursor));
  else if (text === 'struct') contract.structs.push(readStruct(cursor));
  else if (text === 'enum') contract.enums.push(readEnum(cursor));
  else if (text === 'event') contract.events.push(readEvent(cursor));
  else if (text === 'using') contract.uses.push(readUse(cursor));
  else if (text === 'type' && cursor.textAfter(2) === 'is') {
    contract.types.push(next);
    while (!cursor.isAtEnd && !cursor.pass(';')) cursor.at++;
  } else if (text === 'error' && cursor.textAfter(2) === '(') {
    contract.errors.push(next);
    while (!cursor.isAtEnd && !cursor.pass(';')) cursor.at++;
  } else contract.variables.push(readStateVariable(cursor));
}

/** `function () internal f;` is a variable; `function () payable { }` is a fallback function in old contracts. */
function isFunctionVariable(cursor: Cursor): boolean {
  if (cursor.textAfter(1) !== '(') return false;
  const { at } = cursor;
  const variable = cursor.attempt(() => readVariable(cursor));
  const isOne = variable !== null && (variable.name !== '' || cursor.kind === WORD) && !cursor.is('{');
  const ends = cursor.is(';') || cursor.is('=') || cursor.kind === WORD;
  cursor.at = at;
  return isOne && ends;
}

const ofVariables = new Set([
  'public',
  'private',
  'internal',
  'external',
  'constant',
  'immutable',
  'transient',
  'override',
]);

function readStateVariable(cursor: Cursor): StateVariable {
  const { start } = cursor;
  const type = readType(cursor);
  const said = new Set<string>();
  while (ofVariables.has(cursor.text)) {
    said.add(cursor.text);
    cursor.at++;
    if (cursor.is('(')) while (!cursor.isAtEnd && !cursor.pass(')')) cursor.at++;
  }
  const name = cursor.word();
  const value = cursor.pass('=') ? readExpr(cursor) : null;
  cursor.expect(';');
  return {
    name,
    type,
    location: null,
    visibility: said.has('public') ? 'public' : said.has('private') ? 'private' : 'internal',
    isConstant: said.has('constant'),
    isImmutable: said.has('immutable'),
    isTransient: said.has('transient'),
    value,
    ...cursor.spanFrom(start),
  };
}

export function readStruct(cursor: Cursor): RecordNode {
  const { start } = cursor;
  cursor.at++;
  const name = cursor.word();
  const members: Variable[] = [];
  cursor.expect('{');
  cursor.list('}', () => {
    members.push(readVariable(cursor));
    cursor.expect(';');
  });
  return { name, members, ...cursor.spanFrom(start) };
}

export function readEnum(cursor: Cursor): ContractNode['enums'][number] {
  const { start } = cursor;
  cursor.at++;
  const name = cursor.word();
  const values: string[] = [];
  cursor.expect('{');
  while (!cursor.is('}')) {
    values.push(cursor.word());
    if (!cursor.pass(',')) break;
  }
  cursor.expect('}');
  return { name, values, ...cursor.spanFrom(start) };
}

function readEvent(cursor: Cursor): EventNode {
  const { start } = cursor;
  cursor.at++;
  const name = cursor.word();
  const parameters: EventNode['parameters'] = [];
  cursor.expect('(');
  while (!cursor.is(')')) {
    const { at } = cursor;
    const variable = readVariable(cursor);
    let isIndexed = false;
    for (let step = at; step < cursor.at; step++)
      isIndexed ||= cursor.textAfter(step - cursor.at) === 'indexed';
    parameters.push({ ...variable, isIndexed });
    if (!cursor.pass(',')) break;
  }
  cursor.expect(')');
  cursor.pass('anonymous');
  cursor.expect(';');
  return { name, parameters, ...cursor.spanFrom(start) };
}

/** `using L for T;`, `using {f, g as +} for T global;` */
export function readUse(cursor: Cursor): ContractNode['uses'][number] {
  const { start } = cursor;
  cursor.at++;
  const functions: string[] = [];
  let library = '';
  if (cursor.pass('{')) {
    while (!cursor.is('}')) {
      functions.push(readInvocation(cursor).name);
      if (cursor.pass('as')) cursor.at++;
      if (!cursor.pass(',')) break;
    }
    cursor.expect('}');
  } else library = readInvocation(cursor).name;
  cursor.expect('for');
  const type = cursor.pass('*') ? null : readType(cursor);
  cursor.pass('global');
  cursor.expect(';');
  return { library, functions, type, ...cursor.spanFrom(start) };
}
