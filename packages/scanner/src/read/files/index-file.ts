import { createHash } from 'node:crypto';
import type { FileEntry } from '../../types/file-entry.ts';
import type { IndexedFile } from '../../types/file-facts.ts';
import { detectLanguage, hasBinaryExtension, type Language } from '../language-table.ts';
import { lex } from '../lexer/lex.ts';
import { lexerRules } from '../lexer/lexer-rules.ts';
import type { TokenTable } from '../lexer/tokens.ts';
import { findExports } from '../structure/find-exports.ts';
import { findFunctions } from '../structure/find-functions.ts';
import { findImports } from '../structure/find-imports.ts';
import { findTestCases, isTestPath } from '../structure/find-tests.ts';
import { mayHoldTests } from '../structure/inline-tests.ts';
import { threadMs } from '../thread-clock.ts';
import { decodeText, isBadlyCoded, isBinaryContent, isGeneratedFile, isMinified } from './classify-file.ts';
import { isAlwaysListed } from './project-files.ts';
import { isLibraryFile, isVendoredPath } from './third-party.ts';

export interface FileLimits {
  maxFileBytes: number;
  fileBudgetMs: number;
}

export interface FileScan {
  file: IndexedFile;
  language: Language | null;
  /** Null if the file is not text or was not read. */
  text: string | null;
  table: TokenTable | null;
}

/**
 * Reads one file and collects everything that the lexer can find. Never throws because of the file's content.
 */
export function indexFile(entry: FileEntry, limits: FileLimits): FileScan {
  const { path, sizeBytes } = entry;
  const isVendored = isVendoredPath(path);
  if (hasBinaryExtension(path)) return skipped(entry, 'binary', 'binary', isVendored);
  if (sizeBytes > limits.maxFileBytes && !isAlwaysListed(path)) {
    const language = detectLanguage(path, '');
    return skipped(entry, 'too_large', language?.kind ?? 'unknown', isVendored, language);
  }
  let bytes: Uint8Array;
  try {
    bytes = entry.read();
  } catch {
    return skipped(entry, 'unreadable', 'unknown', isVendored);
  }
  if (isBinaryContent(bytes)) return skipped(entry, 'binary', 'binary', isVendored);
  const text = decodeText(bytes);
  const start = text.slice(0, 4096);
  const language = detectLanguage(path, start);
  if (language === null) return { ...skipped(entry, 'unknown_language', 'unknown', isVendored), text };
  const scan = scanText(entry, text, language, isVendored || isLibraryFile(path, text), limits);
  if (language.kind === 'code' && scan.file.status === 'full' && isBadlyCoded(text, bytes)) {
    scan.file.status = 'partial';
    scan.file.reason = 'invalid_utf8';
  }
  return scan;
}

function scanText(
  entry: FileEntry,
  text: string,
  language: Language,
  isVendored: boolean,
  limits: FileLimits,
): FileScan {
  const { path } = entry;
  const startedAt = threadMs();
  if (isVendored || language.family === 'text') return countLines(entry, text, language, isVendored);
  const table = lex(text, lexerRules[language.family]);
  const file = emptyFile(entry, language, isVendored);
  file.lines = table.lines;
  file.isTest = isTestPath(path);
  file.isGenerated = isGeneratedFile(path, text.slice(0, 4096));
  const lineCount = table.lines.code + table.lines.comment + table.lines.blank;
  const minified = language.kind === 'code' && isMinified(path, text.length, lineCount, table.longestLine);
  if (language.kind !== 'code' && !(language.name === 'Starlark')) {
    return { file, language, text, table: null };
  }
  file.tokenHash = hashTokens(table);
  if (minified || file.isGenerated) {
    file.status = 'skipped';
    file.reason = minified ? 'minified' : 'generated';
    file.isGenerated ||= minified;
    return { file, language, text, table: null };
  }
  const isLate = () => threadMs() - startedAt > limits.fileBudgetMs;
  if (!isLate()) {
    const facts = findFunctions(table, language.family);
    file.functions = facts.functions.sort((a, b) => a.line - b.line);
    file.classes = facts.classes;
    file.imports = findImports(table, language.family).map((found) => ({
      ...found,
      resolved: null,
      package: null,
    }));
    file.exports = findExports(table, language.family, facts).map((found) => ({ ...found, isUsed: false }));
    file.testCases = findTestCases(table, language.family, file.functions, file.isTest);
  }
  if (file.testCases.length > 0 && !mayHoldTests(language.name)) file.isTest = true;
  if (isLate()) {
    file.status = 'partial';
    file.reason = 'time_budget';
  }
  return { file, language, text, table };
}

/** Only counts lines, for files where nothing else is needed. */
function countLines(entry: FileEntry, text: string, language: Language, isVendored: boolean): FileScan {
  const file = emptyFile(entry, language, isVendored);
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf('\n', at);
    if (end === -1) end = text.length;
    if (text.slice(at, end).trim() === '') file.lines.blank++;
    else file.lines.code++;
    at = end + 1;
  }
  if (isVendored) {
    file.status = 'skipped';
    file.reason = 'vendored';
  }
  return { file, language, text, table: null };
}

function skipped(
  entry: FileEntry,
  reason: string,
  kind: IndexedFile['kind'],
  isVendored: boolean,
  language: Language | null = null,
): FileScan {
  const file = emptyFile(entry, language, isVendored);
  file.status = 'skipped';
  file.reason = reason;
  file.kind = kind;
  return { file, language, text: null, table: null };
}

export function emptyFile(
  entry: Pick<FileEntry, 'path' | 'sizeBytes'>,
  language: Language | null,
  isVendored: boolean,
): IndexedFile {
  return {
    path: entry.path,
    sizeBytes: entry.sizeBytes,
    language: language?.name ?? null,
    kind: language?.kind ?? 'unknown',
    status: 'full',
    reason: null,
    isTest: false,
    isGenerated: false,
    isVendored,
    lines: { code: 0, comment: 0, blank: 0 },
    tokenHash: null,
    functions: [],
    classes: [],
    imports: [],
    exports: [],
    testCases: [],
  };
}

function hashTokens(table: TokenTable): string {
  const { hash } = table;
  return createHash('sha256')
    .update(new Uint8Array(hash.buffer, hash.byteOffset, hash.byteLength))
    .digest('hex');
}
