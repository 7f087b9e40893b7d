import { compareText } from '../read/compare-text.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { DependencyReport, PackageUse, ReadDependencies } from '../types/dependency-report.ts';
import { type AdvisorySource, advisoryKey } from './advisories/advisory.ts';
import { onlineSource } from './advisories/online-source.ts';
import { openOsvStore } from './advisories/osv-store.ts';
import { openSeed } from './advisories/seed-store.ts';
import { collectDependencyFiles, type DependencyFile, lockfilesFor } from './collect-packages.ts';
import type { ParsedPackage } from './lockfiles/parsed-package.ts';

/** The store if one is configured, otherwise the included list. */
export function advisorySource(options: AgentOptions | undefined): AdvisorySource {
  return options?.advisoryDbPath ? openOsvStore(options.advisoryDbPath) : openSeed();
}

/** The source in which a report's packages were looked up. */
export function sourceOf(report: DependencyReport, options: AgentOptions | undefined): AdvisorySource {
  return report.onlineAdvisories === undefined
    ? advisorySource(options)
    : onlineSource(report.onlineAdvisories, null);
}

/**
 * The packages in the application's manifests and lockfiles. If a database on the network is configured, it is
 * queried. Without an answer, the files on this machine are used, and the report says so.
 */
export const readDependencies: ReadDependencies = async (_index, files, options) => {
  const all = collectDependencyFiles(createFileLookup(files));
  const report = reportDependencies(all, advisorySource(options));
  if (options?.osv === undefined || report.packages.length === 0) return report;
  // The network code is only loaded if a database is configured.
  const { askOsv } = await import('./advisories/osv-online.ts');
  const answer = await askOsv(report.packages, options.osv);
  if (answer.answered.size === 0)
    return { ...report, advisoryDb: { ...report.advisoryDb, problem: answer.problem } };
  const unanswered = report.packages.filter(
    ({ ecosystem, name }) => !answer.answered.has(advisoryKey(ecosystem, name)),
  );
  // The files on this machine are used for packages that the network did not answer.
  const local = advisorySource(options);
  const known = unanswered.flatMap(({ ecosystem, name }) => local.advisoriesFor(ecosystem, name));
  const onlineAdvisories = [...answer.advisories, ...known];
  return {
    ...report,
    onlineAdvisories,
    advisoryDb: {
      source: 'online',
      advisories: onlineSource(onlineAdvisories, answer.newest).count,
      ageDays: ageInDays(answer.newest),
      unknownPackages: unanswered.length,
      problem: answer.problem,
    },
  };
};

export function reportDependencies(all: readonly DependencyFile[], source: AdvisorySource): DependencyReport {
  const packages = mergePackages(all);
  const licenses = new Map<string, number>();
  for (const one of packages) {
    if (one.license) licenses.set(one.license, (licenses.get(one.license) ?? 0) + 1);
  }
  const direct = packages.filter((one) => one.isDirect).length;
  return {
    manifests: all
      .filter((one) => one.format.kind === 'manifest' || one.path.endsWith('go.mod'))
      .map((one) => one.path),
    lockfiles: all
      .filter((one) => one.format.kind === 'lockfile' && !one.path.endsWith('go.mod'))
      .map((one) => one.path),
    packages,
    direct,
    transitive: packages.length - direct,
    unpinned: unpinnedOf(all).length,
    licenses: [...licenses]
      .map(([license, count]) => ({ license, packages: count }))
      .sort((a, b) => b.packages - a.packages || (a.license < b.license ? -1 : 1)),
    advisoryDb: {
      source: source.kind,
      advisories: source.count,
      ageDays: ageInDays(source.newest),
      unknownPackages: packages.filter(({ ecosystem }) => !source.covers(ecosystem)).length,
      problem: null,
    },
  };
}

function ageInDays(newest: string | null): number | null {
  const at = newest === null ? Number.NaN : Date.parse(newest);
  return Number.isNaN(at) ? null : Math.max(0, Math.floor((Date.now() - at) / 86_400_000));
}

/** Direct dependencies with a version that neither the manifest nor a lockfile fixes. */
export function unpinnedOf(all: readonly DependencyFile[]): { file: DependencyFile; use: ParsedPackage }[] {
  return all
    .filter((file) => file.format.kind === 'manifest' && lockfilesFor(file, all).length === 0)
    .flatMap((file) =>
      file.packages
        .filter(
          (use) =>
            use.isDirect && use.version === null && use.origin !== 'path' && !isManagedElsewhere(file, use),
        )
        .map((use) => ({ file, use })),
    );
}

/** In Maven, a missing version comes from a parent, in NuGet from central management: neither is unpinned. */
function isManagedElsewhere(file: DependencyFile, use: ParsedPackage): boolean {
  return (file.format.ecosystem === 'Maven' || file.format.ecosystem === 'NuGet') && use.range === null;
}

/**
 * Versions come from lockfiles, direct dependencies from manifests. Each version of a package is listed once per
 * file.
 */
function mergePackages(all: readonly DependencyFile[]): PackageUse[] {
  const merged = new Map<string, PackageUse>();
  const add = (file: DependencyFile, one: ParsedPackage, isDirect: boolean, isDev: boolean) => {
    const key = [file.format.ecosystem, one.name, one.version ?? '', file.path].join('\0');
    const known = merged.get(key);
    if (known) {
      known.isDirect ||= isDirect;
      known.isDev &&= isDev;
      return;
    }
    merged.set(key, {
      ecosystem: file.format.ecosystem,
      name: one.name,
      version: one.version,
      isDirect,
      isDev,
      isCopy: file.format.kind === 'copy',
      file: file.path,
      line: one.line,
      license: one.license,
      integrity: one.integrity,
    });
  };
  const locks = all.filter((file) => file.format.kind === 'lockfile');
  for (const lock of locks) {
    // go.mod lists what is built; go.sum also what was only considered.
    if (lock.path.endsWith('go.sum') && locks.some((one) => one.path === `${lock.folder}go.mod`)) continue;
    const wanted = directNames(lock, all);
    // If the project only depends on tools, their dependencies are for development too.
    const isForTools = wanted.size > 0 && [...wanted.values()].every((isDev) => isDev);
    for (const one of lock.packages) {
      const asked = wanted.get(one.name);
      add(lock, one, one.isDirect ?? asked !== undefined, one.isDev || asked === true || isForTools);
    }
  }
  for (const copy of all) {
    if (copy.format.kind === 'copy') for (const one of copy.packages) add(copy, one, true, false);
  }
  for (const manifest of all) {
    if (manifest.format.kind !== 'manifest') continue;
    const locked = new Set(
      lockfilesFor(manifest, all).flatMap((lock) => lock.packages.map((one) => one.name)),
    );
    for (const one of manifest.packages) {
      if (!locked.has(one.name) && one.origin !== 'path')
        add(manifest, one, one.isDirect !== false, one.isDev);
    }
  }
  return [...merged.values()].sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.name, b.name),
  );
}

/** The direct dependencies in manifests below a lockfile; true if only for development. */
function directNames(lock: DependencyFile, all: readonly DependencyFile[]): Map<string, boolean> {
  const names = new Map<string, boolean>();
  for (const file of all) {
    const isUnder = file.format.kind === 'manifest' && file.folder.startsWith(lock.folder);
    if (!isUnder || file.format.ecosystem !== lock.format.ecosystem) continue;
    for (const one of file.packages) names.set(one.name, (names.get(one.name) ?? true) && one.isDev);
  }
  return names;
}
