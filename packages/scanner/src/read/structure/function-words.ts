import type { LexerFamily } from '../language-table.ts';

/**
 * Words that begin a function, by family. Elsewhere they are names: `fn` is a common parameter in JavaScript.
 */
const functionKeywords: Partial<Record<LexerFamily, string>> = {
  javascript: 'function',
  php: 'function fn',
  go: 'func',
  rust: 'fn',
  kotlin: 'fun func def',
};

const classKeywords: Partial<Record<LexerFamily, string>> = {
  javascript: 'class interface enum',
  java: 'class interface enum record trait contract library',
  csharp: 'class interface struct enum record',
  c: 'class struct enum',
  php: 'class interface trait enum',
  go: 'struct interface',
  rust: 'struct trait enum impl',
  kotlin: 'class interface object enum struct protocol trait',
};

export function functionKeywordsOf(family: LexerFamily): ReadonlySet<string> {
  return new Set(functionKeywords[family]?.split(' '));
}

export function classKeywordsOf(family: LexerFamily): ReadonlySet<string> {
  return new Set(classKeywords[family]?.split(' '));
}

/** The arrow after each arm in a block opened by one of `armKeywords`. */
export const armArrows: Partial<Record<LexerFamily, string>> = {
  rust: '=>',
  csharp: '=>',
  php: '=>',
  kotlin: '->',
  java: '->',
};
export const armKeywords = new Set(['match', 'when', 'switch']);

export const controlKeywords = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'foreach',
  'using',
  'lock',
  'synchronized',
  'match',
  'when',
  'elseif',
  'unless',
  'until',
  'select',
  'fixed',
  'return',
  'else',
  'do',
  'try',
  'finally',
  'guard',
  'loop',
  'unsafe',
]);

export const nestingKeywords = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'foreach',
  'match',
  'when',
  'elseif',
  'else',
  'do',
  'loop',
  'select',
  'elif',
  'unless',
  'until',
]);

export const betweenHeaderAndBody = new Set([
  'throws',
  'const',
  'noexcept',
  'override',
  'final',
  'where',
  'async',
  'mut',
  'dyn',
  'impl',
  'rethrows',
  'volatile',
  'use',
]);
