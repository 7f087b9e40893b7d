import type { FileIr } from '../ir/ir.ts';
import { lowerScript } from './lower-script.ts';
import { lowerWithTree } from './lower-tree.ts';
import { loadGrammar } from './syntax-tree.ts';

export async function prepareLanguages(languages: Iterable<string>): Promise<void> {
  for (const language of languages) await loadGrammar(language);
}

/** Parses and lowers; null when there is no parser or the time is over. Never throws for what the file holds. */
export function lowerFile(path: string, language: string, text: string, budgetMs: number): FileIr | null {
  try {
    if (language === 'JavaScript' || language === 'TypeScript' || language === 'TSX')
      return lowerScript(path, language, text);
    return lowerWithTree(path, language, text, budgetMs);
  } catch (error) {
    // Nesting deeper than the stack: the file is told as partial.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
