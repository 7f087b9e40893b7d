import { byPath } from '../read/compare-text.ts';
import { readCoverage } from '../read/files/read-coverage.ts';
import { findClones } from '../read/structure/find-clones.ts';
import { markUsedExports } from '../read/structure/mark-used-exports.ts';
import { buildModuleGraph } from '../read/structure/module-graph.ts';
import { ImportResolver } from '../read/structure/resolve-imports.ts';
import { sumComplexity, sumLanguages, sumTests } from '../read/structure/summarize.ts';
import { testFramework } from '../read/structure/test-frameworks.ts';
import type { AnalyzeOptions, ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { AnalysisHelper } from './analysis-helper.ts';
import { findFlows, textReader } from './find-flows.ts';
import type { FlowPartResult } from './flow-work.ts';
import type { Incremental } from './incremental.ts';
import { publicPaths } from './public-code.ts';
import type { ScannedFile } from './scan-file.ts';
import { scanFiles } from './scan-files.ts';
import { tokenReader } from './tokens-of.ts';
import { engineVersion } from './versions.ts';

export const defaultLimits = { maxFileBytes: 1_048_576, fileBudgetMs: 2_000 };

type Options = AnalyzeOptions & {
  helper?: AnalysisHelper;
  /** What may be reused from an earlier analysis, and what is kept for the next. */
  incremental?: Incremental;
};

/**
 * For worker threads. With a helper, part of the work is done in another thread; the findings are the same.
 */
export async function analyzeFiles(
  entries: readonly FileEntry[],
  options: Options = {},
): Promise<ApplicationIndex> {
  const startedAt = performance.now();
  const sorted = [...entries].sort(byPath);
  const scanned = await scanAll(sorted, options);
  const index = indexOf(scanned, sorted);
  // They take most of the files' memory, and the search for copies is done.
  for (const one of scanned) one.copies = null;
  index.timing.lexMs = Math.round(performance.now() - startedAt);
  const followedAt = performance.now();
  const { taint, misuse, parseMs, faults } = await followData(sorted, scanned, options);
  for (const fault of [...scanned.flatMap((one) => one.fault ?? []), ...faults]) options.onFault?.(fault);
  index.taint = taint;
  index.misuse = misuse;
  index.timing.parseMs = Math.round(parseMs);
  index.timing.taintMs = Math.round(Math.max(0, performance.now() - followedAt - parseMs));
  index.timing.durationMs = Math.round(performance.now() - startedAt);
  return index;
}

/** Scans what an earlier analysis does not have. */
async function scanAll(entries: readonly FileEntry[], options: Options): Promise<ScannedFile[]> {
  const { incremental, helper } = options;
  if (incremental === undefined) return scanFiles(entries, scanOptions(options), helper);
  const known = incremental.knownScans(entries);
  const left = entries.filter((_, at) => known[at] === undefined);
  // The helper uses indexes into all files, and for a few files it is not worth the wait.
  const scanned = await scanFiles(left, scanOptions(options), incremental.isBegun ? undefined : helper);
  let next = 0;
  const all = known.flatMap((one) => one ?? scanned.slice(next, ++next));
  incremental.keepScans(all);
  return all;
}

function scanOptions({ maxFileBytes, fileBudgetMs, shouldStop, onProgress }: Options) {
  return {
    limits: {
      maxFileBytes: maxFileBytes ?? defaultLimits.maxFileBytes,
      fileBudgetMs: fileBudgetMs ?? defaultLimits.fileBudgetMs,
    },
    shouldStop: shouldStop ?? (() => false),
    onProgress: onProgress ?? (() => undefined),
  };
}

/** The index, except for the data flows. */
function indexOf(scanned: readonly ScannedFile[], entries: readonly FileEntry[]): ApplicationIndex {
  const files = scanned.map(({ file }) => file);
  resolveAll(files, textsOf(scanned, 'resolverText'));
  const { languages, primaryLanguage } = sumLanguages(files);
  const code = files.filter((file) => file.kind === 'code').map((file) => file.path);
  return {
    engineVersion,
    files,
    languages,
    primaryLanguage,
    complexity: sumComplexity(files),
    duplication: findClones(
      scanned.flatMap(({ copies }) => copies ?? []),
      tokenReader(entries),
    ),
    graph: buildModuleGraph(files),
    taint: [],
    misuse: [],
    routes: nameFrameworks(
      scanned.flatMap(({ file, routes }) => routes.map((route) => ({ file: file.path, ...route }))),
      files,
    ),
    tests: sumTests(files, testFrameworks(files)),
    coverage: readCoverage(
      scanned.flatMap(({ file, coverageReport: text }) => (text === null ? [] : { path: file.path, text })),
      code,
    ),
    manifests: scanned.flatMap(({ manifest }) => manifest ?? []),
    configs: scanned.flatMap(({ config }) => config ?? []),
    documents: scanned.flatMap(({ file, document: kind }) =>
      kind === null ? [] : { kind, path: file.path },
    ),
    timing: { durationMs: 0, parseMs: 0, lexMs: 0, taintMs: 0 },
  };
}

function testFrameworks(files: readonly IndexedFile[]): Set<string> {
  const frameworks = new Set<string>();
  for (const file of files) {
    for (const fact of file.imports) {
      const framework = testFramework(fact.specifier);
      if (framework !== null) frameworks.add(framework);
    }
  }
  return frameworks;
}

function textsOf(scanned: readonly ScannedFile[], kind: 'resolverText' | 'settings'): Map<string, string> {
  return new Map(
    scanned.flatMap((one) => {
      const text = one[kind];
      return text === null ? [] : [[one.file.path, text]];
    }),
  );
}

/**
 * Follows data through the files that are worth it, and marks those that could not be followed completely.
 */
async function followData(
  entries: readonly FileEntry[],
  scanned: readonly ScannedFile[],
  options: Options,
): Promise<FlowPartResult> {
  const files = scanned.map(({ file }) => file);
  const served = new Set(scanned.flatMap(({ file, routes }) => (routes.length > 0 ? file.path : [])));
  const callers = options.callers ?? 'auto';
  const input = {
    entries,
    files,
    publicPaths: publicPaths({ files, served, textOf: textReader(entries) }, callers),
    candidates: scanned.flatMap(({ file, isCandidate }) => (isCandidate ? file.path : [])),
    pages: scanned.flatMap(({ file, hasScripts }) => (hasScripts ? file.path : [])),
    settings: textsOf(scanned, 'settings'),
    resolverTexts: textsOf(scanned, 'resolverText'),
    fileBudgetMs: options.fileBudgetMs ?? defaultLimits.fileBudgetMs,
    withCallers: callers !== 'off',
    shouldStop: options.shouldStop ?? (() => false),
    incremental: options.incremental,
  };
  const result = await findFlows(input, options.helper);
  const byName = new Map(files.map((file) => [file.path, file]));
  for (const path of result.withErrors) markPartial(byName.get(path), 'syntax_errors');
  for (const path of result.tooDeep) markPartial(byName.get(path), 'too_deep');
  for (const path of [...result.cut, ...result.unparsed]) markPartial(byName.get(path), 'time_budget');
  for (const { path } of result.faults) markPartial(byName.get(path), 'engine_fault');
  return result;
}

function markPartial(file: IndexedFile | undefined, reason: string): void {
  if (file === undefined || file.status !== 'full') return;
  file.status = 'partial';
  file.reason = reason;
}

/**
 * A file that only takes the application object as a parameter does not import its framework; another file
 * does.
 */
function nameFrameworks(
  routes: ApplicationIndex['routes'],
  files: readonly IndexedFile[],
): ApplicationIndex['routes'] {
  const known = ['express', 'fastify', 'hono', 'koa', 'restify'].find((name) =>
    files.some((file) => file.imports.some((fact) => fact.package === name)),
  );
  return known === undefined
    ? routes
    : routes.map((route) => (route.framework === 'http' ? { ...route, framework: known } : route));
}

function resolveAll(files: IndexedFile[], texts: ReadonlyMap<string, string>): void {
  const resolver = new ImportResolver(
    files.map((file) => file.path),
    (path) => texts.get(path),
  );
  for (const file of files) {
    for (const fact of file.imports)
      Object.assign(fact, resolver.resolve(file.path, fact.specifier, file.language ?? '', fact.names));
  }
  markUsedExports(files);
}
