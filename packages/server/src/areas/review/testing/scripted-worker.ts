import { threadId } from 'node:worker_threads';
import { type Finding, openArchive } from '@trivium/scanner';
import { required } from '../../../kit/required.ts';
import { serveTasks } from '../../../kit/threads/index.ts';
import { findComponents } from '../components/find-components.ts';
import { checkTask } from '../pipeline/check-task.ts';
import { componentRows, findingsByComponent } from '../pipeline/component-rows.ts';
import { findMoved } from '../pipeline/find-moved.ts';
import { parseFinding, toFindingRow } from '../pipeline/finding-record.ts';
import { formatScores } from '../pipeline/format-scores.ts';
import { readinessRows } from '../pipeline/readiness-rows.ts';
import { formatReport } from '../pipeline/report.ts';
import { countSeverities } from '../pipeline/severity.ts';
import { IndexPacker } from '../pipeline/stored-index.ts';
import type { AgentOutput, AnalysisOutput, FinishOutput, WorkerTasks } from '../pipeline/worker-protocol.ts';
import { dependencies, findingOf, indexOf, scoreOf } from './sample-analysis.ts';

/**
 * A worker whose analysis and agents follow the archive's `script.json`, so that a test decides what takes
 * long, hangs or crashes. Everything else is real.
 */
export interface Script {
  analyze?: Step;
  finish?: Step;
  /** By agent id; `*` for all others. */
  agents?: Record<string, Step & { findings?: Partial<Finding>[]; skipped?: boolean }>;
}

interface Step {
  delayMs?: number;
  does?: 'hang' | 'exit' | 'throw' | 'eat_memory' | 'kill_process' | 'kill_service';
}

serveTasks<WorkerTasks>({
  prepare: () => null,
  warmUp: () => null,
  checkArchive: checkTask,
  checkRules: async (input) => (await import('../pipeline/rules-task.ts')).rulesTask(input),
  describeRules: async () => (await import('../pipeline/rules-task.ts')).describeTask(),
  analyze,
  runAgent,
  finish,
  readSarif: async (input) => (await import('../sarif/read-sarif.ts')).readSarif(input),
});

function readScript(archivePath: string): Script {
  const archive = openArchive(archivePath);
  const file = archive.files.find(({ path }) => path === 'script.json');
  const script = file === undefined ? {} : JSON.parse(Buffer.from(file.read()).toString());
  archive.close();
  return script;
}

async function act(step: Step | undefined): Promise<void> {
  if (step?.delayMs) await new Promise((done) => setTimeout(done, step.delayMs));
  if (step?.does === 'throw') throw new Error('it was told to');
  if (step?.does === 'exit') process.exit(3);
  if (step?.does === 'kill_process') process.kill(process.pid, 'SIGKILL');
  if (step?.does === 'kill_service') process.kill(process.ppid, 'SIGKILL');
  if (step?.does === 'hang') for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  if (step?.does === 'eat_memory') {
    const eaten: unknown[] = [];
    for (;;) eaten.push(new Array(100_000).fill(threadId));
  }
}

async function analyze({ archivePath }: WorkerTasks['analyze']['input']): Promise<AnalysisOutput> {
  const script = readScript(archivePath);
  await act(script.analyze);
  const archive = openArchive(archivePath);
  const index = indexOf(archive.files.map(({ path, sizeBytes }) => ({ path, sizeBytes })));
  const score = scoreOf(80);
  const readiness = readinessRows(score);
  const components = findComponents(index, archive.files, dependencies);
  archive.close();
  return {
    report: formatReport({
      index,
      dependencies,
      vulnerabilities: [],
      score,
      skipped: archive.skipped,
      uncompressedBytes: archive.uncompressedBytes,
      durationMs: 1,
      filesReused: 0,
    }),
    index: new IndexPacker().addIndex(index, dependencies).finish(),
    linesCode: 100,
    overallScore: formatScores(readiness).overall,
    vulnerabilities: [0, 0, 0, 0],
    readiness,
    components: componentRows(components, []),
    gaps: archive.skipped.map((gap) => ({
      status: 'skipped' as const,
      json: JSON.stringify({ status: 'skipped', ...gap }),
    })),
    packages: dependencies.packages.map((used) => JSON.stringify(used)),
    primaryLanguage: index.primaryLanguage,
    languages: [{ name: 'JavaScript', files: index.files.length, lines_code: 100 }],
    files: { full: index.files.length, partial: 0, skipped: 0 },
    faults: [],
    durationMs: 1,
  };
}

async function runAgent({
  files,
  agentId,
  findings,
}: WorkerTasks['runAgent']['input']): Promise<AgentOutput> {
  const { agents = {} } = readScript(files.archivePath);
  const step = agents[agentId] ?? agents['*'];
  await act(step);
  const isJudge = agentId.startsWith('meta.');
  const found = isJudge
    ? findings.map(parseFinding)
    : (step?.findings ?? []).map((given) => findingOf(agentId, given));
  return {
    status: step?.skipped ? 'skipped' : 'completed',
    reason: step?.skipped ? 'language_absent' : null,
    driver: 'rules',
    rows: found.map(toFindingRow),
    counts: countSeverities(isJudge ? [] : found),
    dropped: [],
    isIncomplete: false,
    topActions: isJudge ? ['Do this first.'] : [],
  };
}

function movedIn({ moved, files }: WorkerTasks['finish']['input']): FinishOutput['moved'] {
  const archive = openArchive(files.archivePath);
  try {
    return findMoved(moved, archive.files);
  } finally {
    archive.close();
  }
}

async function finish(input: WorkerTasks['finish']['input']): Promise<FinishOutput> {
  await act(readScript(input.files.archivePath).finish);
  const open = input.findings
    .map(parseFinding)
    .filter(({ fingerprint }) => !input.suppressed.includes(fingerprint));
  const components = [{ key: 'module:src', path: 'src' }];
  const patched = input.generatePatches ? open.slice(0, 1) : [];
  const checks = { applies: true, parses: true, resolves: true, noNew: true };
  return {
    patched: patched.map((finding) =>
      toFindingRow({ ...finding, patch: '--- a\n+++ b\n', patchChecks: checks }),
    ),
    readiness: input.rescore ? readinessRows(scoreOf(open.length > 0 ? 69 : 80)) : [],
    componentFindings: components.map(({ key }) => ({
      key,
      findings: required(findingsByComponent(components, open).get(key), 'the findings of a component'),
    })),
    moved: movedIn(input),
    coverage: JSON.stringify({
      files_full: 2,
      files_partial: 0,
      files_skipped: 0,
      reasons: {},
      code_read_percent: 100,
      is_untested: false,
      is_undocumented: false,
    }),
  };
}
