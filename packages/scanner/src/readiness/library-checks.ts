import semver from 'semver';
import { apiSurface, documentation, tests } from './api-checks.ts';
import {
  atTop,
  type CheckRule,
  fail,
  findingsOf,
  notApplicable,
  partial,
  pass,
  withoutFindings,
} from './check.ts';
import { locked } from './facts.ts';

import { inProportion, manifestText, rootPackage, statedVersion } from './library-facts.ts';
import type { FactorRule } from './score-checklist.ts';

const packaging: CheckRule[] = [
  {
    id: 'manifest',
    weight: 2,
    effort: 'S',
    recommendation: 'Add the manifest of the language with a name and a version.',
    judge: (facts) => {
      const manifest = manifestText(facts);
      if (!manifest) return fail();
      const evidence = [{ file: manifest.path, line: 1 }];
      return statedVersion(facts) || manifest.path.endsWith('go.mod') ? pass(evidence) : partial(evidence);
    },
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
      // The included list only has well-known advisories, so finding none proves nothing.
      if (facts.dependencies.packages.length === 0) return pass();
      return facts.dependencies.advisoryDb.source === 'seed' ||
        facts.dependencies.advisoryDb.unknownPackages > 0
        ? { status: 'not_applicable' }
        : pass();
    },
  },
  { id: 'locked', weight: 2, effort: 'S', recommendation: 'Commit a lockfile.', judge: locked },
  {
    id: 'few_dependencies',
    weight: 2,
    effort: 'L',
    recommendation: 'Reduce dependencies: each direct dependency is code that others may change.',
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
    recommendation: 'Give every dependency a version range, never any version.',
    judge: withoutFindings(/^supply-chain\/any-version$/),
  },
];

const stability: CheckRule[] = [
  {
    id: 'version_stable',
    weight: 2,
    effort: 'M',
    recommendation: 'Release 1.0.0 once the interface is stable.',
    judge: (facts) => {
      const version = semver.coerce(statedVersion(facts) ?? '', { includePrerelease: true });
      return version === null ? fail() : version.major >= 1 ? pass() : partial();
    },
  },
  {
    id: 'no_grave_findings',
    weight: 3,
    effort: 'M',
    recommendation: 'Fix the critical and high findings.',
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
    recommendation: 'Extract repeated code.',
    judge: (facts) =>
      facts.index.complexity.functions === 0
        ? notApplicable
        : inProportion(-facts.index.duplication.percent, -20, -5),
  },
  {
    id: 'few_open_notes',
    weight: 1,
    effort: 'S',
    recommendation: 'Resolve the to-do comments.',
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
