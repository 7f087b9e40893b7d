import { WORD } from '../../frontend/tokens.ts';
import { type Cursor, unreadable } from './cursor.ts';
import { readArguments } from './read-expressions.ts';
import { readBlock } from './read-statements.ts';
import { readParameters } from './read-types.ts';
import type { FunctionNode, Invocation, Span } from './syntax.ts';

/** A function, constructor, modifier, `receive` or `fallback`, with or without a body. */
export function readFunctionNode(cursor: Cursor): FunctionNode {
  const { start } = cursor;
  const named = readName(cursor);
  const node: FunctionNode = {
    ...named,
    parameters: cursor.is('(') ? readParameters(cursor) : [],
    returns: [],
    visibility: '',
    mutability: '',
    modifiers: [],
    isOverride: false,
    isVirtual: false,
    body: null,
    start,
    end: start,
  };
  readHead(cursor, node);
  if (cursor.is('{')) node.body = readBlock(cursor);
  else cursor.expect(';');
  node.end = cursor.lastEnd;
  return node;
}

function readName(cursor: Cursor): { kind: FunctionNode['kind']; name: string; nameAt: Span } {
  const { start, text } = cursor;
  cursor.at++;
  if (text === 'function' || text === 'modifier') {
    const at = cursor.start;
    // Before 0.6, the fallback function has no name.
    if (cursor.is('(')) return { kind: 'fallback', name: 'fallback', nameAt: cursor.spanFrom(start) };
    return { kind: text, name: cursor.word(), nameAt: cursor.spanFrom(at) };
  }
  return { kind: text as FunctionNode['kind'], name: text, nameAt: cursor.spanFrom(start) };
}

const visibilities = new Set(['public', 'external', 'internal', 'private']);
const mutabilities = new Set(['view', 'pure', 'payable', 'constant']);

function readHead(cursor: Cursor, node: FunctionNode): void {
  while (cursor.kind === WORD) {
    const { text } = cursor;
    if (visibilities.has(text)) {
      node.visibility = text;
      cursor.at++;
    } else if (mutabilities.has(text)) {
      node.mutability = text === 'constant' ? 'view' : text;
      cursor.at++;
    } else if (text === 'virtual') {
      node.isVirtual = true;
      cursor.at++;
    } else if (text === 'override') {
      node.isOverride = true;
      cursor.at++;
      if (cursor.is('(')) readArguments(cursor);
    } else if (text === 'returns') {
      cursor.at++;
      node.returns = readParameters(cursor);
    } else node.modifiers.push(readInvocation(cursor));
  }
}

/** A modifier or a base contract with its arguments. */
export function readInvocation(cursor: Cursor): Invocation {
  const { start } = cursor;
  let name = cursor.word();
  while (cursor.is('.') && cursor.kindAfter(1) === WORD) {
    cursor.at++;
    name += `.${cursor.word()}`;
  }
  const args = cursor.is('(') ? readArguments(cursor) : [];
  if (name === '') throw unreadable;
  return { name, args, ...cursor.spanFrom(start) };
}
