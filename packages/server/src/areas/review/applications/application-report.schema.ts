import { Type } from 'typebox';
import { describedAs, named, nullable } from '../../../kit/http/index.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const number = (description: string) => Type.Number({ description });
const text = (description: string) => Type.String({ description });

export const severityCounts = named(
  'SeverityCounts',
  Type.Object({
    critical: count('Critical findings.'),
    high: count('High findings.'),
    medium: count('Medium findings.'),
    low: count('Low findings.'),
  }),
);

const graded = named(
  'Grade',
  Type.Object({
    score: Type.Integer({ minimum: 0, maximum: 100, description: '0 to 100.' }),
    grade: Type.String({
      enum: ['A', 'B', 'C', 'D', 'F'],
      description: '`A` from 90, `B` from 80, `C` from 70, `D` from 60, else `F`.',
    }),
  }),
);

const source = Type.Object({
  files: count('Files of the archive that the analysis read.'),
  uncompressed_bytes: count('Their size, unpacked.'),
  binary_files: count('Binary ones among them.'),
  generated_files: count('Generated ones.'),
  vendored_files: count('Copied code of others.'),
  skipped: Type.Array(
    Type.Object({
      path: Type.String({ description: 'In the archive.' }),
      reason: Type.String({ description: 'Such as `binary`, `too_large` or `symlink`.' }),
    }),
    {
      description: 'What was not analysed; the first 100.',
    },
  ),
  skipped_total: count('How many were not analysed.'),
  skipped_by_reason: Type.Record(Type.String(), Type.Integer(), {
    description: 'Files by the reason, all of them.',
  }),
});

const language = named(
  'Language',
  Type.Object({
    name: Type.String({ description: 'Such as `TypeScript`.' }),
    files: count('Files.'),
    lines_code: count('Lines of code.'),
    lines_comment: count('Lines of comment.'),
    lines_blank: count('Blank lines.'),
    bytes: count('Bytes.'),
    percent: number('Share of all code, percent.'),
  }),
);

const hotspot = Type.Object({
  file: Type.String({ description: 'Path in the archive.' }),
  line: Type.Integer({ description: 'First line, from 1.' }),
  end_line: Type.Integer({ description: 'Last line.' }),
  function: Type.String({ description: 'Its name; `<anonymous>` or the like without one.' }),
  cyclomatic: Type.Integer({ description: 'Ways through it: branches plus one.' }),
  cognitive: Type.Integer({ description: 'How hard it is to follow: nested branches count more.' }),
});

const complexity = Type.Object({
  functions: count('Functions.'),
  cyclomatic: Type.Object(
    {
      avg: number('Mean.'),
      median: number('Median.'),
      p95: number('95th percentile.'),
      max: number('Largest.'),
    },
    { description: 'Ways through a function: branches plus one.' },
  ),
  cognitive: Type.Object(
    { avg: number('Mean.'), p95: number('95th percentile.'), max: number('Largest.') },
    { description: 'How hard a function is to follow: nested branches count more.' },
  ),
  nesting_max: count('Deepest nesting.'),
  functions_over_10: count('Functions of a cyclomatic complexity over 10.'),
  functions_over_20: count('Over 20.'),
  maintainability_index: nullable(Type.Number(), '0 to 100; null without functions.'),
  duplication_percent: number('Share of lines that are elsewhere too, percent.'),
  clones: count('Pieces of code that are in several places.'),
  hotspots: Type.Array(hotspot, { description: 'The most complex functions, worst first; at most 20.' }),
});

const architecture = Type.Object({
  modules: count('Files in the module graph.'),
  edges: count('Imports between them.'),
  cycles: count('Import cycles: groups of files that import each other in a circle.'),
  cyclic_modules: count('Files in such a group.'),
  layer_violations: count('Imports against the direction of the layers.'),
  avg_instability: number('Mean of outgoing over all imports of a file, 0 to 1.'),
});

const tests = Type.Object({
  frameworks: Type.Array(Type.String(), {
    description: 'Test frameworks that were recognised; empty for none.',
  }),
  files: count('Test files.'),
  cases: count('Test cases.'),
  test_to_code_ratio: number('Lines of tests over lines of other code.'),
  coverage: nullable(
    Type.Object({ source: text('The report it is from.'), line_percent: number('Lines covered, percent.') }),
    'Null when the archive holds no coverage report.',
  ),
});

const dependencies = Type.Object({
  manifests: Type.Array(Type.String(), { description: 'Paths of files that name dependencies.' }),
  lockfiles: Type.Array(Type.String(), { description: 'Paths of files that fix their versions.' }),
  direct: count('Direct dependencies.'),
  transitive: count('Dependencies of dependencies.'),
  unpinned: count('Direct ones whose version nothing fixes.'),
  licenses: Type.Array(
    Type.Object({
      license: Type.String({ description: 'As the manifest says it, SPDX where that is known.' }),
      packages: Type.Integer({ description: 'How many have it.' }),
    }),
    { description: 'How many packages have which licence, as far as manifests say it.' },
  ),
  advisory_db: Type.Object(
    {
      source: Type.String({
        enum: ['seed', 'store', 'online'],
        description:
          'Where known vulnerabilities were looked up. `seed` knows few: then no result means unknown.',
      }),
      advisories: count('Advisories in it.'),
      age_days: nullable(Type.Number(), 'Days since its newest advisory; null when unknown.'),
      unknown_packages: count('Packages that it does not know: there, no result means unknown.'),
      problem: nullable(Type.String(), 'Why the database on the network did not answer, or not for all.'),
    },
    { description: 'Where known flaws of packages were looked up.' },
  ),
});

const vulnerabilities = Type.Object({
  ...severityCounts.properties,
  total: count('All of them.'),
  by_source: Type.Object(
    {
      code: count('In code.'),
      secrets: count('Committed secrets.'),
      dependencies: count('In dependencies.'),
      config: count('In configuration.'),
    },
    { description: 'The same by where they are.' },
  ),
});

const readiness = Type.Object({
  cloud: describedAs(graded, 'To run in a cloud: configuration, health, logs, statelessness.'),
  library: describedAs(graded, 'To be used by others: exports, documentation, versions.'),
  mesh: describedAs(graded, 'To run among other services: contracts, time limits, traces.'),
  overall: Type.Integer({ description: 'Rounded mean of the three.' }),
});

const metrics = named(
  'ApplicationMetrics',
  Type.Object({
    duration_ms: count('Length of the analysis.'),
    loc_per_second: count('Lines of code a second.'),
    engine_version: text('Another one may read the same files in another way.'),
    rules_version: text('Another one may find something else in the same files.'),
    files_analyzed: count('Files analysed in full.'),
    files_partial: count('In part.'),
    files_skipped: count('Not at all, including entries of the archive that are not files.'),
    parse_errors: count('Files with syntax that could not be read.'),
    files_reused: Type.Optional(
      count('Files that are as they were in the last upload of this name, and were not analysed again.'),
    ),
  }),
);

const untilAnalyzed = 'Null until the analysis has ended well.';

/** What stands in `report`. */
export const reportFields = {
  source: nullable(source, untilAnalyzed),
  primary_language: nullable(Type.String(), 'Language with most code; null when none was recognised.'),
  languages: nullable(Type.Array(language), untilAnalyzed),
  complexity: nullable(complexity, untilAnalyzed),
  architecture: nullable(architecture, untilAnalyzed),
  tests: nullable(tests, untilAnalyzed),
  dependencies: nullable(dependencies, untilAnalyzed),
  vulnerabilities: nullable(vulnerabilities, untilAnalyzed),
  readiness: nullable(readiness, untilAnalyzed),
  metrics: nullable(metrics, untilAnalyzed),
};
