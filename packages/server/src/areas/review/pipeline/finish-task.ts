import {
  type ApplicationIndex,
  type Finding,
  loadAgents,
  loadPatches,
  type SkippedEntry,
} from '@trivium/scanner';
import { findComponents } from '../components/find-components.ts';
import { agentOptions } from './agent-options.ts';
import { findingsByComponent } from './component-rows.ts';
import { findMoved } from './find-moved.ts';
import { parseFinding, toFindingRow } from './finding-record.ts';
import { type LoadedApplication, loadApplication } from './loaded-application.ts';
import { readinessRows } from './readiness-rows.ts';
import type { FindingRow, FinishOutput, WorkerTasks } from './worker-protocol.ts';

type Input = WorkerTasks['finish']['input'];

/** The last step of a review: patches for its findings, new scores, and the coverage of the files. */
export async function finishTask(input: Input): Promise<FinishOutput> {
  const application = loadApplication(input.files);
  const { index, dependencies, files } = application;
  const findings = input.findings.map(parseFinding);
  const patched = input.generatePatches ? await patchesInTime(input, application, findings) : [];
  const suppressed = new Set(input.suppressed);
  const open = findings.filter(({ fingerprint }) => !suppressed.has(fingerprint));
  const components = findComponents(index, files, dependencies);
  const counts = findingsByComponent(components, open);
  return {
    patched,
    readiness: input.rescore ? await rescore(application, open) : [],
    componentFindings: components.map(({ key }) => ({ key, findings: counts.get(key) ?? [0, 0, 0, 0] })),
    moved: findMoved(input.moved, files),
    coverage: JSON.stringify(await coverageOf(index, JSON.parse(input.skippedEntries))),
  };
}

/** At least a third of the time is for making patches; the rest is for testing them together. */
async function patchesInTime(
  { agents, stopAfterMs }: Input,
  application: LoadedApplication,
  findings: Finding[],
): Promise<FindingRow[]> {
  const { makePatches, shareToCheck } = await loadPatches();
  const analysisMs = application.index.timing.durationMs * shareToCheck(application.index);
  const wholeMs = Math.min(stopAfterMs * (2 / 3), 3 * analysisMs + 1_000);
  const tried = await makePatches(findings, application, {
    making: agentOptions(agents, stopAfterMs - wholeMs),
    checking: agentOptions(agents, stopAfterMs),
  });
  return tried.map(toFindingRow);
}

async function rescore({ index, dependencies, files }: LoadedApplication, findings: Finding[]) {
  const { scoreReadiness } = await loadAgents();
  return readinessRows(await scoreReadiness(index, findings, files, dependencies));
}

async function coverageOf(index: ApplicationIndex, skipped: readonly SkippedEntry[]) {
  const { isUndocumented, isUntested, measureCodeRead } = await loadAgents();
  const counts = { full: 0, partial: 0, skipped: 0 };
  const reasons: Record<string, number> = {};
  const take = (status: keyof typeof counts, reason: string | null) => {
    counts[status]++;
    if (status !== 'full') reasons[reason ?? 'unknown'] = (reasons[reason ?? 'unknown'] ?? 0) + 1;
  };
  for (const { status, reason } of index.files) take(status, reason);
  for (const { reason } of skipped) take('skipped', reason);
  return {
    files_full: counts.full,
    files_partial: counts.partial,
    files_skipped: counts.skipped,
    reasons,
    code_read_percent: measureCodeRead(index).percent,
    is_untested: isUntested(index),
    is_undocumented: isUndocumented(index),
  };
}
