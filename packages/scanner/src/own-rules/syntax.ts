import { parseSync } from 'oxc-parser';
import { parseOwn } from '../languages/frontend/own-trees.ts';
import { parseTree } from '../languages/frontend/syntax-tree.ts';
import type { TreeNode } from '../languages/frontend/tree-node.ts';
import { withoutImplicitTypes } from '../languages/scala/frontend/implicit-types.ts';
import { isNestedTooDeep } from '../read/structure/nesting.ts';
import { plainScala } from './scala-shape.ts';

/** A node of any language's tree: named children in order, and operators, which are in a field. */
export type Syntax = TreeNode;

export interface ParsedText {
  text: string;
  language: string;
  root: Syntax;
  hasErrors: boolean;
}

const scripts = new Set(['JavaScript', 'TypeScript', 'TSX']);

export const isScript = (language: string) => scripts.has(language);

/** Null without a parser or time, or if nested too deeply. Grammars must be loaded. Throws `ParserEnded`. */
export function parseText(language: string, text: string, budgetMs: number, kind?: 'ts'): ParsedText | null {
  try {
    if (isScript(language)) return parseScript(language, text, kind);
    if (language === 'Scala') return parseScala(text, budgetMs);
    const parsed = parseOwn(language, text) ?? parseTree(language, text, budgetMs);
    return parsed === null ? null : { text, language, ...parsed };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parseScala(text: string, budgetMs: number): ParsedText | null {
  const parsed = parseTree('Scala', withoutImplicitTypes(text), budgetMs);
  if (parsed === null) return null;
  return { text, language: 'Scala', root: plainScala(parsed.root, text), hasErrors: parsed.hasErrors };
}

function parseScript(language: string, text: string, kind?: 'ts'): ParsedText | null {
  if (isNestedTooDeep(text)) return null;
  const lang = kind ?? (language === 'TSX' ? 'tsx' : language === 'TypeScript' ? 'ts' : 'jsx');
  let parsed = parseSync(`a.${lang}`, text, { lang, sourceType: 'module', astType: 'ts' });
  if (parsed.errors.length > 0) {
    const again = parseSync(`a.${lang}`, text, { lang, sourceType: 'script', astType: 'ts' });
    if (again.errors.length < parsed.errors.length) parsed = again;
  }
  const program = parsed.program as unknown as EsNode;
  const root: Syntax = { type: 'Program', field: null, start: 0, end: text.length, kids: [] };
  for (const node of program.body as EsNode[]) addNode(root, node, null);
  return { text, language, root, hasErrors: parsed.errors.length > 0 };
}

type EsNode = { type: string; start: number; end: number } & Record<string, unknown>;

function isNode(value: unknown): value is EsNode {
  return typeof value === 'object' && value !== null && typeof (value as EsNode).type === 'string';
}

/** Fields that patterns cannot match, or that repeat another one. */
const silent = new Set(['type', 'start', 'end', 'range', 'raw', 'loc', 'parent', 'comments']);
/** Words of a node that patterns match. */
const telling = new Set(['operator', 'kind']);

/** Nodes that are replaced with their content. */
const transparent = new Set(['ChainExpression', 'ParenthesizedExpression']);

function addNode(parent: Syntax, node: EsNode, field: string | null): void {
  if (transparent.has(node.type)) {
    addNode(parent, node.expression as EsNode, field);
    return;
  }
  const made: Syntax = { type: node.type, field, start: node.start, end: node.end, kids: [] };
  parent.kids.push(made);
  const isShorthand = node.type === 'Property' && node.shorthand === true;
  for (const key of Object.keys(node)) {
    if (silent.has(key) || (isShorthand && key === 'value')) continue;
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) addNode(made, item, key);
    } else if (isNode(value)) addNode(made, value, key);
    else if (telling.has(key) && typeof value === 'string' && value !== 'init')
      made.kids.push({ type: value, field: key, start: node.start, end: node.start, kids: [] });
  }
  if (made.kids.length > 1) made.kids.sort((a, b) => a.start - b.start);
}

/** Calls `see` for a node and all its descendants, parents first. */
export function walk(node: Syntax, see: (node: Syntax, parent: Syntax | null) => void): void {
  const open: [Syntax, Syntax | null][] = [[node, null]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, parent] = next;
    see(holder, parent);
    for (const kid of holder.kids.toReversed()) open.push([kid, holder]);
  }
}
