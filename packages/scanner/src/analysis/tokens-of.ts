import { decodeText } from '../read/files/classify-file.ts';
import { detectLanguage } from '../read/language-table.ts';
import { lex } from '../read/lexer/lex.ts';
import { lexerRules } from '../read/lexer/lexer-rules.ts';
import type { TokenTable } from '../read/lexer/tokens.ts';
import type { CloneInput } from '../read/structure/find-clones.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';

/** The tokens of a file in which copies were looked for before: cheaper to read again than to keep. */
export function tokensOf(entry: FileEntry, { path }: IndexedFile): CloneInput | null {
  const text = decodeText(entry.read());
  const language = detectLanguage(path, text.slice(0, 4096));
  if (language === null || language.family === 'text') return null;
  return cloneInput(path, lex(text, lexerRules[language.family]));
}

export function cloneInput(path: string, table: TokenTable): CloneInput {
  return { path, hash: table.hash.slice(), line: linesOf(table), linesCode: table.lines.code };
}

/** Two bytes for each token are enough in nearly all files. */
function linesOf({ line, lineStarts }: TokenTable): Int32Array | Uint16Array {
  return lineStarts.length < 65_536 ? Uint16Array.from(line) : line.slice();
}
