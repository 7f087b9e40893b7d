import { posix } from 'node:path';
import type { ClassIr, FileIr, FunctionIr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { LanguageHandlers } from './language-handlers.ts';
import type { IndexedModel } from './language-model.ts';
import { nested } from './nested-map.ts';
import { TypesBeside } from './types-beside.ts';
import type { Source } from './value.ts';

/** What the machine may ask of the application: files by path, classes and functions by name. Files are lowered when first needed. */
export interface ProgramSource {
  /** Lowers a file, or null when it cannot be parsed in time. */
  lower(path: string): FileIr | null;
  /** Files that declare a class or function of this name. */
  pathsOfClass(name: string): readonly string[];
  pathsOfFunction(name: string): readonly string[];
  /** Of the file, null when there is none. */
  languageOf(path: string): string | null;
  /** Whether the word stands in the file at all: cheaper to ask than to lower it. */
  mentions(path: string, word: string): boolean;
  resolveImport(from: string, specifier: string, language: string, name: string): string | null;
  /** Files of the same folder and language. */
  siblings(path: string): readonly string[];
  /** A value of a properties, ini or env file by its key; undefined where there is none or they differ. */
  setting(key: string): string | undefined;
  /** What is known of a language's libraries. */
  modelOf(language: string): IndexedModel;
  /** What languages do at calls of their own. */
  readonly handlers: LanguageHandlers;
}

export class Program {
  private readonly source: ProgramSource;
  private readonly files = new Map<string, FileIr | null>();
  private readonly classes = new Map<string, readonly ClassIr[]>();
  /** What was found from a file, by name, and from a class: both are asked for at nearly every call. */
  private readonly classesFrom = new WeakMap<FileIr, Map<string, readonly ClassIr[]>>();
  private readonly functionsFrom = new WeakMap<FileIr, Map<string, FunctionIr | null>>();
  private readonly methodsFrom = new WeakMap<ClassIr, Map<string, readonly FunctionIr[]>>();
  readonly beside: TypesBeside;
  private readonly imported = new WeakMap<FileIr, Map<string, string | null>>();
  private readonly methods = new Map<string, readonly FunctionIr[]>();
  private readonly nested = new Set<FunctionIr>();
  /** Names of properties that have code of their own. */
  readonly accessors = new Set<string>();
  /** Sources by place, so that the same read gives the same source each time it runs. */
  readonly sources = new Map<string, Source>();

  constructor(source: ProgramSource) {
    this.source = source;
    this.beside = new TypesBeside(source, (path) => this.file(path));
  }

  modelOf(language: string): IndexedModel {
    return this.source.modelOf(language);
  }

  setting(key: string): string | undefined {
    return this.source.setting(key);
  }

  file(path: string): FileIr | null {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    // A cycle of imports asks again while the file is being lowered.
    this.files.set(path, null);
    const file = this.source.lower(path);
    this.files.set(path, file);
    for (const fn of file?.functions ?? []) {
      if (fn.parent !== null) this.nested.add(fn.parent);
      if (fn.name.startsWith('get_') || fn.name.startsWith('set_')) this.accessors.add(fn.name.slice(4));
    }
    // A method may be one by another name.
    for (const cls of file?.semantics.accessors ? file.classes : [])
      for (const name of cls.methods.keys()) if (name.startsWith('get_')) this.accessors.add(name.slice(4));
    return file;
  }

  /** Whether a function inside of it may read its variables later. */
  hasNested(fn: FunctionIr): boolean {
    return this.nested.has(fn);
  }

  importedFile(from: FileIr, specifier: string, name: string): FileIr | null {
    const known = nested(this.imported, from);
    const key = `${specifier}\n${name}`;
    let path = known.get(key);
    if (path === undefined) {
      path = this.source.resolveImport(from.path, specifier, from.language, name);
      known.set(key, path);
    }
    return path === null ? null : this.file(path);
  }

  /** Classes of that name, those of the same file first. */
  classesNamed(name: string, near: FileIr): readonly ClassIr[] {
    const known = nested(this.classesFrom, near);
    let found = known.get(name);
    if (found === undefined) {
      found = this.findClasses(name, near);
      known.set(name, found);
    }
    return found;
  }

  private findClasses(name: string, near: FileIr): readonly ClassIr[] {
    const own = near.classes.filter((cls) => cls.name === name);
    if (own.length > 0) return own;
    const key = `${near.language}:${name}`;
    let found = this.classes.get(key);
    if (found === undefined) {
      const list: ClassIr[] = [];
      for (const path of this.source.pathsOfClass(name).slice(0, 6)) {
        const file = this.fileLike(near, path);
        if (file === null) continue;
        list.push(...file.classes.filter((cls) => cls.name === name));
      }
      found = list;
      this.classes.set(key, found);
    }
    if (found.length > 1) {
      const close = found.filter((cls) => posix.dirname(cls.file.path) === posix.dirname(near.path));
      if (close.length > 0) return close;
    }
    return found;
  }

  /** Classes behind a type as it is written: the package may stand before its name. */
  classesOfType(type: string, near: FileIr): readonly ClassIr[] {
    const dot = near.semantics.packages ? type.lastIndexOf('.') : -1;
    if (dot === -1) {
      const found = this.classesNamed(type, near);
      return found.length === 0 && near.semantics.packages ? this.beside.typesNamed(type, near) : found;
    }
    const folder = type.slice(0, dot);
    return this.classesNamed(type.slice(dot + 1), near).filter(
      (cls) => posix.basename(posix.dirname(cls.file.path)) === folder,
    );
  }

  classNamed(name: string, near: FileIr): ClassIr | null {
    return this.classesNamed(name, near)[0] ?? null;
  }

  /** Classes of that name in files that hold one of the words. */
  contractsNamed(name: string, near: FileIr, words: readonly string[]): readonly ClassIr[] {
    const paths = this.source.pathsOfClass(name).slice(0, 3);
    return paths.some((path) => words.some((word) => this.source.mentions(path, word)))
      ? this.classesNamed(name, near)
      : [];
  }

  /** Methods of that name in the class or above it. */
  methodsOf(cls: ClassIr, name: string): readonly FunctionIr[] {
    const known = nested(this.methodsFrom, cls);
    let found = known.get(name);
    if (found === undefined) {
      found = this.findMethods(cls, name, 0);
      known.set(name, found);
    }
    return found;
  }

  private findMethods(cls: ClassIr, name: string, seen: number): readonly FunctionIr[] {
    const own = cls.methods.get(name);
    if (own?.some((fn) => fn.body.length > 0)) return own;
    if (seen > 6) return [];
    for (const part of this.partsOf(cls, name)) {
      const found = part.methods.get(name);
      if (found?.some((fn) => fn.body.length > 0)) return found;
    }
    for (const base of cls.bases) {
      for (const parent of this.classesNamed(base, cls.file)) {
        if (parent === cls) continue;
        const found = this.findMethods(parent, name, seen + 1);
        if (found.length > 0) return found;
      }
    }
    return own ?? [];
  }

  /** The rest of a type whose methods stand in several files. */
  private partsOf(cls: ClassIr, name: string): readonly ClassIr[] {
    const { typesReach } = cls.file.semantics;
    if (typesReach === 'program')
      return [
        ...this.source.pathsOfFunction(name === '<init>' ? cls.name : name).slice(0, 8),
        ...this.source.pathsOfClass(cls.name).slice(0, 4),
      ]
        .filter((path) => path !== cls.file.path)
        .flatMap((path) => this.file(path)?.classes.filter((other) => other.name === cls.name) ?? []);
    if (typesReach === 'file') return [];
    const folder = posix.dirname(cls.file.path);
    return this.source
      .pathsOfClass(cls.name)
      .filter((path) => path !== cls.file.path && posix.dirname(path) === folder)
      .slice(0, 8)
      .flatMap((path) => this.file(path)?.classes.filter((other) => other.name === cls.name) ?? []);
  }

  /** Bodies that a call on an interface or abstract class may reach. */
  implementations(cls: ClassIr, name: string): readonly FunctionIr[] {
    const key = `${cls.file.path}:${cls.name}.${name}`;
    const known = this.methods.get(key);
    if (known !== undefined) return known;
    const found: FunctionIr[] = [];
    for (const path of nearest(this.source.pathsOfFunction(name), cls.file.path).slice(0, 12)) {
      // Who implements something says so.
      if (path !== cls.file.path && !this.source.mentions(path, cls.name)) continue;
      for (const other of this.fileLike(cls.file, path)?.classes ?? []) {
        if (!other.bases.includes(cls.name)) continue;
        found.push(...(other.methods.get(name) ?? []).filter((fn) => fn.body.length > 0));
      }
    }
    this.methods.set(key, found.slice(0, 4));
    return found.slice(0, 4);
  }

  /** A function of that name at the top of some file, for languages whose functions are global or of a package. */
  functionNamed(name: string, near: FileIr): FunctionIr | null {
    const own = functionsNamed(near, name).find((fn) => fn.cls === null && fn.parent === near.top);
    if (own !== undefined) return own;
    if (near.semantics.functionsReach === 'file') return null;
    const known = nested(this.functionsFrom, near);
    let found = known.get(name);
    if (found === undefined) {
      found = this.findFunction(name, near);
      known.set(name, found);
    }
    return found;
  }

  private findFunction(name: string, near: FileIr): FunctionIr | null {
    const { functionsReach } = near.semantics;
    const candidates =
      functionsReach === 'folder' ? this.source.siblings(near.path) : this.source.pathsOfFunction(name);
    if (candidates.length > 8 && functionsReach === 'program') return null;
    const known = new Set(this.source.pathsOfFunction(name));
    for (const path of candidates) {
      if (path === near.path || !known.has(path)) continue;
      const file = this.fileLike(near, path);
      if (file === null) continue;
      const found = functionsNamed(file, name).find((fn) => fn.cls === null && fn.parent === file.top);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The only method of that name in the program, when the receiver is not known. */
  onlyMethod(name: string, near: FileIr): FunctionIr | null {
    const paths = this.source.pathsOfFunction(name);
    if (paths.length === 0 || paths.length > 2) return null;
    const found: FunctionIr[] = [];
    for (const path of paths) {
      const file = this.fileLike(near, path);
      if (file === null) continue;
      found.push(...functionsNamed(file, name));
    }
    return only(found) ?? null;
  }

  /** A function of a package that is a folder. */
  packageFunction(folder: FileIr, name: string): FunctionIr | null {
    const known = new Set(this.source.pathsOfFunction(name));
    for (const path of this.source.siblings(folder.path)) {
      const file = known.has(path) ? this.file(path) : null;
      const found = file && functionsNamed(file, name).find((fn) => fn.cls === null);
      if (found) return found;
    }
    return null;
  }

  private worldOf(path: string): string | null {
    const language = this.source.languageOf(path);
    return language === null ? null : this.modelOf(language).semantics.world;
  }

  /** A file whose code may call that of `near`; others are not lowered for it. */
  private fileLike(near: FileIr, path: string): FileIr | null {
    return this.worldOf(path) === near.semantics.world ? this.file(path) : null;
  }
}

/** Of many files those first that stand closest: what has the same name elsewhere is seldom meant. */
function nearest(paths: readonly string[], to: string): readonly string[] {
  if (paths.length <= 12) return paths;
  const shared = (path: string): number => {
    let at = 0;
    while (at < path.length && path[at] === to[at]) at++;
    return path.lastIndexOf('/', at);
  };
  return paths
    .map((path) => ({ path, depth: shared(path) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ path }) => path);
}
