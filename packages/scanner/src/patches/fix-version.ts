import type { FileLookup } from '../types/file-entry.ts';
import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

/**
 * Requires the fixed version of a package where a manifest gives its version. Not if that is another major version,
 * because callers would have to change. Not if there is a lockfile either: `npm ci` and similar commands refuse one
 * that contradicts its manifest, and the checksums for a correct one are only in the registry.
 */
export function fixVersion({ finding, text, files }: FixSite): Edit[] | undefined {
  const { package: used, file } = finding;
  if (!used?.fixedVersion || isLocked(file, text, files)) return undefined;
  const found = placeOf(file, text, used.name);
  if (found === undefined) return undefined;
  const [start, end] = found;
  if (!isCompatible(text.slice(start, end), used.fixedVersion)) return undefined;
  return [{ file, start, end, replacement: used.fixedVersion }];
}

/** By semantic versioning, also below 1.0. Versions that are dates promise nothing, but rarely break. */
function isCompatible(old: string, fixed: string): boolean {
  const [major = 0, minor = 0] = numbersOf(old);
  const [nextMajor = 0, nextMinor = 0] = numbersOf(fixed);
  if (major > 1990) return true;
  return major === nextMajor && (major > 0 || minor === nextMinor);
}

const numbersOf = (version: string) => version.split(/[.\-+]/, 2).map(Number);

const locks: readonly [RegExp, readonly string[]][] = [
  [
    /package\.json$/,
    ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ],
  [/\.gradle(?:\.kts)?$/, ['gradle.lockfile', 'gradle/verification-metadata.xml']],
  [/proj$|\.props$/, ['packages.lock.json']],
];

/** Whether a lockfile in this folder or above fixes the versions, or the manifest itself has checksums. */
function isLocked(file: string, text: string, files: FileLookup): boolean {
  if (/--hash=/.test(text)) return true;
  const names = locks.find(([manifest]) => manifest.test(file))?.[1] ?? [];
  const folders = file.split('/').slice(0, -1);
  return folders
    .map((_, depth) => `${folders.slice(0, depth + 1).join('/')}/`)
    .concat('')
    .some((folder) => names.some((name) => files.get(folder + name) !== undefined));
}

/** The range of the version; undefined if it does not occur exactly once. */
function placeOf(file: string, text: string, name: string): [number, number] | undefined {
  const quoted = RegExp.escape(name);
  const [group = '', artifact = ''] = name.split(':').map((part) => RegExp.escape(part));
  if (file.endsWith('package.json'))
    return only(text, new RegExp(`("${quoted}"\\s*:\\s*"[~^=v]*)(\\d[^"\\s]*)"`, 'g'));
  if (/\.(?:txt|in)$/.test(file)) {
    const parts = name.split('-').map((part) => RegExp.escape(part));
    return only(text, new RegExp(`^(${parts.join('[-_.]')}(?:\\[[^\\]]*\\])?\\s*==\\s*)([\\w.!+]+)`, 'gim'));
  }
  if (file.endsWith('pom.xml')) {
    const place = only(
      text,
      new RegExp(
        `(<groupId>\\s*${group}\\s*</groupId>\\s*<artifactId>\\s*${artifact}\\s*</artifactId>\\s*<version>\\s*)([^<>\\s]+)`,
        'g',
      ),
    );
    // A property may be the version of several packages.
    return place && /\$\{/.test(text.slice(...place)) ? undefined : place;
  }
  if (/\.gradle(?:\.kts)?$/.test(file))
    return only(text, new RegExp(`(["']${group}:${artifact}:)([\\w.-]+)(?=["'@:])`, 'g'));
  if (/\.(?:cs|fs|vb)proj$|\.props$/.test(file))
    return only(
      text,
      new RegExp(
        `(<Package(?:Reference|Version)\\s+Include="${quoted}"\\s+Version=")(\\d[\\w.-]*)(?=")`,
        'gi',
      ),
    );
  return undefined;
}

function only(text: string, pattern: RegExp): [number, number] | undefined {
  const [first, second] = [...text.matchAll(pattern)];
  if (!first || second) return undefined;
  const [, before = '', version = ''] = first;
  const start = first.index + before.length;
  return [start, start + version.length];
}
