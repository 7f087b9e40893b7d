import type { LexerFamily } from '../languages/language-table.ts';

/** Running complexity of one function. */
export interface Counter {
  /** McCabe: 1 plus one for each branch and each short-circuit operator. */
  cyclomatic: number;
  /** Breaks in the linear flow, each weighed by how deep it stands. */
  cognitive: number;
  nesting: number;
  maxNesting: number;
  lastLogical: string;
}

export function newCounter(): Counter {
  return { cyclomatic: 1, cognitive: 0, nesting: 0, maxNesting: 0, lastLogical: '' };
}

const branches = new Set([
  'if',
  'for',
  'while',
  'foreach',
  'case',
  'catch',
  'elif',
  'elseif',
  'unless',
  'until',
  'except',
  'rescue',
  'when',
  'guard',
  'elsif',
  'loop',
]);
const nestedBreaks = new Set([
  'if',
  'for',
  'while',
  'foreach',
  'catch',
  'switch',
  'match',
  'unless',
  'until',
  'except',
  'rescue',
  'select',
  'loop',
  'case',
  'when',
]);

/** All words that `addDecision` counts; of operators, those that begin with `&`, `|` or `?`. */
export const decisionWords: readonly string[] = [
  ...branches,
  ...nestedBreaks,
  ...['else', 'elif', 'elsif', 'elseif', 'and', 'or'],
];

/** Takes one word or operator inside a function; `before` and `after` are its neighbours. */
export function addDecision(
  counter: Counter,
  text: string,
  before: string,
  after: string,
  family: LexerFamily,
): void {
  if (branches.has(text)) {
    if (text === 'while' && before === '}' && family !== 'go' && family !== 'rust') return;
    const isSelector = text === 'when' && family === 'kotlin';
    const isSwitch = text === 'case' && family === 'ruby';
    if (!isSelector && !isSwitch && after !== ':') counter.cyclomatic++;
  }
  if (nestedBreaks.has(text)) {
    const isLabel = text === 'case' && family !== 'ruby';
    const isArm = text === 'when' && family !== 'kotlin';
    if (isLabel || isArm) return;
    const isElseIf = before === 'else' && text === 'if';
    counter.cognitive += isElseIf ? 1 : 1 + counter.nesting;
    counter.lastLogical = '';
    return;
  }
  switch (text) {
    case 'else':
      if (after !== 'if') counter.cognitive++;
      counter.lastLogical = '';
      return;
    case 'elif':
    case 'elsif':
    case 'elseif':
      counter.cognitive++;
      return;
    case '&&':
    case '||':
    case '??':
    case 'and':
    case 'or':
      counter.cyclomatic++;
      if (counter.lastLogical !== text) counter.cognitive++;
      counter.lastLogical = text;
      return;
    case '?':
      // Optional types and parameters are no choice: `name?: T`, `T?`.
      if (
        after === ':' ||
        after === ')' ||
        after === ',' ||
        after === ';' ||
        after === '>' ||
        after === '=' ||
        after === '.' ||
        family === 'rust' ||
        family === 'kotlin'
      )
        return;
      counter.cyclomatic++;
      counter.cognitive += 1 + counter.nesting;
      return;
    case ';':
    case '=':
      counter.lastLogical = '';
      return;
    default:
  }
}
