import type { AnalyzeFiles, AnalyzeOptions, ApplicationIndex, FileEntry, IndexedFile } from '../contract.ts';
import { isVendoredPath } from './files/classify-file.ts';
import { emptyFile, type FileScan, indexFile } from './files/index-file.ts';
import { configOf, documentOf, isCoverageReport, manifestOf } from './files/project-files.ts';
import { readCoverage } from './files/read-coverage.ts';
import { findFlows } from './flow/find-flows.ts';
import type { FlowPartResult } from './flow/flow-part.ts';
import { deepLanguages } from './frontends/lower-file.ts';
import { detectLanguage } from './languages/language-table.ts';
import { hasModel, modelFor } from './models/models.ts';
import { type CloneInput, findClones } from './structure/find-clones.ts';
import { findRoutes } from './structure/find-routes.ts';
import { testFramework } from './structure/find-tests.ts';
import { buildModuleGraph } from './structure/module-graph.ts';
import { ImportResolver, markUsedExports } from './structure/resolve-imports.ts';
import { sumComplexity, sumLanguages, sumTests } from './structure/summarize.ts';

/** Changes whenever equal files may give another index. */
export const engineVersion = '1.0.0';

const defaults = { maxFileBytes: 1_048_576, fileBudgetMs: 2_000 };

/** What the scan of all files leaves beside the facts of each. */
interface Collected {
  files: IndexedFile[];
  clones: CloneInput[];
  manifests: ApplicationIndex['manifests'];
  configs: ApplicationIndex['configs'];
  documents: ApplicationIndex['documents'];
  reports: { path: string; text: string }[];
  resolverTexts: Map<string, string>;
  settings: Map<string, string>;
  routes: ApplicationIndex['routes'];
  /** Code whose words make it worth parsing. */
  candidates: string[];
}

export const analyzeFiles: AnalyzeFiles = async (entries, options = {}) => {
  const startedAt = performance.now();
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const collected = collect(sorted, options);
  const { files } = collected;
  resolveAll(files, collected.resolverTexts);
  const frameworks = new Set<string>();
  for (const file of files) {
    for (const fact of file.imports) {
      const framework = testFramework(fact.specifier);
      if (framework !== null) frameworks.add(framework);
    }
  }
  const lexMs = performance.now() - startedAt;
  const flows = await followData(sorted, collected, options);
  const { languages, primaryLanguage } = sumLanguages(files);
  return {
    engineVersion,
    files,
    languages,
    primaryLanguage,
    complexity: sumComplexity(files),
    duplication: findClones(collected.clones),
    graph: buildModuleGraph(files),
    taint: flows.taint,
    misuse: flows.misuse,
    routes: nameFrameworks(collected.routes, files),
    tests: sumTests(files, frameworks),
    coverage: readCoverage(
      collected.reports,
      files.filter((file) => file.kind === 'code').map((file) => file.path),
    ),
    manifests: collected.manifests,
    configs: collected.configs,
    documents: collected.documents,
    timing: {
      durationMs: Math.round(performance.now() - startedAt),
      parseMs: Math.round(flows.parseMs),
      lexMs: Math.round(lexMs),
      taintMs: Math.round(flows.taintMs),
    },
  };
};

/** Follows data through what is worth it, and marks files that could not be followed in full. */
async function followData(
  entries: readonly FileEntry[],
  collected: Collected,
  options: AnalyzeOptions,
): Promise<FlowPartResult & { taintMs: number }> {
  const startedAt = performance.now();
  const result = await findFlows({
    entries,
    files: collected.files,
    candidates: collected.candidates,
    settings: collected.settings,
    resolverTexts: collected.resolverTexts,
    fileBudgetMs: options.fileBudgetMs ?? defaults.fileBudgetMs,
    shouldStop: options.shouldStop ?? (() => false),
  });
  const files = new Map(collected.files.map((file) => [file.path, file]));
  for (const path of result.withErrors) markPartial(files.get(path), 'syntax_errors');
  for (const path of [...result.cut, ...result.unparsed]) markPartial(files.get(path), 'time_budget');
  return { ...result, taintMs: Math.max(0, performance.now() - startedAt - result.parseMs) };
}

function markPartial(file: IndexedFile | undefined, reason: string): void {
  if (file === undefined || file.status !== 'full') return;
  file.status = 'partial';
  file.reason = reason;
}

function collect(entries: readonly FileEntry[], options: AnalyzeOptions): Collected {
  const limits = {
    maxFileBytes: options.maxFileBytes ?? defaults.maxFileBytes,
    fileBudgetMs: options.fileBudgetMs ?? defaults.fileBudgetMs,
  };
  const collected: Collected = {
    files: [],
    clones: [],
    manifests: [],
    configs: [],
    documents: [],
    reports: [],
    resolverTexts: new Map(),
    settings: new Map(),
    routes: [],
    candidates: [],
  };
  entries.forEach((entry, index) => {
    if (options.shouldStop?.() === true) {
      const file = emptyFile(entry, detectLanguage(entry.path, ''), isVendoredPath(entry.path));
      collected.files.push({ ...file, status: 'skipped', reason: 'time_limit' });
      return;
    }
    const scan = indexFile(entry, limits);
    collected.files.push(scan.file);
    keep(collected, scan);
    options.onProgress?.(index + 1, entries.length);
  });
  return collected;
}

function keep(collected: Collected, { file, text, table }: FileScan): void {
  const { path } = file;
  if (!file.isVendored) {
    const start = text?.slice(0, 65_536) ?? '';
    const manifest = manifestOf(path);
    if (manifest !== null) collected.manifests.push(manifest);
    const config = configOf(path, start);
    if (config !== null) collected.configs.push(config);
    const kind = documentOf(path, start);
    if (kind !== null) collected.documents.push({ kind, path });
    if (text !== null && isCoverageReport(path)) collected.reports.push({ path, text });
    if (text !== null && /(?:^|\/)(?:go\.mod|package\.json|[tj]sconfig(?:\.\w+)?\.json)$/.test(path))
      collected.resolverTexts.set(path, text);
  }
  if (
    text !== null &&
    table !== null &&
    file.language !== null &&
    deepLanguages.has(file.language) &&
    hasModel(file.language)
  ) {
    if (file.status !== 'skipped' && !isTestCode(file) && modelFor(file.language).hints.test(text))
      collected.candidates.push(path);
  }
  if (text !== null && /\.(?:properties|ini|env)$|(?:^|\/)\.env/.test(path))
    collected.settings.set(path, text);
  if (table !== null && file.language !== null && file.status !== 'skipped' && !isTestCode(file)) {
    const imported = file.imports.map((fact) => fact.specifier);
    for (const route of findRoutes(table, file.language, imported))
      collected.routes.push({ file: path, ...route });
  }
  if (table !== null && file.status !== 'skipped' && !file.isTest) {
    collected.clones.push({
      path,
      hash: table.hash.slice(),
      line: table.line.slice(),
      linesCode: table.lines.code,
    });
  }
}

/** Code of tests alone: nobody outside reaches it. Folders named so may hold more. */
function isTestCode(file: IndexedFile): boolean {
  return (
    file.testCases.length > 0 ||
    /(?:[._-](?:test|spec|bench|stories)\.\w+|_test\.go|(?:^|\/)test_\w+\.py|(?:^|\/)conftest\.py)$/.test(
      file.path,
    )
  );
}

/** A file that only takes the application object does not import its framework; some other file does. */
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
