import { faultAt } from '../flow/fault.ts';
import { deepLanguages } from '../languages/frontend/deep-languages.ts';
import { hasModel, modelFor } from '../languages/models.ts';
import { emptyFile, type FileLimits, type FileScan, indexFile } from '../read/files/index-file.ts';
import { configOf, documentOf, isCoverageReport, manifestOf } from '../read/files/project-files.ts';
import { isVendoredPath } from '../read/files/third-party.ts';
import { detectLanguage } from '../read/language-table.ts';
import type { TokenTable } from '../read/lexer/tokens.ts';
import { hasUnmatchedBracket } from '../read/structure/brackets.ts';
import type { CloneInput } from '../read/structure/find-clones.ts';
import { findRoutes } from '../read/structure/find-routes.ts';
import type { EngineFault } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile, RouteFact } from '../types/file-facts.ts';
import type { ConfigFile, DocumentKind, ManifestFile } from '../types/project-files.ts';
import { hasPageScript } from './page-scripts.ts';
import { cloneInput } from './tokens-of.ts';

/** Everything extracted from a file before data is followed. Plain data, independent of other files. */
export interface ScannedFile {
  file: IndexedFile;
  manifest: ManifestFile | null;
  config: ConfigFile | null;
  document: DocumentKind | null;
  /** Texts that are parsed once all files are known; null if the file is not one of them. */
  coverageReport: string | null;
  resolverText: string | null;
  settings: string | null;
  routes: Omit<RouteFact, 'file'>[];
  /** Null if copies are not searched for. */
  copies: CloneInput | null;
  /** Code whose words make it worth parsing, or whose brackets suggest that it is broken. */
  isCandidate: boolean;
  /** Whether it is a page with scripts that are worth following. */
  hasScripts: boolean;
  /** Set if reading it failed because of our own error. */
  fault: EngineFault | null;
}

export function scanFile(entry: FileEntry, limits: FileLimits): ScannedFile {
  try {
    return describeScan(indexFile(entry, limits));
  } catch (error) {
    const { path } = entry;
    const file = emptyFile(entry, detectLanguage(path, ''), isVendoredPath(path));
    return {
      ...unreadFile({ ...file, status: 'skipped', reason: 'engine_fault' }),
      fault: faultAt(path, error),
    };
  }
}

/** A file that is not read at all. */
export function unreadFile(file: IndexedFile): ScannedFile {
  return describeScan({ file, language: null, text: null, table: null });
}

function describeScan({ file, text, table }: FileScan): ScannedFile {
  const { path } = file;
  const start = text?.slice(0, 65_536) ?? '';
  const isOwn = !file.isVendored;
  const isRead = table !== null && file.status !== 'skipped';
  const isReachable = isRead && !isTestCode(file);
  return {
    file,
    manifest: isOwn ? manifestOf(path) : null,
    config: isOwn ? configOf(path, start) : null,
    document: isOwn ? documentOf(path, start.slice(0, 16_384)) : null,
    coverageReport: isOwn && isCoverageReport(path) ? text : null,
    resolverText: isOwn && resolverFile.test(path) ? text : null,
    settings: settingsFile.test(path) ? text : null,
    routes:
      isReachable && file.language !== null
        ? findRoutes(
            table,
            file.language,
            file.imports.map((fact) => fact.specifier),
          )
        : [],
    copies: isRead && !file.isTest ? cloneInput(path, table) : null,
    isCandidate: isReachable && text !== null && (isWorthParsing(file, text) || isSuspect(file, table)),
    hasScripts:
      isOwn && !file.isTest && file.status !== 'skipped' && text !== null && hasPageScript(path, text),
    fault: null,
  };
}

const resolverFile = /(?:^|\/)(?:go\.mod|package\.json|pubspec\.yaml|[tj]sconfig(?:\.\w+)?\.json)$/;
const settingsFile = /\.(?:properties|ini|env)$|(?:^|\/)\.env/;

function isWorthParsing({ language }: IndexedFile, text: string): boolean {
  return (
    language !== null &&
    deepLanguages.has(language) &&
    hasModel(language) &&
    modelFor(language).hints.test(text)
  );
}

/**
 * Code that a parser has to check, because it would otherwise count as fully read. In C and C++ macros may
 * unbalance brackets.
 */
function isSuspect({ language }: IndexedFile, table: TokenTable): boolean {
  return (
    language !== null &&
    deepLanguages.has(language) &&
    language !== 'C' &&
    language !== 'C++' &&
    hasUnmatchedBracket(table)
  );
}

/** Test-only code, which cannot be reached from outside. Folders with such names may contain more. */
function isTestCode(file: IndexedFile): boolean {
  return (
    (file.isTest && file.testCases.length > 0) ||
    /(?:[._-](?:test|spec|bench|stories)\.\w+|_test\.go|(?:^|\/)test_\w+\.py|(?:^|\/)conftest\.py)$/.test(
      file.path,
    )
  );
}
