import type { FileIr } from '../ir/ir.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';

/**
 * The application as the machine sees it: files by path, classes and functions by name. Files are lowered on demand.
 */
export interface ProgramSource {
  /** Lowers a file; null if it cannot be parsed in time. */
  lower(path: string): FileIr | null;
  /** Files that declare a class or function of this name. */
  pathsOfClass(name: string): readonly string[];
  pathsOfFunction(name: string): readonly string[];
  /** The language of a file; null if it has none. */
  languageOf(path: string): string | null;
  /** Whether the word occurs in the file. Cheaper than lowering it. */
  mentions(path: string, word: string): boolean;
  resolveImport(from: string, specifier: string, language: string, name: string): string | null;
  /** Files in the same folder and language. */
  siblings(path: string): readonly string[];
  /** Whether other programs call the file's exports. Part of its likeness. */
  isPublic(path: string): boolean;
  /** A value of a properties, ini or env file by key; undefined if missing or ambiguous. */
  setting(key: string): string | undefined;
  /** The model of a language's libraries. */
  modelOf(language: string): IndexedModel;
  /** The calls that need code of their own. */
  readonly handlers: LanguageHandlers;
}
