import { createHash } from 'node:crypto';
import { threadId } from 'node:worker_threads';
import {
  type ApplicationIndex,
  type DependencyReport,
  type Finding,
  openArchive,
  type Score,
} from '@trivium/scanner';
import { required } from '../../../kit/required.ts';
import { serveTasks } from '../../../kit/threads/index.ts';
import { findComponents } from '../components/find-components.ts';
import { checkTask } from '../pipeline/check-task.ts';
import { componentRows, findingsByComponent } from '../pipeline/component-rows.ts';
import { parseFinding, toFindingRow } from '../pipeline/finding-record.ts';
import { formatScores } from '../pipeline/format-scores.ts';
import { readinessRows } from '../pipeline/readiness-rows.ts';
import { formatReport } from '../pipeline/report.ts';
import { countSeverities } from '../pipeline/severity.ts';
import { IndexPacker } from '../pipeline/stored-index.ts';
import type { AgentOutput, AnalysisOutput, FinishOutput, WorkerTasks } from '../pipeline/worker-protocol.ts';

/**
 * A worker whose analysis and agents do what the archive's `script.json` says, so that a test decides what
 * takes long, hangs or dies. Everything else of the platform is the real thing.
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
    llm: null,
    rows: found.map(toFindingRow),
    counts: countSeverities(isJudge ? [] : found),
    dropped: [],
    isIncomplete: false,
    topActions: isJudge ? ['Do this first.'] : [],
  };
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

function findingOf(agent: string, given: Partial<Finding>): Finding {
  const ruleId = given.ruleId ?? `${agent}/sample`;
  const file = given.file ?? 'src/a.js';
  return {
    fingerprint: createHash('sha256')
      .update(`${ruleId} ${file} ${given.line ?? 1}`)
      .digest('hex'),
    agent,
    agents: [agent],
    category: agent.slice(0, agent.indexOf('.')) as Finding['category'],
    ruleId,
    title: 'A sample',
    severity: 'high',
    confidence: 0.9,
    cwe: ['CWE-89'],
    file,
    line: 1,
    endLine: 1,
    column: 1,
    snippet: 'let a = 1;',
    description: 'What is wrong.',
    recommendation: 'What to do.',
    patch: null,
    patchChecks: null,
    evidence: [
      { file, line: 1, role: 'source', snippet: 'a' },
      { file, line: 2, role: 'sink', snippet: 'b' },
    ],
    package: null,
    references: ['https://cwe.mitre.org/data/definitions/89.html'],
    source: 'code',
    ...given,
  };
}

const dependencies: DependencyReport = {
  manifests: ['package.json'],
  lockfiles: [],
  packages: [
    {
      ecosystem: 'npm',
      name: '@scope/thing',
      version: '1.2.3',
      isDirect: true,
      isDev: false,
      isCopy: false,
      file: 'package.json',
      line: 3,
      license: 'MIT',
      integrity: null,
    },
  ],
  direct: 1,
  transitive: 0,
  unpinned: 0,
  licenses: [{ license: 'MIT', packages: 1 }],
  advisoryDb: { source: 'seed', advisories: 3, ageDays: null, unknownPackages: 0, problem: null },
};

function scoreOf(score: number): Score {
  const one = (kind: 'cloud' | 'library' | 'mesh'): Score['cloud'] => ({
    kind,
    score,
    grade: score >= 80 ? 'B' : 'D',
    confidence: 'partial',
    factors: [
      {
        name: 'containerization',
        weight: 1,
        score,
        checks: [
          {
            id: 'dockerfile',
            weight: 100,
            status: 'partial',
            points: score,
            evidence: [],
            recommendation: 'Add one.',
          },
        ],
      },
    ],
    caps: [],
    recommendations: [{ id: 'dockerfile', gain: 100 - score, effort: 'S', text: 'Add one.' }],
  });
  return { cloud: one('cloud'), library: one('library'), mesh: one('mesh') };
}

function indexOf(files: { path: string; sizeBytes: number }[]): ApplicationIndex {
  const figures = { avg: 1, median: 1, p95: 1, max: 1 };
  return {
    engineVersion: 'scripted',
    files: files.map(({ path, sizeBytes }) => ({
      path,
      sizeBytes,
      language: path.endsWith('.js') ? 'JavaScript' : null,
      kind: path.endsWith('.js') ? 'code' : 'data',
      status: 'full',
      reason: null,
      isTest: path.includes('.test.'),
      isGenerated: false,
      isVendored: false,
      lines: { code: 50, comment: 0, blank: 0 },
      tokenHash: null,
      functions: [],
      classes: [],
      imports: [],
      exports: [{ name: 'a', line: 1, kind: 'function', hasDoc: true, isUsed: true }],
      testCases: path.includes('.test.')
        ? [{ name: 'works', line: 1, endLine: 2, assertions: 1, marker: null, sleeps: false }]
        : [],
    })),
    languages: [
      {
        name: 'JavaScript',
        files: files.length,
        linesCode: 100,
        linesComment: 0,
        linesBlank: 0,
        bytes: 100,
        percent: 100,
      },
    ],
    primaryLanguage: 'JavaScript',
    complexity: {
      functions: 1,
      cyclomatic: figures,
      cognitive: figures,
      nestingMax: 1,
      functionsOver10: 0,
      functionsOver20: 0,
      maintainabilityIndex: 90,
      hotspots: [],
    },
    duplication: { percent: 0, clones: [] },
    graph: { nodes: [], edges: [], cycles: [], layerViolations: [], avgInstability: 0 },
    taint: [],
    routes: [],
    tests: { frameworks: [], files: 0, cases: 0, testToCodeRatio: 0 },
    coverage: null,
    manifests: files
      .filter(({ path }) => path.endsWith('package.json'))
      .map(({ path }) => ({ path, ecosystem: 'npm', kind: 'manifest', format: 'package.json' })),
    configs: [],
    documents: [],
    timing: { durationMs: 1, parseMs: 0, lexMs: 0, taintMs: 0 },
  } as unknown as ApplicationIndex;
}
