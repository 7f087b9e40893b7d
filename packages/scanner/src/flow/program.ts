import { posix } from 'node:path';
import type { ClassIr, FileIr, FunctionIr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { findOwner } from './fields-by-name.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { IndexedModel } from './language-model.ts';
import type { Ledger } from './ledger.ts';
import type { Lookup } from './ledger-types.ts';
import { nearest } from './nearest-paths.ts';
import { nested } from './nested-map.ts';
import type { ProgramSource } from './program-source.ts';
import { accessorsOf } from './properties-with-code.ts';
import { SiblingTypes } from './types-beside.ts';
import type { Source } from './value.ts';

export class Program {
  private readonly source: ProgramSource;
  private readonly files = new Map<string, FileIr | null>();
  private readonly classes = new Map<string, Lookup<readonly ClassIr[]>>();
  /** Lookups from a file by name, and from a class: needed at nearly every call. */
  private readonly classesFrom = new WeakMap<FileIr, Map<string, Lookup<readonly ClassIr[]>>>();
  private readonly functionsFrom = new WeakMap<FileIr, Map<string, Lookup<FunctionIr | null>>>();
  private readonly methodsFrom = new WeakMap<ClassIr, Map<string, Lookup<readonly FunctionIr[]>>>();
  private readonly ownersFrom = new WeakMap<ClassIr, Map<string, Lookup<ClassIr | null>>>();
  readonly beside: SiblingTypes;
  private readonly imported = new WeakMap<FileIr, Map<string, Lookup<FileIr | null>>>();
  private readonly methods = new Map<string, Lookup<readonly FunctionIr[]>>();
  private readonly nested = new Set<FunctionIr>();
  /** Names of properties with accessors. */
  private readonly accessors = new Set<string>();
  /** Records the dependencies of the work. */
  readonly ledger: Ledger | null;
  /** Sources by place, so that the same read always gives the same source. */
  readonly sources = new Map<string, Source>();

  constructor(source: ProgramSource, ledger: Ledger | null = null) {
    this.source = source;
    this.ledger = ledger;
    this.beside = new SiblingTypes(source, this);
  }

  /** Returns what is known for a key, or finds it now. The caller gets its dependencies. */
  looked<Found>(known: Map<string, Lookup<Found>>, key: string, find: () => Found): Found {
    const { ledger } = this;
    let entry = known.get(key);
    if (entry === undefined) {
      entry = ledger === null ? { value: find(), notes: nothing, serial: 0 } : ledger.lookUp(find);
      known.set(key, entry);
    }
    if (ledger !== null && entry.serial !== ledger.serial) {
      entry.serial = ledger.serial;
      ledger.use(entry);
    }
    return entry.value;
  }

  /** Returns what is known for a key, if its dependencies are already recorded: needed at nearly every call. */
  private noted<Found>(known: Map<string, Lookup<Found>>, key: string): Found | undefined {
    const entry = known.get(key);
    return this.ledger === null || entry?.serial === this.ledger.serial ? entry?.value : undefined;
  }

  /** While a module runs again: the names of properties with accessors when it first ran. */
  accessorsThen: ReadonlyMap<string, boolean> | null = null;

  hasAccessor(name: string): boolean {
    const has = this.accessorsThen?.get(name) ?? this.accessors.has(name);
    this.ledger?.hasCode(name, has);
    return has;
  }

  addAccessors(names: readonly string[]): void {
    for (const name of names) this.accessors.add(name);
  }

  modelOf(language: string): IndexedModel {
    return this.source.modelOf(language);
  }

  setting(key: string): string | undefined {
    return this.source.setting(key);
  }

  file(path: string): FileIr | null {
    this.ledger?.lookedAt(path);
    const known = this.files.get(path);
    if (known !== undefined) return known;
    // With a cycle of imports, the file is requested again while it is being lowered.
    this.files.set(path, null);
    const file = this.source.lower(path);
    this.files.set(path, file);
    if (file === null) return null;
    this.ledger?.addFile(file);
    for (const fn of file.functions) if (fn.parent !== null) this.nested.add(fn.parent);
    this.addAccessors(accessorsOf(file));
    // Known from the start, whether its module runs before or after its functions.
    if (file.semantics.modulesAreObjects) file.top.locals.add('exports').add('module');
    return file;
  }

  /** Whether the file was already read. */
  isRead(path: string): boolean {
    return this.files.has(path);
  }

  /** Whether a nested function may read its variables later. */
  hasNested(fn: FunctionIr): boolean {
    return this.nested.has(fn);
  }

  importedFile(from: FileIr, specifier: string, name: string): FileIr | null {
    return this.looked(nested(this.imported, from), `${specifier}\n${name}`, () => {
      const path = this.source.resolveImport(from.path, specifier, from.language, name);
      return path === null ? null : this.file(path);
    });
  }

  /** Classes of that name, those of the same file first. */
  classesNamed(name: string, near: FileIr): readonly ClassIr[] {
    const known = nested(this.classesFrom, near);
    return this.noted(known, name) ?? this.looked(known, name, () => this.findClasses(name, near));
  }

  private findClasses(name: string, near: FileIr): readonly ClassIr[] {
    const own = near.classes.filter((cls) => cls.name === name);
    if (own.length > 0) return own;
    const found = this.looked(this.classes, `${near.language}:${name}`, () => {
      const list: ClassIr[] = [];
      for (const path of this.source.pathsOfClass(name).slice(0, 6)) {
        const file = this.fileLike(near, path);
        if (file === null) continue;
        list.push(...file.classes.filter((cls) => cls.name === name));
      }
      return list;
    });
    if (found.length > 1) {
      const close = found.filter((cls) => posix.dirname(cls.file.path) === posix.dirname(near.path));
      if (close.length > 0) return close;
    }
    return found;
  }

  /** Classes for a type as written, which may include the package. */
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

  /** Classes of that name in files that contain one of the words. */
  contractsNamed(name: string, near: FileIr, words: readonly string[]): readonly ClassIr[] {
    const paths = this.source.pathsOfClass(name).slice(0, 3);
    return paths.some((path) => words.some((word) => this.source.mentions(path, word)))
      ? this.classesNamed(name, near)
      : [];
  }

  /** Methods of that name in the class or a base. */
  methodsOf(cls: ClassIr, name: string): readonly FunctionIr[] {
    const known = nested(this.methodsFrom, cls);
    return this.noted(known, name) ?? this.looked(known, name, () => this.findMethods(cls, name, 0));
  }

  /** The class that declares a field: this one or a base. Null if none does. */
  ownerOf(cls: ClassIr, name: string): ClassIr | null {
    return this.looked(nested(this.ownersFrom, cls), name, () => findOwner(this, cls, name, 0));
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

  /** The other parts of a type whose methods are in several files. */
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

  /** Implementations that a call on an interface or abstract class may reach. */
  implementations(cls: ClassIr, name: string): readonly FunctionIr[] {
    return this.looked(this.methods, `${cls.file.path}:${cls.name}.${name}`, () =>
      this.findImplementations(cls, name),
    );
  }

  private findImplementations(cls: ClassIr, name: string): readonly FunctionIr[] {
    const found: FunctionIr[] = [];
    for (const path of nearest(this.source.pathsOfFunction(name), cls.file.path).slice(0, 12)) {
      // An implementation names its interface.
      if (path !== cls.file.path && !this.source.mentions(path, cls.name)) continue;
      for (const other of this.fileLike(cls.file, path)?.classes ?? []) {
        if (!other.bases.includes(cls.name)) continue;
        found.push(...(other.methods.get(name) ?? []).filter((fn) => fn.body.length > 0));
      }
    }
    return found.slice(0, 4);
  }

  /**
   * A top-level function of that name in some file, for languages whose functions are global or belong to a package.
   */
  functionNamed(name: string, near: FileIr): FunctionIr | null {
    const own = functionsNamed(near, name).find((fn) => fn.cls === null && fn.parent === near.top);
    if (own !== undefined) return own;
    if (near.semantics.functionsReach === 'file') return null;
    return this.looked(nested(this.functionsFrom, near), name, () => this.findFunction(name, near));
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

  /** The only method of that name in the program, for an unknown receiver. */
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

  /** A file whose code may call the code of `near`; others are not lowered for it. */
  private fileLike(near: FileIr, path: string): FileIr | null {
    return this.worldOf(path) === near.semantics.world ? this.file(path) : null;
  }
}

const nothing = { asked: new Set<number>(), files: new Set<string>() };
