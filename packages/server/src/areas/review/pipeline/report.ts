import {
  type ApplicationIndex,
  type DependencyReport,
  type Finding,
  rulesVersion,
  type Score,
  testFramework,
} from '@trivium/scanner';
import { roundToDigits } from '../../../kit/round-to-digits.ts';
import { formatScores } from './format-scores.ts';
import { readinessRows } from './readiness-rows.ts';
import { countSeverities, formatCounts } from './severity.ts';

export interface ReportInput {
  index: ApplicationIndex;
  dependencies: DependencyReport;
  vulnerabilities: readonly Finding[];
  score: Score;
  /** Archive entries that were not read at all. */
  skipped: { path: string; reason: string }[];
  uncompressedBytes: number;
  durationMs: number;
  /** Files whose results were reused from an earlier version. */
  filesReused: number;
}

/** How many skipped files the record lists; `skipped_total` and `skipped_by_reason` count all of them. */
const NAMED_SKIPPED = 100;

/** The result of the analysis, as an application's record shows it; JSON. */
export function formatReport(input: ReportInput): string {
  const { index, dependencies, score } = input;
  return JSON.stringify({
    source: sourceOf(input),
    primary_language: index.primaryLanguage,
    languages: index.languages.map((language) => ({
      name: language.name,
      files: language.files,
      lines_code: language.linesCode,
      lines_comment: language.linesComment,
      lines_blank: language.linesBlank,
      bytes: language.bytes,
      percent: language.percent,
    })),
    complexity: complexityOf(index),
    architecture: architectureOf(index),
    tests: {
      frameworks: testFrameworks(index, dependencies),
      files: index.tests.files,
      cases: index.tests.cases,
      test_to_code_ratio: roundToDigits(index.tests.testToCodeRatio, 3),
      coverage: index.coverage && { source: index.coverage.source, line_percent: index.coverage.linePercent },
    },
    dependencies: dependenciesOf(dependencies),
    vulnerabilities: vulnerabilitiesOf(input.vulnerabilities),
    readiness: formatScores(readinessRows(score)),
    metrics: metricsOf(input),
  });
}

/** Frameworks that tests import, and those without an import (they provide globals), found in manifests. */
function testFrameworks({ tests }: ApplicationIndex, { packages }: DependencyReport): string[] {
  const named = tests.files === 0 ? [] : packages.filter(({ isDirect }) => isDirect);
  const found = named.map(({ name }) => testFramework(name)).filter((framework) => framework !== null);
  return [...new Set([...tests.frameworks, ...found])].sort();
}

function sourceOf({ index, skipped, uncompressedBytes }: ReportInput) {
  const unread = index.files.flatMap(({ path, status, reason }) =>
    status === 'skipped' ? [{ path, reason: reason ?? 'unknown' }] : [],
  );
  const all = [...skipped, ...unread];
  const byReason: Record<string, number> = {};
  for (const { reason } of all) byReason[reason] = (byReason[reason] ?? 0) + 1;
  return {
    files: index.files.length,
    uncompressed_bytes: uncompressedBytes,
    binary_files: index.files.filter(({ kind }) => kind === 'binary').length,
    generated_files: index.files.filter(({ isGenerated }) => isGenerated).length,
    vendored_files: index.files.filter(({ isVendored }) => isVendored).length,
    skipped: all.slice(0, NAMED_SKIPPED),
    skipped_total: all.length,
    skipped_by_reason: byReason,
  };
}

function complexityOf({ complexity, duplication }: ApplicationIndex) {
  return {
    functions: complexity.functions,
    cyclomatic: complexity.cyclomatic,
    cognitive: complexity.cognitive,
    nesting_max: complexity.nestingMax,
    functions_over_10: complexity.functionsOver10,
    functions_over_20: complexity.functionsOver20,
    maintainability_index: complexity.maintainabilityIndex,
    duplication_percent: duplication.percent,
    clones: duplication.clones.length,
    hotspots: complexity.hotspots.map((spot) => ({
      file: spot.file,
      line: spot.line,
      end_line: spot.endLine,
      function: spot.function,
      cyclomatic: spot.cyclomatic,
      cognitive: spot.cognitive,
    })),
  };
}

function architectureOf({ graph }: ApplicationIndex) {
  return {
    modules: graph.nodes.length,
    edges: graph.edges.length,
    cycles: graph.cycles.length,
    cyclic_modules: new Set(graph.cycles.flat()).size,
    layer_violations: graph.layerViolations.length,
    avg_instability: roundToDigits(graph.avgInstability, 3),
  };
}

function dependenciesOf(report: DependencyReport) {
  return {
    manifests: report.manifests,
    lockfiles: report.lockfiles,
    direct: report.direct,
    transitive: report.transitive,
    unpinned: report.unpinned,
    licenses: report.licenses,
    advisory_db: {
      source: report.advisoryDb.source,
      advisories: report.advisoryDb.advisories,
      age_days: report.advisoryDb.ageDays,
      unknown_packages: report.advisoryDb.unknownPackages,
      problem: report.advisoryDb.problem,
    },
  };
}

function vulnerabilitiesOf(findings: readonly Finding[]) {
  const bySource = { code: 0, secrets: 0, dependencies: 0, config: 0 };
  for (const { source } of findings) if (source !== null) bySource[source]++;
  return { ...formatCounts(countSeverities(findings)), total: findings.length, by_source: bySource };
}

function metricsOf({ index, skipped, durationMs, filesReused }: ReportInput) {
  const linesCode = index.languages.reduce((sum, language) => sum + language.linesCode, 0);
  const countOf = (status: string) => index.files.filter((file) => file.status === status).length;
  return {
    duration_ms: durationMs,
    loc_per_second: Math.round((linesCode * 1000) / Math.max(durationMs, 1)),
    engine_version: index.engineVersion,
    rules_version: rulesVersion,
    files_analyzed: countOf('full'),
    files_partial: countOf('partial'),
    files_skipped: countOf('skipped') + skipped.length,
    files_reused: filesReused,
    parse_errors: index.files.filter(({ reason }) => reason === 'syntax_errors').length,
  };
}
