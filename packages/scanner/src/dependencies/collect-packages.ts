import { posix } from 'node:path';
import type { FileLookup } from '../types/file-entry.ts';
import { type DependencyFormat, dependencyFormatOf } from './lockfiles/formats.ts';
import { parentOfPom } from './lockfiles/jvm.ts';
import type { ParsedFile } from './lockfiles/parsed-package.ts';

/** A parsed file with packages. */
export interface DependencyFile extends ParsedFile {
  path: string;
  folder: string;
  format: DependencyFormat;
  /** Why it could not be read, or null. */
  error: string | null;
}

const vendored =
  /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|\.venv|Pods|\.yarn|dist|target)\//;
/** Manifests for tests and examples are not dependencies of the application. */
const aside =
  /(?:^|\/)(?:fixtures?|testdata|test-data|__fixtures__|__tests__|templates?|examples?|samples?)\//i;

/** Every manifest and lockfile of the application, and every copied library, in file order. */
export function collectDependencyFiles(files: FileLookup): DependencyFile[] {
  const found: DependencyFile[] = [];
  for (const { path } of files.entries) {
    const format = dependencyFormatOf(path);
    if (!format || aside.test(path) || (format.kind !== 'copy' && vendored.test(path))) continue;
    const text = files.text(path);
    if (text === undefined) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    try {
      found.push({
        path,
        folder,
        format,
        error: null,
        ...format.parse(text, path, siblingTexts(files, path, text)),
      });
    } catch (error) {
      const [reason = ''] = error instanceof Error ? error.message.split('\n') : ['unreadable'];
      found.push({ path, folder, format, error: reason, packages: [], license: null });
    }
  }
  return withoutOtherBuilds(found);
}

/** A library is often copied in several builds, such as a readable and a minified one. Each release is listed once. */
function withoutOtherBuilds(found: readonly DependencyFile[]): DependencyFile[] {
  const seen = new Set<string>();
  return found.filter(({ format, packages: [one] }) => {
    if (format.kind !== 'copy') return true;
    const release = one && `${one.name} ${one.version}`;
    return release !== undefined && !seen.has(release) && seen.add(release);
  });
}

const MAX_PARENTS = 8;

/** Parent pom.xml files in this application, or the properties of a Gradle build, which may contain versions. */
function siblingTexts(files: FileLookup, path: string, text: string): string[] {
  if (/(?:^|\/)build\.gradle(?:\.kts)?$/.test(path)) {
    const near = ['gradle.properties', '../gradle.properties', '../../gradle.properties'];
    return near.flatMap((name) => files.text(posix.join(posix.dirname(path), name)) ?? []).slice(0, 1);
  }
  if (!/(?:^|\/)pom\.xml$/.test(path)) return [];
  const texts: string[] = [];
  let at = path;
  let current = text;
  while (texts.length < MAX_PARENTS) {
    const parent = parentOfPom(current);
    if (parent === null) break;
    at = posix.join(posix.dirname(at), parent);
    const found = files.text(at);
    if (found === undefined || texts.includes(found)) break;
    texts.push(found);
    current = found;
  }
  return texts;
}

/** The lockfiles of a manifest: in the same folder or, for workspaces, in one above. */
export function lockfilesFor(manifest: DependencyFile, all: readonly DependencyFile[]): DependencyFile[] {
  const candidates = all.filter(
    (one) =>
      one.format.kind === 'lockfile' &&
      one.format.ecosystem === manifest.format.ecosystem &&
      one.error === null &&
      manifest.folder.startsWith(one.folder),
  );
  const nearest = Math.max(-1, ...candidates.map((one) => one.folder.length));
  return candidates.filter((one) => one.folder.length === nearest);
}
