import type { FileIr } from '../../ir/ir.ts';
import { lowerDart } from '../dart/frontend/lower-dart.ts';
import { lowerScript } from '../javascript/frontend/lower-script.ts';
import { lowerScala } from '../scala/frontend/lower-scala.ts';
import { lowerSwift } from '../swift/frontend/lower-swift.ts';
import { lowerWithTree } from './lower-tree.ts';
import { loadGrammar } from './syntax-tree.ts';

export async function prepareLanguages(languages: Iterable<string>): Promise<void> {
  for (const language of languages) await loadGrammar(language);
}

/** Why a file has no intermediate form: no parser, no time, or nested more deeply than the stack allows. */
export type Unlowered = 'time_budget' | 'too_deep';

/** Parses and lowers a file, or returns the reason why not. Throws only `ParserEnded` because of its content. */
export function lowerFile(
  path: string,
  language: string,
  text: string,
  budgetMs: number,
): FileIr | Unlowered {
  try {
    if (language === 'JavaScript' || language === 'TypeScript' || language === 'TSX')
      return lowerScript(path, language, text);
    if (language === 'Swift') return lowerSwift(path, text);
    if (language === 'Dart') return lowerDart(path, text);
    if (language === 'Scala') return lowerScala(path, text, budgetMs) ?? 'time_budget';
    return lowerWithTree(path, language, text, budgetMs) ?? 'time_budget';
  } catch (error) {
    if (error instanceof RangeError) return 'too_deep';
    throw error;
  }
}
