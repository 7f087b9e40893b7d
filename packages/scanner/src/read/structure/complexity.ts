import type { LexerFamily } from '../language-table.ts';
import { IDENT, type TokenTable, tokenText } from '../lexer/tokens.ts';

/** Complexity counters of one function. */
export interface Counter {
  /** McCabe: 1 plus one for each branch and each short-circuit operator. */
  cyclomatic: number;
  /** Breaks in the linear flow, each weighted by its nesting depth. */
  cognitive: number;
  nesting: number;
  maxNesting: number;
  lastLogical: string;
}

export function newCounter(): Counter {
  return { cyclomatic: 1, cognitive: 0, nesting: 0, maxNesting: 0, lastLogical: '' };
}

interface DecisionKeywords {
  /** Each adds a path. */
  branches: ReadonlySet<string>;
  /** Each breaks the flow, weighted by its depth. */
  breaks: ReadonlySet<string>;
}

/** Only words that the language reserves are decisions: `match`, `loop` and `when` are names elsewhere. */
function decisionKeywords(branches: string, breaks: string): DecisionKeywords {
  return {
    branches: new Set(`if for while ${branches}`.split(' ')),
    breaks: new Set(`if for while ${breaks}`.split(' ')),
  };
}

const none = decisionKeywords('', '');
const likeC = decisionKeywords('case catch', 'catch switch');
const words: Record<LexerFamily, DecisionKeywords> = {
  c: likeC,
  java: likeC,
  javascript: likeC,
  csharp: decisionKeywords('case catch foreach', 'catch switch foreach'),
  php: decisionKeywords('case catch foreach elseif', 'catch switch match foreach'),
  go: decisionKeywords('case', 'switch select'),
  kotlin: decisionKeywords('catch case guard', 'catch when switch match guard'),
  rust: decisionKeywords('loop', 'match loop'),
  python: decisionKeywords('elif except case', 'except match'),
  ruby: decisionKeywords('elsif unless until rescue when', 'unless until rescue case'),
  hash: none,
  sql: none,
  lisp: none,
  markup: none,
  css: none,
  text: none,
};

/** All words that `addDecision` counts, and the operators that begin with `&`, `|` or `?`. */
export function decisionKeywordsOf(family: LexerFamily): readonly string[] {
  return [...words[family].branches, ...words[family].breaks, 'else', 'elif', 'elsif', 'elseif', 'and', 'or'];
}

/** Counts the word or operator at an index inside a function. */
export function addDecision(counter: Counter, table: TokenTable, index: number, family: LexerFamily): void {
  const text = tokenText(table, index);
  if (text !== '?' && table.kind[index] === IDENT) countKeyword(counter, text, table, index, family);
  else if (text === '?') {
    if (!isChoice(table, index, family)) return;
    counter.cyclomatic++;
    counter.cognitive += 1 + counter.nesting;
  } else if (text === '&&' || text === '||' || text === '??') {
    // A Rust closure without parameters begins with `||`.
    if (family !== 'rust' || endsOperand(table, index - 1)) addLogical(counter, text);
  }
}

/** One arm of a `match`, a `when` or a `switch` expression. */
export function addArm(counter: Counter): void {
  counter.cyclomatic++;
}

function countKeyword(
  counter: Counter,
  text: string,
  table: TokenTable,
  index: number,
  family: LexerFamily,
): void {
  const { branches, breaks } = words[family];
  const before = tokenText(table, index - 1);
  const after = tokenText(table, index + 1);
  if (text === 'else' || text === 'elif' || text === 'elsif' || text === 'elseif') {
    if (text !== 'else') counter.cyclomatic += branches.has(text) ? 1 : 0;
    if (text !== 'else' ? branches.has(text) : after !== 'if') counter.cognitive++;
    counter.lastLogical = '';
    return;
  }
  if (text === 'and' || text === 'or') {
    if (family === 'python' || family === 'ruby' || family === 'php') addLogical(counter, text);
    return;
  }
  // A key or symbol with that name: `{ if: … }`, `:if`.
  if ((after === ':' && family !== 'python') || (before === ':' && family === 'ruby')) return;
  if (family === 'python' && (text === 'match' || text === 'case') && !isSoftKeyword(table, index)) return;
  // The condition of a `do … while` after its block.
  const closesDo = text === 'while' && before === '}' && family !== 'go' && family !== 'rust';
  if (branches.has(text) && !closesDo) counter.cyclomatic++;
  if (!breaks.has(text)) return;
  counter.cognitive += before === 'else' && text === 'if' ? 1 : 1 + counter.nesting;
  counter.lastLogical = '';
}

function addLogical(counter: Counter, text: string): void {
  counter.cyclomatic++;
  if (counter.lastLogical !== text) counter.cognitive++;
  counter.lastLogical = text;
}

/** Python's `match` and `case` may be names: as keywords they begin a line and an operand follows. */
function isSoftKeyword(table: TokenTable, index: number): boolean {
  if (index > 0 && table.line[index - 1] === table.line[index]) return false;
  const end = table.end[index];
  if (index + 1 >= table.count || table.start[index + 1] === end) return false;
  const after = tokenText(table, index + 1);
  return !/^(?:[=.,:)]|[-+*/|&]=)$/.test(after) && !(after === '_' && tokenText(table, index + 2) === ':');
}

/** Whether a `?` chooses between two values: optional types, parameters and fields use it too. */
function isChoice(table: TokenTable, index: number, family: LexerFamily): boolean {
  if (family === 'rust') return false;
  const after = tokenText(table, index + 1);
  if (/^(?:[:),;>=.\]]|extends|super)$/.test(after)) return false;
  const touchesLeft = table.end[index - 1] === table.start[index];
  const touchesRight = table.start[index + 1] === table.end[index];
  if (family === 'kotlin') return !touchesLeft && !touchesRight;
  // `?Type $x` in PHP; `Type? x` in C# and Dart.
  if (family === 'php') return !(touchesRight && /^[a-zA-Z\\]/.test(after));
  return !(touchesLeft && !touchesRight && (family === 'csharp' || family === 'java'));
}

function endsOperand(table: TokenTable, index: number): boolean {
  const text = tokenText(table, index);
  if (table.kind[index] === IDENT) return text !== 'move' && text !== 'return' && text !== 'in';
  return !/^(?:[(,={;[|&]|=>|&&|\|\|)$/.test(text);
}
