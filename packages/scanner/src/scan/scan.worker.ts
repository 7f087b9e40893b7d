import { parentPort, workerData } from 'node:worker_threads';
import { compareWithBase, findRenames, judgeGate, unmatchedFiles } from '../baseline/index.ts';
import { type Severity, severities } from '../types/finding.ts';
import { readinessKinds } from '../types/readiness.ts';
import { type Analysis, analyze, type ScanOptions } from './analyze.ts';
import type { Readiness, ReportedFinding, ScanReport, ScanTask, StoredSource } from './scan-task.ts';

/** Binary files and third-party code are left out on purpose. */
const byIntent = /^(?:binary|vendored|unknown_language)$/;

const task = workerData as ScanTask;
const scan = (source: StoredSource, memos: Pick<ScanOptions, 'memo' | 'keepsMemo'>) => {
  const { agents, advisoryDbPath, callers, rules } = task;
  return analyze(source, {
    rules,
    ...memos,
    ...(agents !== undefined && { agents }),
    ...(callers && { callers }),
    ...(advisoryDbPath !== undefined && { advisoryDbPath }),
  });
};

// Work that is the same for both is done once.
const base = task.base && (await scan(task.base, { keepsMemo: true }));
const analysis = await scan(task.source, base?.memo ? { memo: base.memo } : {});
const report = reportOf(analysis, base);
base?.close();
analysis.close();
parentPort?.postMessage(report);

function reportOf(now: Analysis, before: Analysis | undefined): ScanReport {
  const { index } = now;
  const compared = before && compare(now, before);
  const brought = new Set(compared === undefined ? now.findings : compared.new);
  return {
    files: index.files.length,
    linesCode: index.languages.reduce((sum, { linesCode }) => sum + linesCode, 0),
    unread: [
      ...now.skipped,
      ...index.files.flatMap(({ path, status, reason }) =>
        status === 'full' || byIntent.test(reason ?? '') ? [] : [{ path, reason: reason ?? 'unknown' }],
      ),
    ],
    readiness: readinessOf(now),
    topActions: now.topActions,
    findings: now.findings.map(
      (finding): ReportedFinding => ({ ...finding, status: brought.has(finding) ? 'new' : 'existing' }),
    ),
    base: before && compared ? { readiness: readinessOf(before), fixed: compared.fixed } : null,
    gate: judgeGate(task.gate, {
      newFindings: countSeverities([...brought]),
      readiness: readinessOf(now),
      baseReadiness: before ? readinessOf(before) : null,
      incomplete: now.faults.length === 0 ? null : `The analysis failed at ${now.faults[0]?.path}.`,
    }),
  };
}

function compare(now: Analysis, before: Analysis) {
  const wanted = unmatchedFiles(now.findings, before.findings);
  return compareWithBase(now.findings, before.findings, findRenames(now.files, before.files, wanted));
}

function readinessOf({ readiness }: Analysis): Readiness {
  const [cloud = 0, library = 0, mesh = 0] = readinessKinds.map((kind) => readiness[kind].score);
  return { cloud, library, mesh };
}

function countSeverities(findings: readonly { severity: Severity }[]): Record<Severity, number> {
  const [critical = 0, high = 0, medium = 0, low = 0] = severities.map(
    (severity) => findings.filter((finding) => finding.severity === severity).length,
  );
  return { critical, high, medium, low };
}
