import semver from 'semver';
import type { IndexedFile } from '../../contract.ts';
import { exposureOf } from '../core/source-view.ts';
import { asText, parseJsonObject } from '../supply-chain/lockfiles/parsed-package.ts';
import {
  atTop,
  type CheckOutcome,
  type CheckRule,
  fail,
  findInCode,
  findingsOf,
  notApplicable,
  partial,
  pass,
  type ReadinessFacts,
  withoutFindings,
} from './check.ts';
import { locked } from './facts.ts';
import type { FactorRule } from './score-checklist.ts';

const own = (facts: ReadinessFacts): IndexedFile[] =>
  facts.index.files.filter(
    (file) => file.kind === 'code' && !file.isVendored && !file.isGenerated && exposureOf(file) !== 'test',
  );

/** Full marks from `good` on, none below `poor`, in proportion between. */
function inProportion(
  value: number,
  poor: number,
  good: number,
  evidence: CheckOutcome['evidence'] = [],
): CheckOutcome {
  const share = Math.max(0, Math.min(1, (value - poor) / (good - poor)));
  return {
    status: share >= 1 ? 'pass' : share <= 0 ? 'fail' : 'partial',
    share: Math.round(share * 100) / 100,
    evidence,
  };
}

/** package.json of the shortest path, or an empty object. */
function rootPackage(facts: ReadinessFacts): { path: string; json: Record<string, unknown> } | undefined {
  const path = facts.dependencies.manifests
    .filter((one) => /(?:^|\/)package\.json$/.test(one))
    .sort((a, b) => a.length - b.length)[0];
  try {
    return path === undefined ? undefined : { path, json: parseJsonObject(facts.files.text(path) ?? '') };
  } catch {
    return undefined;
  }
}

function manifestText(facts: ReadinessFacts): { path: string; text: string } | undefined {
  const path = [
    ...facts.dependencies.manifests,
    ...facts.dependencies.lockfiles.filter((one) => one.endsWith('go.mod')),
  ].sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
  const text = path === undefined ? undefined : facts.files.text(path);
  return path === undefined || text === undefined ? undefined : { path, text };
}

/** The version that the manifest states, or null. */
export function statedVersion(facts: ReadinessFacts): string | null {
  const root = rootPackage(facts);
  if (root) return asText(root.json.version);
  const manifest = manifestText(facts);
  if (!manifest) return null;
  return (
    /^\s*version\s*=\s*["']([^"']+)["']/m.exec(manifest.text)?.[1] ??
    /<version>\s*([^<$]+?)\s*<\/version>/i.exec(
      manifest.text.replace(/<(?:parent|dependency|plugin)>[\s\S]*?<\/(?:parent|dependency|plugin)>/g, ''),
    )?.[1] ??
    null
  );
}

const apiSurface: CheckRule[] = [
  {
    id: 'entry_point',
    weight: 2,
    effort: 'S',
    recommendation: 'Name the entry points in the manifest (exports, main, packages).',
    judge: (facts) => {
      const root = rootPackage(facts);
      if (root) {
        if (root.json.exports) return pass([{ file: root.path, line: 1 }]);
        return root.json.main || root.json.module || root.json.bin
          ? partial([{ file: root.path, line: 1 }])
          : fail([{ file: root.path, line: 1 }]);
      }
      const manifest = manifestText(facts);
      return manifest ? pass([{ file: manifest.path, line: 1 }]) : fail();
    },
  },
  {
    id: 'exports_known',
    weight: 2,
    effort: 'M',
    recommendation: 'Export what users need and nothing else.',
    judge: (facts) => {
      const files = own(facts);
      const exported = files.reduce((sum, file) => sum + file.exports.length, 0);
      if (exported === 0) return files.some((file) => file.functions.length > 0) ? fail() : notApplicable;
      const unused = files.flatMap((file) => file.exports.filter((one) => !one.isUsed)).length;
      return inProportion(1 - unused / exported, 0.2, 0.6);
    },
  },
  {
    id: 'typed',
    weight: 2,
    effort: 'M',
    recommendation: 'Give the public interface types, and publish them.',
    judge: (facts) => {
      const language = facts.index.primaryLanguage;
      if (language === 'JavaScript') {
        const types = asText(rootPackage(facts)?.json.types) ?? asText(rootPackage(facts)?.json.typings);
        return types
          ? pass()
          : facts.index.files.some((file) => file.path.endsWith('.d.ts'))
            ? partial()
            : fail();
      }
      if (language === 'Python') {
        const places = findInCode(facts, /def\s+\w+\s*\([^)]*:\s*\w[^)]*\)\s*->/, /\.py$/);
        return places.length >= 3 ? pass(places) : places.length > 0 ? partial(places) : fail();
      }
      return language === null || language === 'Ruby' || language === 'PHP' ? notApplicable : pass();
    },
  },
  {
    id: 'small_functions',
    weight: 1,
    effort: 'M',
    recommendation: 'Give functions few parameters; take an object of options instead.',
    judge: (facts) => {
      const functions = own(facts).flatMap((file) =>
        file.functions.filter((one) => one.isExported).map((one) => ({ file: file.path, ...one })),
      );
      if (functions.length === 0) return notApplicable;
      const long = functions.filter((one) => one.parameters > 5);
      return inProportion(
        1 - long.length / functions.length,
        0.8,
        0.98,
        long.slice(0, 5).map((one) => ({ file: one.file, line: one.line })),
      );
    },
  },
  {
    id: 'no_cycles',
    weight: 1,
    effort: 'L',
    recommendation: 'Break the import cycles.',
    judge: (facts) => {
      const { cycles, nodes } = facts.index.graph;
      if (nodes.length === 0) return notApplicable;
      const inCycle = cycles.reduce((sum, cycle) => sum + cycle.length, 0);
      return inProportion(1 - inCycle / nodes.length, 0.8, 1, atTop(cycles.map((cycle) => cycle[0]!)));
    },
  },
];

const documentation: CheckRule[] = [
  {
    id: 'readme',
    weight: 2,
    effort: 'S',
    recommendation: 'Add a README that says what it is, how to install it and how to use it.',
    judge: (facts) =>
      facts.documents('readme').length > 0 ? pass(atTop(facts.documents('readme'))) : fail(),
  },
  {
    id: 'usage_example',
    weight: 2,
    effort: 'S',
    recommendation: 'Show in the README how it is used, in code.',
    judge: (facts) => {
      const shown = facts
        .documents('readme')
        .filter((path) => /```|^ {4}\S|<code>|\.\. code/m.test(facts.files.text(path) ?? ''));
      return shown.length > 0 ? pass(atTop(shown)) : fail(atTop(facts.documents('readme')));
    },
  },
  {
    id: 'public_docs',
    weight: 3,
    effort: 'M',
    recommendation: 'Write a sentence of documentation for each exported function and class.',
    judge: (facts) => {
      const exported = own(facts).flatMap((file) =>
        [
          ...file.functions.filter((one) => one.isExported),
          ...file.classes.filter((one) => one.isExported),
        ].map((one) => ({ file: file.path, line: one.line, hasDoc: one.hasDoc })),
      );
      if (exported.length === 0) return notApplicable;
      const bare = exported.filter((one) => !one.hasDoc);
      return inProportion(
        1 - bare.length / exported.length,
        0.05,
        0.7,
        bare.slice(0, 5).map(({ file, line }) => ({ file, line })),
      );
    },
  },
  {
    id: 'changelog',
    weight: 1,
    effort: 'S',
    recommendation: 'Keep a CHANGELOG.',
    judge: (facts) =>
      facts.documents('changelog').length > 0 ? pass(atTop(facts.documents('changelog'))) : fail(),
  },
  {
    id: 'contributing',
    weight: 1,
    effort: 'S',
    recommendation: 'Say in CONTRIBUTING how to build, test and send changes.',
    judge: (facts) =>
      facts.documents('contributing').length > 0 ? pass(atTop(facts.documents('contributing'))) : fail(),
  },
];

const tests: CheckRule[] = [
  {
    id: 'has_tests',
    weight: 2,
    effort: 'M',
    recommendation: 'Add tests.',
    judge: (facts) =>
      facts.index.tests.cases > 0 ? pass() : facts.index.tests.files > 0 ? partial() : fail(),
  },
  {
    id: 'enough_tests',
    weight: 3,
    effort: 'L',
    recommendation: 'Test more of the code: aim at half as many lines of tests as of code.',
    judge: (facts) => inProportion(facts.index.tests.testToCodeRatio, 0.02, 0.5),
  },
  {
    id: 'coverage',
    weight: 2,
    effort: 'M',
    recommendation: 'Measure coverage and bring it to 80 % of the lines.',
    judge: (facts) =>
      facts.index.coverage ? inProportion(facts.index.coverage.linePercent, 20, 80) : notApplicable,
  },
  {
    id: 'tests_assert',
    weight: 1,
    effort: 'S',
    recommendation: 'Let every test check something, and enable those that are skipped.',
    judge: withoutFindings(/^test-quality\/(?:no-assertion|only|skipped)/, 3),
  },
  {
    id: 'tests_run_by_ci',
    weight: 2,
    effort: 'S',
    recommendation: 'Run the tests on every change.',
    judge: (facts) => {
      const running = facts
        .configs('ci')
        .filter((path) =>
          /\btest\b|pytest|tox|mvn\b|gradle|cargo|rspec|phpunit|\bvitest\b|\bjest\b/i.test(
            facts.files.text(path) ?? '',
          ),
        );
      return running.length > 0 ? pass(atTop(running)) : fail(atTop(facts.configs('ci')));
    },
  },
];

const packaging: CheckRule[] = [
  {
    id: 'manifest',
    weight: 2,
    effort: 'S',
    recommendation: 'Add the manifest of the language with a name and a version.',
    judge: (facts) =>
      manifestText(facts)
        ? statedVersion(facts) || manifestText(facts)!.path.endsWith('go.mod')
          ? pass([{ file: manifestText(facts)!.path, line: 1 }])
          : partial([{ file: manifestText(facts)!.path, line: 1 }])
        : fail(),
  },
  {
    id: 'license',
    weight: 2,
    effort: 'S',
    recommendation: 'Add a LICENSE file.',
    judge: (facts) =>
      facts.documents('license').length > 0 ? pass(atTop(facts.documents('license'))) : fail(),
  },
  {
    id: 'license_declared',
    weight: 1,
    effort: 'S',
    recommendation: 'State the license in the manifest.',
    judge: (facts) => {
      const manifest = manifestText(facts);
      return manifest && /licen[sc]e/i.test(manifest.text)
        ? pass([{ file: manifest.path, line: 1 }])
        : manifest?.path.endsWith('go.mod')
          ? notApplicable
          : fail();
    },
  },
  {
    id: 'described',
    weight: 1,
    effort: 'S',
    recommendation: 'Describe the package in its manifest and name its repository.',
    judge: (facts) => {
      const manifest = manifestText(facts);
      if (!manifest || manifest.path.endsWith('go.mod')) return notApplicable;
      const has = [/description/i, /repository|homepage|urls|<scm>|<url>/i].filter((pattern) =>
        pattern.test(manifest.text),
      ).length;
      return has === 2 ? pass() : has === 1 ? partial() : fail([{ file: manifest.path, line: 1 }]);
    },
  },
  {
    id: 'only_what_is_needed',
    weight: 1,
    effort: 'S',
    recommendation: 'Limit what is published (files, .npmignore, package data).',
    judge: (facts) => {
      const root = rootPackage(facts);
      if (!root) return notApplicable;
      return root.json.private === true
        ? notApplicable
        : root.json.files || facts.files.get('.npmignore')
          ? pass()
          : fail([{ file: root.path, line: 1 }]);
    },
  },
];

const dependencyHygiene: CheckRule[] = [
  {
    id: 'no_known_vulnerabilities',
    weight: 4,
    effort: 'S',
    recommendation: 'Update the dependencies with known vulnerabilities.',
    judge: (facts) => {
      const found = facts.findings.filter((one) =>
        /^supply-chain\/(?:vulnerable|malicious)-package$/.test(one.ruleId),
      );
      const grave = found.filter((one) => one.severity === 'critical' || one.severity === 'high');
      const places = found.slice(0, 5).map((one) => ({ file: one.file, line: one.line }));
      if (found.length > 0) return grave.length > 0 ? fail(places) : partial(places);
      // The shipped list knows famous advisories only: nothing found in it proves nothing.
      if (facts.dependencies.packages.length === 0) return pass();
      return facts.dependencies.advisoryDb.source === 'seed' ? { status: 'not_applicable' } : pass();
    },
  },
  { id: 'locked', weight: 2, effort: 'S', recommendation: 'Commit a lockfile.', judge: locked },
  {
    id: 'few_dependencies',
    weight: 2,
    effort: 'L',
    recommendation: 'Depend on less: each direct dependency is code that others may change.',
    judge: (facts) =>
      inProportion(-facts.dependencies.packages.filter((one) => one.isDirect && !one.isDev).length, -60, -15),
  },
  {
    id: 'licenses_fit',
    weight: 1,
    effort: 'M',
    recommendation: 'Replace the dependencies whose licenses do not fit.',
    judge: withoutFindings(/^supply-chain\/license-conflict$/),
  },
  {
    id: 'no_floating_versions',
    weight: 1,
    effort: 'S',
    recommendation: 'Give every dependency a range, never any version.',
    judge: withoutFindings(/^supply-chain\/any-version$/),
  },
];

const stability: CheckRule[] = [
  {
    id: 'version_stable',
    weight: 2,
    effort: 'M',
    recommendation: 'Release 1.0.0 once the interface holds.',
    judge: (facts) => {
      const version = semver.coerce(statedVersion(facts) ?? '', { includePrerelease: true });
      return version === null ? fail() : version.major >= 1 ? pass() : partial();
    },
  },
  {
    id: 'no_grave_findings',
    weight: 3,
    effort: 'M',
    recommendation: 'Mend the critical and high findings.',
    judge: (facts) => {
      const grave = facts.findings.filter((one) => one.severity === 'critical' || one.severity === 'high');
      return grave.length === 0
        ? pass()
        : grave.length <= 2
          ? partial(grave.map((one) => ({ file: one.file, line: one.line })))
          : fail(grave.slice(0, 5).map((one) => ({ file: one.file, line: one.line })));
    },
  },
  {
    id: 'simple_code',
    weight: 2,
    effort: 'L',
    recommendation: 'Split the functions with many branches.',
    judge: (facts) => {
      const { functions, functionsOver20 } = facts.index.complexity;
      return functions === 0
        ? notApplicable
        : inProportion(
            1 - functionsOver20 / functions,
            0.95,
            0.995,
            facts.index.complexity.hotspots.slice(0, 3).map((one) => ({ file: one.file, line: one.line })),
          );
    },
  },
  {
    id: 'little_duplication',
    weight: 1,
    effort: 'M',
    recommendation: 'Bring repeated code together.',
    judge: (facts) =>
      facts.index.complexity.functions === 0
        ? notApplicable
        : inProportion(-facts.index.duplication.percent, -20, -5),
  },
  {
    id: 'few_open_notes',
    weight: 1,
    effort: 'S',
    recommendation: 'Settle the notes in comments that say what is missing.',
    judge: (facts) => {
      const found = findingsOf(facts, /^api-docs\/stale-note$/);
      return found.length === 0 ? pass() : found.length <= 3 ? partial(found) : fail(found);
    },
  },
];

export const libraryFactors: readonly FactorRule[] = [
  { name: 'api_surface', weight: 0.2, checks: apiSurface },
  { name: 'documentation', weight: 0.2, checks: documentation },
  { name: 'tests', weight: 0.2, checks: tests },
  { name: 'packaging', weight: 0.15, checks: packaging },
  { name: 'dependency_hygiene', weight: 0.15, checks: dependencyHygiene },
  { name: 'stability', weight: 0.1, checks: stability },
];
