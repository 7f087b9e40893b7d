import type { FileIr } from '../ir/ir.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';

/**
 * What the machine may ask about the application: files by path, classes and functions by name. Files are
 * lowered on demand.
 */
export interface ProgramSource {
  /** Lowers a file, or null when it cannot be parsed in time. */
  lower(path: string): FileIr | null;
  /** Files that declare a class or function of this name. */
  pathsOfClass(name: string): readonly string[];
  pathsOfFunction(name: string): readonly string[];
  /** Of the file, null when there is none. */
  languageOf(path: string): string | null;
  /** Whether the word occurs in the file at all: cheaper than lowering it. */
  mentions(path: string, word: string): boolean;
  resolveImport(from: string, specifier: string, language: string, name: string): string | null;
  /** Files of the same folder and language. */
  siblings(path: string): readonly string[];
  /** Whether other programs call what the file exports; a part of its likeness. */
  isPublic(path: string): boolean;
  /** A value of a properties, ini or env file by key; undefined if missing or ambiguous. */
  setting(key: string): string | undefined;
  /** What is known of a language's libraries. */
  modelOf(language: string): IndexedModel;
  /** What languages do at calls of their own. */
  readonly handlers: LanguageHandlers;
}
