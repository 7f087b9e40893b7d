import { posix } from 'node:path';
import { faultAt } from '../flow/fault.ts';
import type { IndexedModel } from '../flow/language-model.ts';
import type { ProgramSource } from '../flow/program-source.ts';
import type { FileIr } from '../ir/ir.ts';
import { deepLanguages } from '../languages/frontend/deep-languages.ts';
import { lowerFile, type Unlowered } from '../languages/frontend/lower-file.ts';
import { ParserEnded } from '../languages/frontend/syntax-tree.ts';
import { handlers } from '../languages/handlers.ts';
import { modelFor } from '../languages/models.ts';
import { withoutInlineTests } from '../read/structure/inline-tests.ts';
import type { ImportResolver } from '../read/structure/resolve-imports.ts';
import type { EngineFault } from '../types/application-index.ts';
import type { ParseStatus } from '../types/file-facts.ts';

/** The part of the index that the engine uses. */
export interface FlowFile {
  path: string;
  language: string | null;
  status: ParseStatus;
  isTest: boolean;
  /** Whether other programs call its exports. */
  isPublic: boolean;
  classes: string[];
  functions: string[];
  /** Of its content; null or missing if unknown. */
  key?: string | null;
}

export interface ApplicationSourceInput {
  files: readonly FlowFile[];
  textOf: (path: string) => string | null;
  resolver: ImportResolver;
  /** Text of properties, ini and env files by path. */
  settings: ReadonlyMap<string, string>;
  fileBudgetMs: number;
}

/** The flow engine's view of the application: names from the index, text on demand. */
export class ApplicationSource implements ProgramSource {
  readonly handlers = handlers;
  readonly unparsed = new Set<string>();
  readonly tooDeep = new Set<string>();
  readonly withErrors = new Set<string>();
  readonly faults: EngineFault[] = [];
  /** Files whose syntax tree alone showed a problem. */
  readonly noted = new Map<string, FileIr>();
  /** The file that crashed the parser; nothing is read after it. */
  endedAt: { path: string; language: string; fault: EngineFault } | null = null;
  parsedMs = 0;
  private readonly input: ApplicationSourceInput;
  private readonly byPath: Map<string, FlowFile>;
  private readonly classes = new Map<string, string[]>();
  private readonly functions = new Map<string, string[]>();
  private readonly folders = new Map<string, string[]>();
  private readonly values = new Map<string, string | null>();

  constructor(input: ApplicationSourceInput) {
    this.input = input;
    this.byPath = new Map(input.files.map((file) => [file.path, file]));
    for (const file of input.files) {
      if (file.status === 'skipped' || file.language === null) continue;
      for (const name of file.classes) add(this.classes, name, file.path);
      for (const name of file.functions) {
        const [own = '', type] = name.split('.').reverse();
        add(this.functions, own, file.path);
        // Methods may be declared outside their type, and in other files.
        if (type !== undefined) add(this.classes, type, file.path);
      }
      add(this.folders, `${file.language}:${posix.dirname(file.path)}`, file.path);
    }
    for (const text of input.settings.values()) this.readSettings(text);
  }

  lower(path: string): FileIr | null {
    const file = this.byPath.get(path);
    if (file === undefined || file.language === null || file.status === 'skipped') return null;
    if (this.endedAt !== null) return null;
    // Imports need not be code: data files and images are requested too.
    if (!deepLanguages.has(file.language)) return null;
    const text = this.input.textOf(path);
    if (text === null) return null;
    const startedAt = performance.now();
    const lowered = this.lowerText(path, file.language, withoutInlineTests(text, file.language));
    this.parsedMs += performance.now() - startedAt;
    if (lowered === null) return null;
    if (typeof lowered === 'string') {
      (lowered === 'too_deep' ? this.tooDeep : this.unparsed).add(path);
      return null;
    }
    if (lowered.hasErrors) this.withErrors.add(path);
    if (lowered.notes !== undefined && lowered.notes.length > 0 && !file.isTest)
      this.noted.set(path, lowered);
    return lowered;
  }

  private lowerText(path: string, language: string, text: string): FileIr | Unlowered | null {
    try {
      return lowerFile(path, language, text, this.input.fileBudgetMs);
    } catch (error) {
      const hasEnded = error instanceof ParserEnded;
      const fault = faultAt(path, hasEnded ? error.cause : error);
      if (hasEnded) this.endedAt = { path, language, fault };
      this.faults.push(fault);
      return null;
    }
  }

  pathsOfClass(name: string): readonly string[] {
    return this.classes.get(name) ?? [];
  }

  pathsOfFunction(name: string): readonly string[] {
    return this.functions.get(name) ?? [];
  }

  /**
   * Everything that decides how a file is read, as one string; a missing file has none. Null if it cannot be
   * determined.
   */
  likenessOf(path: string): string | null {
    const file = this.byPath.get(path);
    if (file === undefined) return 'none';
    const { language, isTest, isPublic } = file;
    return file.key ? [language, file.status === 'skipped', isTest, isPublic, file.key].join('\0') : null;
  }

  isPublic(path: string): boolean {
    return this.byPath.get(path)?.isPublic ?? false;
  }

  languageOf(path: string): string | null {
    return this.byPath.get(path)?.language ?? null;
  }

  mentions(path: string, word: string): boolean {
    return this.input.textOf(path)?.includes(word) ?? false;
  }

  resolveImport(from: string, specifier: string, language: string, name: string): string | null {
    return this.input.resolver.resolve(from, specifier, language, name === '*' ? [] : [name]).resolved;
  }

  siblings(path: string): readonly string[] {
    return this.folders.get(`${this.byPath.get(path)?.language}:${posix.dirname(path)}`) ?? [];
  }

  modelOf(language: string): IndexedModel {
    return modelFor(language);
  }

  setting(key: string): string | undefined {
    return this.values.get(key) ?? undefined;
  }

  /** A key with different values in two files is unknown. */
  private readSettings(text: string): void {
    for (const match of text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[=:][ \t]*(.*?)[ \t]*\r?$/gm)) {
      const [, key = '', written = ''] = match;
      const value = written.replace(/^(["'])(.*)\1$/, '$2');
      const known = this.values.get(key);
      if (known === undefined) this.values.set(key, value);
      else if (known !== value) this.values.set(key, null);
    }
  }
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [path]);
  else if (list.at(-1) !== path) list.push(path);
}
