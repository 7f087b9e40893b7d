import { decodeText } from '../read/files/classify-file.ts';
import { detectLanguage } from '../read/language-table.ts';
import { lex } from '../read/lexer/lex.ts';
import { lexerRules } from '../read/lexer/lexer-rules.ts';
import type { TokenTable } from '../read/lexer/tokens.ts';
import type { CloneInput, CloneTokens } from '../read/structure/find-clones.ts';
import { fingerprintsOf } from '../read/structure/fingerprints.ts';
import type { FileEntry } from '../types/file-entry.ts';

/** Re-reads the tokens of files by path: few are needed, and keeping all costs more. */
export function tokenReader(entries: readonly FileEntry[]): (path: string) => CloneTokens {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return (path) => {
    const entry = byPath.get(path);
    const text = entry === undefined ? '' : decodeText(entry.read());
    const language = detectLanguage(path, text.slice(0, 4096));
    return tokensOf(lex(text, lexerRules[language?.family ?? 'text']));
  };
}

export function cloneInput(path: string, table: TokenTable): CloneInput {
  const tokens = tokensOf(table);
  return { path, linesCode: table.lines.code, fingerprints: fingerprintsOf(tokens.hash), tokens };
}

function tokensOf(table: TokenTable): CloneTokens {
  return { hash: table.hash.slice(), line: linesOf(table) };
}

/** Two bytes per token are enough in nearly all files. */
function linesOf({ line, lineStarts }: TokenTable): Int32Array | Uint16Array {
  return lineStarts.length < 65_536 ? Uint16Array.from(line) : line.slice();
}
