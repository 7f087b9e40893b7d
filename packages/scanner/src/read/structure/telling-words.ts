import type { LexerFamily } from '../language-table.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { decisionWordsOf } from './complexity.ts';
import { classKeywordsOf, functionKeywordsOf } from './function-words.ts';

/** The words that the scanner looks at in a family of languages. */
export interface TellingWords {
  functions: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  all: WordFilter;
  /** Conditions have no parentheses. */
  bareConditions: boolean;
}
const wordsOf = new Map<LexerFamily, TellingWords>();

export function tellingWords(family: LexerFamily): TellingWords {
  let words = wordsOf.get(family);
  if (words === undefined) {
    const [functions, classes] = [functionKeywordsOf(family), classKeywordsOf(family)];
    const bareConditions = family === 'go' || family === 'rust' || family === 'kotlin';
    const all = new WordFilter([...functions, ...classes, ...decisionWordsOf(family)]);
    words = { functions, classes, all, bareConditions };
    wordsOf.set(family, words);
  }
  return words;
}
