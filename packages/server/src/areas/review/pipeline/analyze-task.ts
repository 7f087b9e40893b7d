import { gzipSync } from 'node:zlib';
import { findComponents } from '../components/find-components.ts';
import type { ApplicationIndex, FileEntry } from '../contract.ts';
import { openArchive } from '../zip/index.ts';
import { agentOptions } from './agent-options.ts';
import { componentRows } from './component-rows.ts';
import { formatScores } from './format-scores.ts';
import { type StoredIndex, withCache } from './loaded-application.ts';
import { readinessRows } from './readiness-rows.ts';
import { formatReport } from './report.ts';
import { runRuleAgents } from './run-rule-agents.ts';
import { countSeverities } from './severity.ts';
import type { AnalysisOutput, WorkerTasks } from './worker-protocol.ts';

/** What an application's own counts of vulnerabilities and its first scores rest on. */
const ANALYSIS_AGENTS = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.deployment',
];

/** The whole static analysis of an archive. */
export async function analyzeTask(input: WorkerTasks['analyze']['input']): Promise<AnalysisOutput> {
  const startedAt = performance.now();
  const archive = openArchive(input.archivePath);
  try {
    const files = withCache(archive.files);
    const [{ analyzeFiles }, { readDependencies, scoreReadiness }] = await Promise.all([
      import('../analysis/index.ts'),
      import('../agents/index.ts'),
    ]);
    const index = await analyzeFiles(files);
    checkCoverage(index, files);
    const options = agentOptions(input.agents);
    const dependencies = await readDependencies(index, files, options);
    const { findings, results } = await runRuleAgents(ANALYSIS_AGENTS, {
      index,
      files,
      dependencies,
      options,
    });
    const score = await scoreReadiness(index, findings, files, dependencies);
    const readiness = readinessRows(score);
    const components = componentRows(findComponents(index, files, dependencies), findings);
    const durationMs = Math.round(performance.now() - startedAt);
    const vulnerabilities = findings.filter(({ source }) => source !== null);
    const skipped = JSON.parse(input.skippedEntries);
    return {
      ...summaryOf({ index, dependencies, ruleResults: results }),
      report: formatReport({
        index,
        dependencies,
        vulnerabilities,
        score,
        skipped,
        durationMs,
        uncompressedBytes: archive.uncompressedBytes,
      }),
      overallScore: formatScores(readiness).overall,
      vulnerabilities: countSeverities(vulnerabilities),
      readiness,
      components,
      durationMs,
    };
  } finally {
    archive.close();
  }
}

/** Every file must be accounted for once; an index that loses one must not pass as an analysis. */
function checkCoverage(index: ApplicationIndex, files: readonly FileEntry[]): void {
  const indexed = new Set(index.files.map(({ path }) => path));
  const lost = files.find(({ path }) => !indexed.has(path));
  if (lost !== undefined || indexed.size !== index.files.length || indexed.size !== files.length) {
    throw new Error(`the index does not account for every file once, such as ${lost?.path}`);
  }
}

function summaryOf(stored: StoredIndex) {
  const { index, dependencies } = stored;
  const files = { full: 0, partial: 0, skipped: 0 };
  for (const { status } of index.files) files[status]++;
  return {
    index: gzipped(JSON.stringify(stored)),
    linesCode: index.languages.reduce((sum, language) => sum + language.linesCode, 0),
    packages: dependencies.packages.map((used) => JSON.stringify(used)),
    primaryLanguage: index.primaryLanguage,
    languages: index.languages.map(({ name, files, linesCode }) => ({ name, files, lines_code: linesCode })),
    files,
  };
}

/** A copy in memory of its own, so that it can be handed to another thread. */
function gzipped(text: string): Uint8Array {
  return new Uint8Array(gzipSync(text, { level: 3 }));
}
