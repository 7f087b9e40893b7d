import {
  type ApplicationIndex,
  analyze,
  type DependencyReport,
  type FileEntry,
  openArchive,
  type SkippedEntry,
  withCache,
  workBytesOf,
} from '@trivium/scanner';
import { findComponents } from '../components/find-components.ts';
import type { FoundComponent } from '../components/found-component.ts';
import { agentOptions } from './agent-options.ts';
import { ANALYSIS_AGENTS } from './analysis-agents.ts';
import { NotShortWork } from './analysis-threads.ts';
import { componentRows } from './component-rows.ts';
import { formatScores } from './format-scores.ts';
import { readinessRows } from './readiness-rows.ts';
import { formatReport } from './report.ts';
import { openSecondThread } from './second-thread.ts';
import { countSeverities } from './severity.ts';
import { IndexPacker, readMemo } from './stored-index.ts';
import type { AnalysisOutput, GapRow, WorkerTasks } from './worker-protocol.ts';

/** Generous, so that the coverage of a file does not depend on the machine's load. */
const FILE_BUDGET_MS = 10_000;
const MAX_REPORTED_FAULTS = 10;
/** For larger applications, the data for the next version would take too much space. */
const MAX_REMEMBERED_BYTES = 64 * 1_048_576;

/** The complete static analysis of an archive. */
export async function analyzeTask(input: WorkerTasks['analyze']['input']): Promise<AnalysisOutput> {
  const startedAt = performance.now();
  const archive = openArchive(input.archivePath);
  const workBytes = workBytesOf(archive.files);
  if (workBytes > input.largestBytes) {
    archive.close();
    throw new NotShortWork();
  }
  const files = withCache(archive.files);
  const memo = input.earlierIndexPath === undefined ? undefined : readMemo(input.earlierIndexPath);
  const helper = openSecondThread({ ...input, workBytes }, files);
  try {
    const packer = new IndexPacker();
    let found: FoundComponent[] = [];
    const analysis = await analyze(
      { files },
      {
        ...agentOptions(input.agents),
        agents: ANALYSIS_AGENTS,
        fileBudgetMs: FILE_BUDGET_MS,
        ...(helper && { helper }),
        memo,
        keepsMemo: workBytes <= MAX_REMEMBERED_BYTES,
        // Before waiting for the second thread, which has most of the files to inspect.
        onIndexed(application) {
          checkCoverage(application.index, files);
          found = findComponents(application.index, files, application.dependencies);
          packer.addIndex(application.index, application.dependencies);
        },
      },
    );
    packer.addResults(analysis.results).addMemo(analysis.memo);
    return {
      ...outputOf(analysis, archive, Math.round(performance.now() - startedAt)),
      index: packer.finish(),
      components: componentRows(found, analysis.findings),
    };
  } finally {
    await helper?.close();
    archive.close();
  }
}

/** The result of an analysis, without its index and components. */
function outputOf(
  { index, dependencies, findings, readiness: score, faults, reused }: Awaited<ReturnType<typeof analyze>>,
  { skipped, uncompressedBytes }: ReturnType<typeof openArchive>,
  durationMs: number,
): Omit<AnalysisOutput, 'index' | 'components'> {
  const readiness = readinessRows(score);
  const vulnerabilities = findings.filter(({ source }) => source !== null);
  const summary = summaryOf(index, dependencies);
  return {
    ...summary,
    files: { ...summary.files, skipped: summary.files.skipped + skipped.length },
    gaps: [...skipped.map(toGap), ...summary.gaps],
    report: formatReport({
      index,
      dependencies,
      vulnerabilities,
      score,
      skipped,
      durationMs,
      filesReused: reused.files,
      uncompressedBytes,
    }),
    overallScore: formatScores(readiness).overall,
    vulnerabilities: countSeverities(vulnerabilities),
    readiness,
    faults: faults.slice(0, MAX_REPORTED_FAULTS),
    durationMs,
  };
}

/** An archive entry that is not a readable file. */
function toGap({ path, reason }: SkippedEntry): GapRow {
  return { status: 'skipped', json: JSON.stringify({ path, status: 'skipped', reason }) };
}

/** Every file must be accounted for exactly once; an index that loses one must not pass as an analysis. */
function checkCoverage(index: ApplicationIndex, files: readonly FileEntry[]): void {
  const indexed = new Set(index.files.map(({ path }) => path));
  const lost = files.find(({ path }) => !indexed.has(path));
  if (lost !== undefined || indexed.size !== index.files.length || indexed.size !== files.length) {
    throw new Error(`the index does not account for every file once, such as ${lost?.path}`);
  }
}

function summaryOf(index: ApplicationIndex, dependencies: DependencyReport) {
  const files = { full: 0, partial: 0, skipped: 0 };
  for (const { status } of index.files) files[status]++;
  return {
    linesCode: index.languages.reduce((sum, language) => sum + language.linesCode, 0),
    gaps: gapsOf(index),
    packages: dependencies.packages.map((used) => JSON.stringify(used)),
    primaryLanguage: index.primaryLanguage,
    languages: index.languages.map(({ name, files, linesCode }) => ({ name, files, lines_code: linesCode })),
    files,
  };
}

/** Files that were not fully analysed, each as JSON. */
function gapsOf(index: ApplicationIndex): GapRow[] {
  return index.files.flatMap(({ path, status, reason }) =>
    status === 'full'
      ? []
      : [{ status, json: JSON.stringify({ path, status, reason: reason ?? 'unknown' }) }],
  );
}
