import { createRequire } from 'node:module';
import type { Parser, Tree } from 'web-tree-sitter';
import { threadMs } from '../../read/thread-clock.ts';
import { openMemory, type RuntimeMemory, TreeMemory } from './tree-memory.ts';
import type { TreeNode } from './tree-node.ts';

export const grammarFiles: Record<string, string> = {
  Java: 'tree-sitter-java/tree-sitter-java.wasm',
  Python: 'tree-sitter-python/tree-sitter-python.wasm',
  Go: 'tree-sitter-go/tree-sitter-go.wasm',
  'C#': 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm',
  PHP: 'tree-sitter-php/tree-sitter-php.wasm',
  Ruby: 'tree-sitter-ruby/tree-sitter-ruby.wasm',
  Rust: 'tree-sitter-rust/tree-sitter-rust.wasm',
  Kotlin: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  Scala: 'tree-sitter-scala/tree-sitter-scala.wasm',
  C: 'tree-sitter-c/tree-sitter-c.wasm',
  'C++': 'tree-sitter-cpp/tree-sitter-cpp.wasm',
};

interface Grammar {
  parser: Parser;
  trees: TreeMemory;
}

type ParserRuntime = Pick<typeof import('web-tree-sitter'), 'Parser' | 'Language'> & {
  memory: RuntimeMemory;
};

const grammars = new Map<string, Grammar>();
let runtime: Promise<ParserRuntime> | undefined;
/** How often a runtime crashed. */
let ends = 0;

/** A new module instance each time: a crashed runtime cannot be used again. */
async function openRuntime(): Promise<ParserRuntime> {
  const url = import.meta.resolve('web-tree-sitter');
  const opened: typeof import('web-tree-sitter') = await import(ends === 0 ? url : `${url}?after=${ends}`);
  const memory = openMemory();
  await opened.Parser.init({ wasmMemory: memory } as Parameters<typeof opened.Parser.init>[0]);
  return { Parser: opened.Parser, Language: opened.Language, memory };
}

/** The runtime of this thread. */
export function parserRuntime(): Promise<ParserRuntime> {
  runtime ??= openRuntime();
  return runtime;
}

/**
 * Throws if the parser uses another memory, as one set up by other code does, or another layout of trees. Otherwise
 * nothing of a file would be seen.
 */
export function checkMemory(parser: Parser, trees: TreeMemory): void {
  const tree = parser.parse('');
  const isSeen = tree !== null && trees.copy(addressOf(tree), 0).type === tree.rootNode.type;
  tree?.delete();
  if (isSeen) return;
  throw new Error(
    'The trees of web-tree-sitter cannot be read: it was set up before, or is of another version.',
  );
}

/** Kept for good: garbage collection would ask the runtime to free them, and a crashed one throws. */
const leftBehind: unknown[] = [];

/** The next caller that asks for a grammar gets it in a new runtime. */
function leaveRuntime(): void {
  leftBehind.push(...grammars.values(), ...inUse);
  grammars.clear();
  runtime = undefined;
  ends++;
}

/** Loads a language's grammar once for this thread. */
export async function loadGrammar(language: string): Promise<boolean> {
  const file = grammarFiles[language];
  if (file === undefined) return false;
  if (grammars.has(language)) return true;
  const { Language, Parser, memory } = await parserRuntime();
  const loaded = await Language.load(createRequire(import.meta.url).resolve(file));
  const parser = new Parser();
  parser.setLanguage(loaded);
  const { types, fields } = loaded;
  const isNamed = Uint8Array.from(types, (_, id) => (loaded.nodeTypeIsNamed(id) ? 1 : 0));
  const isLeaf = Uint8Array.from(types, (type) => (leaves.has(type) ? 1 : 0));
  const trees = new TreeMemory(memory, { types, fields, isNamed, isLeaf });
  checkMemory(parser, trees);
  grammars.set(language, { parser, trees });
  return true;
}

/** The maximum number of the parser's progress calls between two looks at the clock. */
const MAX_UNSEEN = 32;
/**
 * If so much time has passed between two looks, the parser is recovering from errors. Then each call looks at the
 * clock.
 */
const SLOW_MS = 2;

/**
 * The parser calls this every few tokens, and reading the clock costs more than those. It may also call only once a
 * second.
 */
function lateAfter(budgetMs: number): () => boolean {
  const deadline = threadMs() + budgetMs;
  let lookedAt = performance.now();
  let unseen = 1;
  let rest = 1;
  return () => {
    if (--rest > 0) return false;
    const now = performance.now();
    unseen = now - lookedAt > SLOW_MS ? 1 : Math.min(2 * unseen, MAX_UNSEEN);
    rest = unseen;
    lookedAt = now;
    return threadMs() > deadline;
  };
}

/**
 * The text, which seems to end when the time is over. A grammar may look far ahead in many places, such as after each
 * of many comments, without any progress call.
 */
function endingAfter(text: string, budgetMs: number) {
  const deadline = threadMs() + budgetMs;
  let isEnded = false;
  const read = (index: number): string | undefined => {
    isEnded ||= threadMs() > deadline;
    return isEnded ? undefined : text.slice(index);
  };
  return { read, isEnded: () => isEnded };
}

/** The parser crashed in the middle of a file. This runtime cannot parse anything more. */
export class ParserEnded extends Error {
  constructor(cause: unknown) {
    super('The parser ended in the middle of its work.', { cause });
    this.name = 'ParserEnded';
  }
}

export interface SyntaxTree {
  root: TreeNode;
  hasErrors: boolean;
}

/** Null if the grammar is not loaded or the time is over. Throws `ParserEnded`. */
export function parseTree(language: string, text: string, budgetMs: number): SyntaxTree | null {
  const grammar = grammars.get(language);
  if (grammar === undefined) return null;
  try {
    return readTree(grammar, text, budgetMs);
  } catch (error) {
    // An exception from inside the parser leaves its memory in an undefined state.
    leaveRuntime();
    throw new ParserEnded(error);
  }
}

/** The runtime's objects for the current file. */
let inUse: readonly unknown[] = [];

function readTree(grammar: Grammar, text: string, budgetMs: number): SyntaxTree | null {
  const input = endingAfter(text, budgetMs);
  const tree = grammar.parser.parse(input.read, null, { progressCallback: lateAfter(budgetMs) });
  if (tree === null || input.isEnded()) {
    tree?.delete();
    grammar.parser.reset();
    return null;
  }
  inUse = [tree];
  const root = grammar.trees.copy(addressOf(tree), text.length);
  // Includes nodes that the parser inserted, such as a missing bracket.
  const hasErrors = tree.rootNode.hasError;
  tree.delete();
  inUse = [];
  return { root, hasErrors };
}

/** The address of a tree in the runtime, which its type declaration omits. */
export function addressOf(tree: Tree): number {
  return (tree as unknown as { 0: number })[0];
}

/** Node types without children worth a visit. */
export const leaves: ReadonlySet<string> = new Set([
  'identifier',
  'type_identifier',
  'field_identifier',
  'property_identifier',
  'line_comment',
  'block_comment',
  'comment',
  'decimal_integer_literal',
  'integer',
  'void_type',
  'integral_type',
  'this',
  'null_literal',
  'true',
  'false',
  'string_content',
  'string_fragment',
  'package_identifier',
  'simple_identifier',
]);

export function child(node: TreeNode, field: string): TreeNode | null {
  for (const kid of node.kids) if (kid.field === field) return kid;
  return null;
}

export function children(node: TreeNode, field: string): TreeNode[] {
  return node.kids.filter((kid) => kid.field === field);
}

export function ofType(node: TreeNode, ...types: string[]): TreeNode | null {
  for (const kid of node.kids) if (types.includes(kid.type)) return kid;
  return null;
}

export function isComment(node: TreeNode): boolean {
  return node.type.includes('comment');
}

export function firstKid(node: TreeNode): TreeNode | null {
  return node.kids.find((kid) => !isComment(kid)) ?? null;
}

export function lastKid(node: TreeNode): TreeNode | null {
  return node.kids.findLast((kid) => !isComment(kid)) ?? null;
}

/** The place of a node in the terms of the intermediate form. */
export function at(node: TreeNode): { pos: number; end: number } {
  return { pos: node.start, end: node.end };
}
