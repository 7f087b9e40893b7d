import { Type } from 'typebox';
import { countField, describedAs, named, nullable } from '../../../kit/http/index.ts';

const number = (description: string) => Type.Number({ description });
const text = (description: string) => Type.String({ description });

export const severityCounts = named(
  'SeverityCounts',
  Type.Object({
    critical: countField('Critical findings.'),
    high: countField('High findings.'),
    medium: countField('Medium findings.'),
    low: countField('Low findings.'),
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
  files: countField('Files of the archive that the analysis read.'),
  uncompressed_bytes: countField('Their unpacked size.'),
  binary_files: countField('Binary files among them.'),
  generated_files: countField('Generated files.'),
  vendored_files: countField("Copies of other projects' code."),
  skipped: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Path in the archive.' }),
      reason: Type.String({ description: 'Such as `binary`, `too_large` or `symlink`.' }),
    }),
    {
      description: 'What was not analysed; the first 100.',
    },
  ),
  skipped_total: countField('How many were not analysed.'),
  skipped_by_reason: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of files for each reason.',
  }),
});

const language = named(
  'Language',
  Type.Object({
    name: Type.String({ description: 'Such as `TypeScript`.' }),
    files: countField('Files.'),
    lines_code: countField('Lines of code.'),
    lines_comment: countField('Lines of comment.'),
    lines_blank: countField('Blank lines.'),
    bytes: countField('Bytes.'),
    percent: number('Share of all code, percent.'),
  }),
);

const hotspot = Type.Object({
  file: Type.String({ description: 'Path in the archive.' }),
  line: Type.Integer({ description: 'First line, from 1.' }),
  end_line: Type.Integer({ description: 'Last line.' }),
  function: Type.String({ description: 'Its name; `<anonymous>` or the like without one.' }),
  cyclomatic: Type.Integer({ description: 'Cyclomatic complexity: branches plus one.' }),
  cognitive: Type.Integer({ description: 'Cognitive complexity: nested branches count more.' }),
});

const complexity = Type.Object({
  functions: countField('Functions.'),
  cyclomatic: Type.Object(
    {
      avg: number('Mean.'),
      median: number('Median.'),
      p95: number('95th percentile.'),
      max: number('Largest.'),
    },
    { description: 'Cyclomatic complexity of a function: branches plus one.' },
  ),
  cognitive: Type.Object(
    { avg: number('Mean.'), p95: number('95th percentile.'), max: number('Largest.') },
    { description: 'Cognitive complexity of a function: nested branches count more.' },
  ),
  nesting_max: countField('Deepest nesting.'),
  functions_over_10: countField('Functions with a cyclomatic complexity over 10.'),
  functions_over_20: countField('Functions with a cyclomatic complexity over 20.'),
  maintainability_index: nullable(Type.Number(), '0 to 100; null without functions.'),
  duplication_percent: number('Share of lines that are duplicated elsewhere, percent.'),
  clones: countField('Pieces of code that occur in several places.'),
  hotspots: Type.Array(hotspot, { description: 'The most complex functions, worst first; at most 20.' }),
});

const architecture = Type.Object({
  modules: countField('Files in the module graph.'),
  edges: countField('Imports between them.'),
  cycles: countField('Import cycles: groups of files that import each other in a circle.'),
  cyclic_modules: countField('Files in such a group.'),
  layer_violations: countField('Imports against the direction of the layers.'),
  avg_instability: number('Mean of outgoing over all imports of a file, 0 to 1.'),
});

const tests = Type.Object({
  frameworks: Type.Array(Type.String(), {
    description: 'Test frameworks that were recognised; empty for none.',
  }),
  files: countField('Test files.'),
  cases: countField('Test cases.'),
  test_to_code_ratio: number('Lines of tests over lines of other code.'),
  coverage: nullable(
    Type.Object({
      source: text('The coverage report that the figures come from.'),
      line_percent: number('Lines covered, percent.'),
    }),
    'Null when the archive holds no coverage report.',
  ),
});

const dependencies = Type.Object({
  manifests: Type.Array(Type.String(), { description: 'Paths of dependency manifests.' }),
  lockfiles: Type.Array(Type.String(), { description: 'Paths of lockfiles.' }),
  direct: countField('Direct dependencies.'),
  transitive: countField('Dependencies of dependencies.'),
  unpinned: countField('Direct dependencies without a fixed version.'),
  licenses: Type.Array(
    Type.Object({
      license: Type.String({ description: 'As in the manifest; an SPDX identifier if it is known.' }),
      packages: Type.Integer({ description: 'Number of packages with it.' }),
    }),
    { description: 'Number of packages for each licence, according to their manifests.' },
  ),
  advisory_db: Type.Object(
    {
      source: Type.String({
        enum: ['seed', 'store', 'online'],
        description: 'The source of known vulnerabilities. `seed` knows few: an empty result means unknown.',
      }),
      advisories: countField('Advisories in it.'),
      age_days: nullable(Type.Number(), 'Days since its newest advisory; null when unknown.'),
      unknown_packages: countField('Packages that the source does not know: an empty result means unknown.'),
      problem: nullable(
        Type.String(),
        'Why the database on the network did not answer, or not for all packages.',
      ),
    },
    { description: 'The source of known vulnerabilities of packages.' },
  ),
});

const vulnerabilities = Type.Object({
  ...severityCounts.properties,
  total: countField('All vulnerabilities.'),
  by_source: Type.Object(
    {
      code: countField('Vulnerabilities in code.'),
      secrets: countField('Committed secrets.'),
      dependencies: countField('Vulnerable dependencies.'),
      config: countField('Vulnerabilities in configuration.'),
    },
    { description: 'Vulnerabilities by place.' },
  ),
});

const readiness = Type.Object({
  cloud: describedAs(graded, 'Readiness for a cloud: configuration, health checks, logs, statelessness.'),
  library: describedAs(graded, 'Readiness as a library: exports, documentation, versions.'),
  mesh: describedAs(graded, 'Readiness for a service mesh: contracts, timeouts, traces.'),
  overall: Type.Integer({ description: 'Rounded mean of the three.' }),
});

const metrics = named(
  'ApplicationMetrics',
  Type.Object({
    duration_ms: countField('Duration of the analysis.'),
    loc_per_second: countField('Lines of code per second.'),
    engine_version: text('Version of the analyser. Another version may read the same files differently.'),
    rules_version: text('Version of the rules. Another version may find other things in the same files.'),
    files_analyzed: countField('Files analysed in full.'),
    files_partial: countField('Files analysed in part.'),
    files_skipped: countField('Files not analysed, including entries of the archive that are not files.'),
    parse_errors: countField('Files with syntax that could not be read.'),
    files_reused: Type.Optional(
      countField(
        'Files that did not change since the last upload of this name, and were not analysed again.',
      ),
    ),
  }),
);

const untilAnalyzed = 'Null until the analysis has completed.';

/** The fields of `report`. */
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
