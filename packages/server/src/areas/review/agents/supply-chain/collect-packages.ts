import type { FileLookup } from '../../contract.ts';
import { type DependencyFormat, dependencyFormatOf } from './lockfiles/formats.ts';
import type { ParsedFile } from './lockfiles/parsed-package.ts';

/** A file that names packages, read. */
export interface DependencyFile extends ParsedFile {
  path: string;
  folder: string;
  format: DependencyFormat;
  /** Why it could not be read, or null. */
  error: string | null;
}

const vendored =
  /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|\.venv|Pods|\.yarn|dist|target)\//;
/** Manifests of what tests and examples feed to a program are no dependencies of the application. */
const aside =
  /(?:^|\/)(?:fixtures?|testdata|test-data|__fixtures__|__tests__|templates?|examples?|samples?)\//i;

/** Every manifest and lockfile of the application's own, in the order of the files. */
export function collectDependencyFiles(files: FileLookup): DependencyFile[] {
  const found: DependencyFile[] = [];
  for (const { path } of files.entries) {
    const format = dependencyFormatOf(path);
    if (!format || vendored.test(path) || aside.test(path)) continue;
    const text = files.text(path);
    if (text === undefined) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    try {
      found.push({ path, folder, format, error: null, ...format.parse(text, path) });
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0]! : 'unreadable';
      found.push({ path, folder, format, error: reason, packages: [], license: null });
    }
  }
  return found;
}

/** The lockfiles that settle a manifest: beside it, or in a folder above it, as workspaces have them. */
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
