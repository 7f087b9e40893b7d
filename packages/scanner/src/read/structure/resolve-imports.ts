import { posix } from 'node:path';
import type { ImportFact } from '../../types/file-facts.ts';
import { addToList } from '../add-to-list.ts';
import { MobileModules } from './resolve-mobile-imports.ts';
import { placesFromRoot } from './root-alias.ts';
import { nodeBuiltins, pythonStandard, scriptExtensions } from './standard-modules.ts';

/**
 * Finds the file or package of each import. Pure: depends only on the set of paths and the text of a few
 * files.
 */
export class ImportResolver {
  private readonly paths: Set<string>;
  private readonly bySuffix = new Map<string, string[]>();
  private readonly goModules: { prefix: string; folder: string }[] = [];
  private readonly byFolder = new Map<string, string[]>();
  private readonly workspacePackages = new Map<string, string>();
  private readonly modules: MobileModules;
  private readonly aliases: { prefix: string; targets: string[] }[] = [];

  constructor(paths: readonly string[], textOf: (path: string) => string | undefined) {
    this.paths = new Set(paths);
    this.modules = new MobileModules(this.paths, textOf);
    for (const path of paths) {
      addToList(this.byFolder, posix.dirname(path), path);
      const name = posix.basename(path).replace(/\.\w+$/, '');
      addToList(this.bySuffix, name, path);
      if (posix.basename(path) === 'go.mod') {
        const module = /^module\s+(\S+)/m.exec(textOf(path) ?? '')?.[1];
        if (module !== undefined) this.goModules.push({ prefix: module, folder: posix.dirname(path) });
      } else if (posix.basename(path) === 'package.json') {
        this.addPackage(path, textOf(path) ?? '');
      } else if (/^[tj]sconfig(?:\.\w+)?\.json$/.test(posix.basename(path))) {
        this.addAliases(path, textOf(path) ?? '');
      }
    }
    this.goModules.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  resolve(
    from: string,
    specifier: string,
    language: string,
    names: string[],
  ): Pick<ImportFact, 'resolved' | 'package'> {
    switch (language) {
      case 'Python':
        return this.resolvePython(from, specifier, names);
      case 'Java':
      case 'Kotlin':
      case 'Scala':
      case 'Groovy':
        return this.resolveDotted(from, specifier, /^(?:java|javax|jakarta|kotlin|kotlinx|scala|jdk|sun)\./);
      case 'C#':
        return this.resolveDotted(from, specifier, /^(?:System|Microsoft\.CSharp|Microsoft\.Win32)\b/);
      case 'Go':
        return this.resolveGo(specifier);
      case 'PHP':
        return this.resolvePhp(from, specifier);
      case 'Ruby':
        return this.resolveRuby(from, specifier);
      case 'Rust':
        return this.resolveRust(from, specifier);
      case 'Dart':
        return this.modules.resolveDart(from, specifier);
      case 'Swift':
        return this.modules.resolveSwift(specifier);
      case 'C':
      case 'C++':
        return this.resolveInclude(from, specifier);
      default:
        return this.resolveScript(from, specifier);
    }
  }

  private addPackage(path: string, text: string): void {
    try {
      const parsed = JSON.parse(text) as {
        name?: unknown;
        main?: unknown;
        module?: unknown;
        source?: unknown;
      };
      if (typeof parsed.name !== 'string') return;
      const folder = posix.dirname(path);
      const main = [parsed.source, parsed.module, parsed.main].find((value) => typeof value === 'string') as
        | string
        | undefined;
      const candidates = [main, 'src/index', 'index', 'lib/index'].filter((value) => value !== undefined);
      const target = candidates
        .map((value) => this.scriptFile(posix.join(folder, value)))
        .find((value) => value !== null);
      if (target) this.workspacePackages.set(parsed.name, target);
    } catch {
      // An invalid package.json names no package.
    }
  }

  private addAliases(path: string, text: string): void {
    const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '.';
    const block = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1];
    if (block === undefined) return;
    for (const [, name = '', place = ''] of block.matchAll(/"([^"]+)"\s*:\s*\[\s*"([^"]+)"/g)) {
      const target = posix.join(posix.dirname(path), base, place.replace(/\*$/, ''));
      this.aliases.push({ prefix: name.replace(/\*$/, ''), targets: [target] });
    }
  }

  private resolveScript(from: string, specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    if (specifier.startsWith('.') || specifier.startsWith('/')) {
      const base = specifier.startsWith('/')
        ? specifier.slice(1)
        : posix.join(posix.dirname(from), specifier);
      return { resolved: this.scriptFile(base.replace(/[?#].*$/, '')), package: null };
    }
    for (const { prefix, targets } of this.aliases) {
      if (!specifier.startsWith(prefix)) continue;
      for (const target of targets) {
        const resolved = this.scriptFile(posix.join(target, specifier.slice(prefix.length)));
        if (resolved !== null) return { resolved, package: null };
      }
    }
    for (const place of placesFromRoot(from, specifier)) {
      const resolved = this.scriptFile(place);
      if (resolved !== null) return { resolved, package: null };
    }
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    const own = this.workspacePackages.get(name);
    if (own !== undefined) return { resolved: own, package: null };
    const isBuiltin = specifier.startsWith('node:') || nodeBuiltins.has(name);
    return { resolved: null, package: isBuiltin ? null : name };
  }

  private scriptFile(base: string): string | null {
    const stem = base.replace(/\.(?:js|mjs|cjs|jsx)$/, '');
    for (const candidate of [
      base,
      ...scriptExtensions.map((extension) => stem + extension),
      ...scriptExtensions.map((extension) => `${base}${extension}`),
    ]) {
      if (this.paths.has(candidate)) return candidate;
    }
    for (const extension of scriptExtensions) {
      const candidate = posix.join(base, `index${extension}`);
      if (this.paths.has(candidate)) return candidate;
    }
    return null;
  }

  private resolvePython(
    from: string,
    specifier: string,
    names: string[],
  ): Pick<ImportFact, 'resolved' | 'package'> {
    const dots = specifier.length - specifier.replace(/^\.+/, '').length;
    const rest = specifier.slice(dots).replaceAll('.', '/');
    const folders: string[] = [];
    if (dots > 0) {
      let folder = posix.dirname(from);
      for (let up = 1; up < dots; up++) folder = posix.dirname(folder);
      folders.push(folder);
    } else {
      for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
        folders.push(folder, posix.join(folder, 'src'));
        if (folder === '.' || folder === '/') break;
      }
    }
    for (const folder of folders) {
      const base = posix.join(folder, rest);
      // `from package import module` names a file in the package.
      for (const name of names)
        if (this.paths.has(`${base}/${name}.py`)) return { resolved: `${base}/${name}.py`, package: null };
      for (const candidate of [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`]) {
        if (this.paths.has(candidate)) return { resolved: candidate, package: null };
      }
    }
    const [top = ''] = specifier.split('.');
    return { resolved: null, package: dots > 0 || pythonStandard.has(top) ? null : top };
  }

  private resolveDotted(
    from: string,
    specifier: string,
    standard: RegExp,
  ): Pick<ImportFact, 'resolved' | 'package'> {
    const parts = specifier.replace(/\.\*$/, '').split('.');
    // The last segments may be a member of the class: tries the longest path first.
    for (let length = parts.length; length >= Math.max(1, parts.length - 2); length--) {
      const kept = parts.slice(0, length);
      const suffix = `${kept.join('/')}.`;
      const [found] = (this.bySuffix.get(kept.at(-1) ?? '') ?? [])
        .filter((path) => path.includes(suffix) && path !== from)
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      if (found !== undefined) return { resolved: found, package: null };
    }
    if (standard.test(specifier)) return { resolved: null, package: null };
    return {
      resolved: null,
      package: parts.slice(0, /^[A-Z]/.test(specifier) ? 1 : 3).join('.'),
    };
  }

  private resolveGo(specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    for (const { prefix, folder } of this.goModules) {
      if (specifier !== prefix && !specifier.startsWith(`${prefix}/`)) continue;
      const target = posix.join(folder, specifier.slice(prefix.length + 1));
      const file = (this.byFolder.get(target) ?? []).find(
        (path) => path.endsWith('.go') && !path.endsWith('_test.go'),
      );
      return { resolved: file ?? null, package: null };
    }
    const isStandard = !/^[^/]*\./.test(specifier);
    return { resolved: null, package: isStandard ? null : specifier.split('/').slice(0, 3).join('/') };
  }

  private resolvePhp(from: string, specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    if (specifier.includes('\\') || !specifier.includes('.')) {
      const name = specifier.slice(specifier.lastIndexOf('\\') + 1);
      const folders = specifier.split('\\').slice(0, -1);
      const found = (this.bySuffix.get(name) ?? []).find((path) =>
        path.endsWith(`${folders.at(-1) ?? ''}/${name}.php`),
      );
      if (found !== undefined) return { resolved: found, package: null };
      return {
        resolved: null,
        package: folders.length > 0 ? folders.slice(0, 2).join('/').toLowerCase() : null,
      };
    }
    const relative = specifier.replace(/^\/+/, '');
    for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
      const candidate = posix.join(folder, relative);
      if (this.paths.has(candidate)) return { resolved: candidate, package: null };
      if (folder === '.' || folder === '/') break;
    }
    return { resolved: null, package: null };
  }

  private resolveRuby(from: string, specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    const candidates = specifier.startsWith('.')
      ? [posix.join(posix.dirname(from), specifier)]
      : [specifier, `lib/${specifier}`, `app/models/${specifier}`, `app/controllers/${specifier}`];
    for (const candidate of candidates) {
      for (const path of [candidate, `${candidate}.rb`])
        if (this.paths.has(path)) return { resolved: path, package: null };
    }
    return { resolved: null, package: specifier.startsWith('.') ? null : specifier.replace(/\/.*$/s, '') };
  }

  private resolveRust(from: string, specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    const folder = posix.dirname(from);
    if (specifier.startsWith('mod ')) {
      const name = specifier.slice(4);
      const own = posix.basename(from, '.rs');
      const base = /^(?:mod|lib|main)$/.test(own) ? folder : posix.join(folder, own);
      return { resolved: this.first([`${base}/${name}.rs`, `${base}/${name}/mod.rs`]), package: null };
    }
    const [top = '', ...rest] = specifier.split('::');
    if (top === 'crate' || top === 'super' || top === 'self') {
      const root =
        top === 'crate'
          ? from.slice(0, Math.max(0, from.lastIndexOf('src/') + 3)) || 'src'
          : top === 'super'
            ? posix.dirname(folder)
            : folder;
      const candidates: string[] = [];
      for (let length = rest.length; length > 0; length--) {
        const base = posix.join(root, ...rest.slice(0, length));
        candidates.push(`${base}.rs`, `${base}/mod.rs`);
      }
      return { resolved: this.first(candidates), package: null };
    }
    return { resolved: null, package: /^(?:std|core|alloc)$/.test(top) ? null : top };
  }

  private resolveInclude(from: string, specifier: string): Pick<ImportFact, 'resolved' | 'package'> {
    const name = specifier.replace(/^\.\//, '');
    const direct = this.first([
      posix.join(posix.dirname(from), name),
      name,
      `include/${name}`,
      `src/${name}`,
    ]);
    if (direct !== null || !specifier.startsWith('./')) return { resolved: direct, package: null };
    const stem = posix.basename(name).replace(/\.\w+$/, '');
    return {
      resolved: (this.bySuffix.get(stem) ?? []).find((path) => path.endsWith(`/${name}`)) ?? null,
      package: null,
    };
  }

  private first(candidates: string[]): string | null {
    return candidates.find((candidate) => this.paths.has(candidate)) ?? null;
  }
}
