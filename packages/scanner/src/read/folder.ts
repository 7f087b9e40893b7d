import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileEntry } from '../types/file-entry.ts';

/** A .gitignore file and its scope. */
interface Rules {
  /** A file's path relative to the .gitignore. */
  pathOf(path: string): string;
  matcher: Ignore;
}

/**
 * A folder's files as Git would see them, sorted by path: without `.git` and everything excluded by any
 * .gitignore in it, or above it in its repository. Links are not followed. Files are read on demand.
 */
export function readFolder(folder: string): FileEntry[] {
  const root = resolve(folder);
  const paths = [...listFiles(root, '', readOuterRules(root))].sort();
  return paths.map((path) => {
    const file = join(root, path);
    return { path, sizeBytes: statSync(file).size, read: () => readFileSync(file) };
  });
}

function* listFiles(root: string, base: string, outer: readonly Rules[]): Generator<string> {
  const rules = [...outer, ...readIgnoreFile(join(root, base), (path) => path.slice(base.length))];
  for (const entry of readdirSync(join(root, base), { withFileTypes: true })) {
    if (entry.name === '.git') continue;
    const path = base + entry.name;
    if (entry.isDirectory()) {
      if (!isIgnored(`${path}/`, rules)) yield* listFiles(root, `${path}/`, rules);
    } else if (entry.isFile() && !isIgnored(path, rules)) {
      yield path;
    }
  }
}

function readIgnoreFile(folder: string, pathOf: Rules['pathOf']): Rules[] {
  const file = join(folder, '.gitignore');
  return existsSync(file) ? [{ pathOf, matcher: ignore().add(readFileSync(file, 'utf8')) }] : [];
}

/** Rules of the parent folders, up to the root of the repository, outermost first. */
function readOuterRules(folder: string): Rules[] {
  const above: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    // Not in a repository.
    if (at === dirname(at)) return [];
    above.unshift(dirname(at));
  }
  return above.flatMap((outer) => {
    const prefix = `${relative(outer, folder).split(sep).join('/')}/`;
    return readIgnoreFile(outer, (path) => prefix + path);
  });
}

/** The rules closest to the file take precedence. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { pathOf, matcher } of rules) {
    const verdict = matcher.test(pathOf(path));
    if (verdict.ignored) ignored = true;
    if (verdict.unignored) ignored = false;
  }
  return ignored;
}
