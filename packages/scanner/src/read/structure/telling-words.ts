import type { LexerFamily } from '../language-table.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { decisionKeywordsOf } from './complexity.ts';
import { classKeywordsOf, functionKeywordsOf } from './function-words.ts';

/** The words that the scanner looks at in a family of languages. */
export interface RelevantWords {
  functions: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  all: WordFilter;
  /** Conditions have no parentheses. */
  bareConditions: boolean;
}
const wordsOf = new Map<LexerFamily, RelevantWords>();

export function relevantWords(family: LexerFamily): RelevantWords {
  let words = wordsOf.get(family);
  if (words === undefined) {
    const [functions, classes] = [functionKeywordsOf(family), classKeywordsOf(family)];
    const bareConditions = family === 'go' || family === 'rust' || family === 'kotlin';
    const all = new WordFilter([...functions, ...classes, ...decisionKeywordsOf(family)]);
    words = { functions, classes, all, bareConditions };
    wordsOf.set(family, words);
  }
  return words;
}
