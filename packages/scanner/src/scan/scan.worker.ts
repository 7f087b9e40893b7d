import { parentPort, workerData } from 'node:worker_threads';
import type { RuleSource } from '../types/agent.ts';
import type { Finding } from '../types/finding.ts';
import { analyze } from './analyze.ts';
import type { Source } from './open-source.ts';

export interface ScanTask {
  source: Exclude<Source, { files: unknown }>;
  agents: readonly string[] | undefined;
  advisoryDbPath: string | undefined;
  /** Rules of one's own. */
  rules: readonly RuleSource[];
}

/** What the command tells of a scan. */
export interface ScanReport {
  files: number;
  linesCode: number;
  /** Files of code that were read in part or not at all, and why. */
  unread: { path: string; reason: string }[];
  /** Scores from 0 to 100. */
  readiness: { cloud: number; library: number; mesh: number };
  topActions: string[];
  findings: Finding[];
}

/** Pictures and packages of others are left out by intent. */
const byIntent = /^(?:binary|vendored|unknown_language)$/;

const { source, agents, advisoryDbPath, rules } = workerData as ScanTask;
const analysis = await analyze(source, {
  rules,
  ...(agents !== undefined && { agents }),
  ...(advisoryDbPath !== undefined && { advisoryDbPath }),
});
const { index, readiness } = analysis;
const report: ScanReport = {
  files: index.files.length,
  linesCode: index.languages.reduce((sum, { linesCode }) => sum + linesCode, 0),
  unread: [
    ...analysis.skipped,
    ...index.files.flatMap(({ path, status, reason }) =>
      status === 'full' || byIntent.test(reason ?? '') ? [] : [{ path, reason: reason ?? 'unknown' }],
    ),
  ],
  readiness: { cloud: readiness.cloud.score, library: readiness.library.score, mesh: readiness.mesh.score },
  topActions: analysis.topActions,
  findings: analysis.findings,
};
analysis.close();
parentPort!.postMessage(report);
