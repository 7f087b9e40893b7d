import { asText } from '../read/json-values.ts';
import {
  atTop,
  type CheckRule,
  fail,
  findInCode,
  notApplicable,
  partial,
  pass,
  withoutFindings,
} from './check.ts';
import { inProportion, manifestText, own, rootPackage } from './library-facts.ts';
export const apiSurface: CheckRule[] = [
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
        const places = findInCode(facts, /def\s+\w+\s*\([^):]{0,300}:\s{0,20}\w[^)]{0,1000}\)\s*->/, /\.py$/);
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
      return inProportion(
        1 - inCycle / nodes.length,
        0.8,
        1,
        atTop(cycles.flatMap((cycle) => cycle.slice(0, 1))),
      );
    },
  },
];

export const documentation: CheckRule[] = [
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

export const tests: CheckRule[] = [
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
