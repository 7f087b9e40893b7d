import type { ClassIr, FunctionIr } from '../../../ir/ir.ts';
import type { Span } from '../cursor.ts';
import type { TreeNode } from '../tree-node.ts';
import { expressionNode } from './expression-nodes.ts';
import type { StatementParts } from './statement-nodes.ts';
import { inField, nodeOf, type WrittenCode } from './written-code.ts';

/** A named function; null if it is not in the text, such as an implicit constructor. */
export function functionNode(parts: StatementParts, fn: FunctionIr): TreeNode | null {
  const { code } = parts;
  const span = { start: fn.pos, end: fn.end };
  if (/^(?:get|set|willSet|didSet|_read|_modify)_/.test(fn.name)) return accessorNode(parts, fn);
  const written = fn.name === '<init>' ? /^(?:init|[A-Z_]\w*)$/ : null;
  let at = code.indexFrom(fn.pos);
  while (code.startAt(at) < fn.end && !(written?.test(code.textAt(at)) ?? code.textAt(at) === fn.name)) at++;
  if (code.startAt(at) >= fn.end) return null;
  const name = nodeOf('identifier', { start: code.startAt(at), end: code.endAt(at) }, [], 'name');
  const list = code.brackets('(', name.end, fn.end);
  const given = list === null ? null : nodeOf('parameters', list, parameterNodes(code, list), 'parameters');
  return nodeOf('function_declaration', span, [name, given, bodyNode(parts, fn, list?.end ?? name.end)]);
}

/** The getter or setter of a property. */
function accessorNode(parts: StatementParts, fn: FunctionIr): TreeNode | null {
  const body = bodyNode(parts, fn, fn.pos);
  return body === null ? null : nodeOf('accessor', { start: fn.pos, end: fn.end }, [body]);
}

/** The code between braces, or after an arrow. */
function bodyNode(parts: StatementParts, fn: FunctionIr, from: number): TreeNode | null {
  const { code } = parts;
  const arrow = code.find('=>', from, fn.end);
  const braces = code.brackets('{', from, arrow < 0 ? fn.end : code.startAt(arrow));
  if (braces !== null) return nodeOf('block', braces, parts.statements(fn.body, braces), 'body');
  const [given] = fn.body.slice(-1);
  if (arrow < 0 || given?.k !== 'return') return null;
  const value = expressionNode(parts, given.e);
  return value === null
    ? null
    : nodeOf('block', value, [nodeOf('expression_statement', value, [value])], 'body');
}

/** A function without a name: `{ a in … }`, `(a) => …`, `(a) { … }` */
export function lambdaNode(parts: StatementParts, fn: FunctionIr): TreeNode {
  const { code } = parts;
  const span = { start: fn.pos, end: fn.end };
  if (code.text[fn.pos] === '{') return closureNode(parts, fn, span);
  const list = code.brackets('(', fn.pos, fn.end);
  const given = list === null ? null : nodeOf('lambda_parameters', list, parameterNodes(code, list));
  return nodeOf('lambda', span, [given, bodyNode(parts, fn, list?.end ?? fn.pos)]);
}

const MAX_NAMES = 60;

function closureNode(parts: StatementParts, fn: FunctionIr, span: Span): TreeNode {
  const { code } = parts;
  const first = code.indexFrom(fn.pos) + 1;
  let inAt = -1;
  for (let index = first; index < first + MAX_NAMES && code.endAt(index) <= fn.end; index++) {
    if (code.textAt(index) === '{') break;
    if (code.textAt(index) === 'in') {
      inAt = index;
      break;
    }
  }
  const isNamed = inAt > 0 && fn.params.every(({ name }) => !name.startsWith('$'));
  const from = isNamed ? code.endAt(inAt) : code.endAt(first - 1);
  const names = isNamed ? nameNodes(code, fn, first, inAt) : [];
  const [head] = names;
  const given =
    head === undefined
      ? null
      : nodeOf('lambda_parameters', { start: head.start, end: names.at(-1)?.end ?? head.end }, names);
  const inner = { start: from, end: Math.max(from, fn.end - 1) };
  const kids = parts.statements(fn.body, inner);
  const body = { type: 'block', field: 'body', ...inner, kids };
  return { type: 'lambda', field: null, ...span, kids: given === null ? [body] : [given, body] };
}

function nameNodes(code: WrittenCode, fn: FunctionIr, from: number, until: number): TreeNode[] {
  const names = new Set(fn.params.map(({ name }) => name));
  const nodes: TreeNode[] = [];
  for (let index = from; index < until; index++)
    if (names.delete(code.textAt(index)))
      nodes.push(nodeOf('identifier', { start: code.startAt(index), end: code.endAt(index) }, [], 'name'));
  return nodes;
}

/** `label name: Type = value`, `required Type name`, in any kind of brackets. */
function parameterNodes(code: WrittenCode, list: Span): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = code.indexFrom(list.start) + 1;
  const end = code.indexFrom(list.end - 1);
  const close = (index: number): void => {
    const node = parameterNode(code, from, index);
    if (node !== null) nodes.push(node);
    from = index + 1;
  };
  for (let index = from; index < end; index++) {
    const text = code.textAt(index);
    if (text === ',') close(index);
    else if ((text === '{' || text === '[') && index === from) from++;
    else if (code.closeOf(index) > index) index = code.closeOf(index);
    else if (text === '<') index = behindAngles(code, index, end) - 1;
  }
  if (from < end) close(end);
  return nodes;
}

function behindAngles(code: WrittenCode, open: number, end: number): number {
  let depth = 0;
  for (let index = open; index < end; index++) {
    if (code.textAt(index) === '<') depth++;
    if (code.textAt(index) === '>' && --depth === 0) return index + 1;
  }
  return end;
}

const isWord = (text: string) => /^[\w$]+$/.test(text);

function parameterNode(code: WrittenCode, from: number, until: number): TreeNode | null {
  if (from >= until) return null;
  let to = until;
  let colon = -1;
  for (let index = from; index < until; index++) {
    if (code.textAt(index) === ':' && colon < 0) colon = index;
    if (code.textAt(index) === '=') {
      to = index;
      break;
    }
  }
  while (to > from && /^[}\]]$/.test(code.textAt(to - 1))) to--;
  const at = colon > 0 && colon < to ? colon - 1 : to - 1;
  if (at < from || !isWord(code.textAt(at))) return null;
  const name = nodeOf('identifier', { start: code.startAt(at), end: code.endAt(at) }, [], 'name');
  const first = /^(?:required|final|covariant|var)$/.test(code.textAt(from)) ? from + 1 : from;
  const [start, end] = colon > 0 && colon < to ? [colon + 1, to - 1] : [first, at - 1];
  const type =
    end < start
      ? null
      : nodeOf('type_annotation', { start: code.startAt(start), end: code.endAt(end) }, [], 'type');
  const span = { start: code.startAt(from), end: code.endAt(Math.max(from, to - 1)) };
  return nodeOf('parameter', span, colon > 0 && colon < to ? [name, type] : [type, name]);
}

/** A type of the file, or an extension of one, with the members written there. */
export function classNode(parts: StatementParts, cls: ClassIr, span: Span): TreeNode {
  const { code } = parts;
  const braces = code.brackets('{', span.start, span.end);
  const at = code.find(cls.name, span.start, braces?.start ?? span.end);
  const name =
    at < 0 ? null : nodeOf('identifier', { start: code.startAt(at), end: code.endAt(at) }, [], 'name');
  const head = name === null || braces === null ? null : basesNode(code, code.endAt(at), braces.start);
  const body =
    braces === null ? null : { ...nodeOf('class_body', braces), kids: memberNodes(parts, cls, braces) };
  return nodeOf('class_declaration', span, [name, head, body]);
}

function basesNode(code: WrittenCode, from: number, until: number): TreeNode | null {
  const kids: TreeNode[] = [];
  for (let index = code.indexFrom(from); code.startAt(index) < until; index++)
    if (/^[A-Z_]\w*$/.test(code.textAt(index)))
      kids.push(nodeOf('identifier', { start: code.startAt(index), end: code.endAt(index) }));
  const [first] = kids;
  return first === undefined
    ? null
    : nodeOf('inherited_types', { start: first.start, end: kids.at(-1)?.end ?? first.end }, kids);
}

function memberNodes(parts: StatementParts, cls: ClassIr, within: Span): TreeNode[] {
  const isHere = ({ pos, end }: { pos: number; end: number }) =>
    pos > within.start && end < within.end && end > pos;
  const methods = [...cls.methods.values()]
    .flat()
    .filter(isHere)
    .map((fn) => parts.function(fn));
  const fields = cls.fields.flatMap(({ name, init }) => {
    if (init === null || name === '' || !isHere(init)) return [];
    const start = parts.code.text.lastIndexOf(name, init.pos - 1);
    const value = inField(expressionNode(parts, init), 'value');
    if (start <= within.start || value === null) return [];
    const named = nodeOf('identifier', { start, end: start + name.length }, [], 'name');
    const declarator = nodeOf('variable_declarator', { start, end: value.end }, [named, value]);
    const line = lineStart(parts.code.text, start, within.start);
    return [nodeOf('variable_declaration', { start: line, end: value.end }, [declarator])];
  });
  const all = [...methods, ...fields, ...parts.statements(cls.setup, within)].filter((one) => one !== null);
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  // A field whose value is a function is listed once.
  return all.filter((one, index) => index === 0 || one.start >= (all[index - 1]?.start ?? 0));
}

/** The beginning of the declaration of a name. */
function lineStart(text: string, name: number, least: number): number {
  const before = text.slice(Math.max(least + 1, text.lastIndexOf('\n', name) + 1), name);
  const words = /(?:[\w@.]+(?:<[^<>\n]*>)?\??\s+)*$/.exec(before)?.[0] ?? '';
  return name - words.length;
}
