import { posix } from 'node:path';
import type { ImportFact } from '../../types/file-facts.ts';
import { appleModules } from './standard-modules.ts';

type Resolved = Pick<ImportFact, 'resolved' | 'package'>;

/** Resolves imports of Swift and Dart: modules, which are folders, and packages by name. */
export class MobileModules {
  private readonly paths: ReadonlySet<string>;
  private readonly dartPackages = new Map<string, string>();
  private readonly swiftModules = new Map<string, string>();

  constructor(paths: ReadonlySet<string>, textOf: (path: string) => string | undefined) {
    this.paths = paths;
    for (const path of paths) {
      if (path.endsWith('.swift')) this.addSwiftFile(path);
      if (posix.basename(path) !== 'pubspec.yaml') continue;
      const name = /^name:\s*["']?(\w+)/m.exec(textOf(path) ?? '')?.[1];
      if (name !== undefined) this.dartPackages.set(name, posix.dirname(path));
    }
  }

  /** `Sources/Module/…` in a package, `Module/…` in an application. */
  private addSwiftFile(path: string): void {
    const module = /(?:^|\/)(?:Sources?|Tests)\/([^/]+)\//.exec(path)?.[1] ?? /^([^/]+)\//.exec(path)?.[1];
    const known = module === undefined ? undefined : this.swiftModules.get(module);
    if (module !== undefined && (known === undefined || path < known)) this.swiftModules.set(module, path);
  }

  resolveDart(from: string, specifier: string): Resolved {
    if (specifier.startsWith('dart:')) return { resolved: null, package: null };
    const [, name, rest] = /^package:([^/]+)\/(.+)$/.exec(specifier) ?? [];
    if (name === undefined || rest === undefined) {
      const base = posix.join(posix.dirname(from), specifier);
      return { resolved: this.existing(base), package: null };
    }
    const folder = this.dartPackages.get(name);
    if (folder === undefined) return { resolved: null, package: name };
    return { resolved: this.existing(posix.join(folder, 'lib', rest)), package: null };
  }

  /** A module is a folder of files that see each other; one of them represents it. */
  resolveSwift(specifier: string): Resolved {
    const [module = ''] = specifier.split('.');
    const file = this.swiftModules.get(module) ?? null;
    return { resolved: file, package: file === null && !appleModules.test(module) ? module : null };
  }

  private existing(path: string): string | null {
    return this.paths.has(path) ? path : null;
  }
}
