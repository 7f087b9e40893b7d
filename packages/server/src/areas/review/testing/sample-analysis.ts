import { createHash } from 'node:crypto';
import type { ApplicationIndex, DependencyReport, Finding, Score } from '@trivium/scanner';

/** An agent's finding, with these fields overridden. */
export function findingOf(agent: string, given: Partial<Finding>): Finding {
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

export const dependencies: DependencyReport = {
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

export function scoreOf(score: number): Score {
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

export function indexOf(files: { path: string; sizeBytes: number }[]): ApplicationIndex {
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
