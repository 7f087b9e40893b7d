import { writeFile } from 'node:fs/promises';
import { commitOf, formatGitLab, type Gate, gateForm, parseGate } from '@trivium/scanner';
import { collect, type Operations, type Trivium } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, resolvePath } from './connect.ts';
import {
  countBySeverity,
  exitCodeFor,
  type FailOn,
  type Finding,
  formatCounts,
  formatFinding,
  formatPatchCount,
} from './findings.ts';
import { print } from './print.ts';
import { findBase } from './review-base.ts';
import { nameOf, runReview, upload } from './review-upload.ts';

type Review = Operations['getReview']['response'];

interface ReviewOptions extends ClientOptions {
  name?: string;
  categories?: string;
  base?: string;
  gate?: string;
  failOn: FailOn;
  sarif?: string;
  gitlab?: string;
  patches?: boolean;
}

const MAX_SHOWN = 50;

/**
 * Reviews a folder or a zip archive. Resolves with the exit code: 1 if a new finding has at least the given severity,
 * or the gate is not passed; 2 if the review failed.
 */
export async function review(given: string, options: ReviewOptions): Promise<number> {
  const gate = readGate(options.gate);
  const trivium = connect(options);
  const path = resolvePath(given);
  const name = options.name ?? nameOf(path);
  const categories = options.categories?.split(',');
  const { base } = options;
  const baseline = base && (await findBase(trivium, { base, path, name, categories }, options));
  const { id } = await upload(trivium, { path, given, name, revision: commitOf(path) }, options);
  const body = {
    ...(categories !== undefined && { categories }),
    ...(options.patches && { generate_patches: true }),
    ...(baseline && { baseline_review_id: baseline }),
    ...(gate && { gate: { max_new: gate.maxNew, readiness_not_lower: gate.readinessNotLower } }),
  };
  const done = await runReview(trivium, id, body, options);
  const findings = await collect(trivium.reviews.findings(done.review_id));
  await writeReports(trivium, done.review_id, findings, options);
  const open = findings.filter(({ status }) => status === 'new');
  const counts = countBySeverity(open);
  const { review_id, application_id, status, gate: judged, fixed_findings } = done;
  await print(
    options,
    { application_id, review_id, status, counts, fixed_findings, gate: judged, findings },
    () => tell(done, findings, open, options),
  );
  if (status === 'failed' || status === 'timed_out') return 2;
  if (judged !== null) return judged.status === 'passed' ? 0 : 1;
  return exitCodeFor(counts, options.failOn);
}

function readGate(text: string | undefined): Gate | undefined {
  if (text === undefined) return undefined;
  const gate = parseGate(text);
  if (gate === undefined) throw new CommandError(`--gate takes ${gateForm}.`);
  return gate;
}

/**
 * For code scanning of GitHub and others, and for merge requests of GitLab. It contains all findings, because these
 * tools compare them themselves.
 */
async function writeReports(
  trivium: Trivium,
  reviewId: string,
  findings: readonly Finding[],
  { sarif, gitlab }: ReviewOptions,
): Promise<void> {
  if (sarif !== undefined) {
    const report = await trivium.reviews.sarif(reviewId);
    await writeFile(resolvePath(sarif), `${JSON.stringify(report, null, 2)}\n`);
  }
  if (gitlab !== undefined) {
    const reported = findings
      .filter(({ status }) => status !== 'suppressed')
      .map(({ rule_id: ruleId, end_line: endLine, ...rest }) => ({ ...rest, ruleId, endLine }));
    await writeFile(resolvePath(gitlab), `${formatGitLab(reported)}\n`);
  }
}

function tell(
  { review_id, status, gate, baseline_review_id: baseline, fixed_findings: fixed }: Review,
  findings: readonly Finding[],
  open: readonly Finding[],
  options: ReviewOptions,
): string {
  const existing = findings.filter((finding) => finding.status === 'existing').length;
  return [
    ...formatShort(open, options.patches),
    '',
    `${review_id} ${status}: ${formatCounts(countBySeverity(open))}${baseline === null ? '' : ' new'}.`,
    ...(baseline === null
      ? []
      : [`${baseline} has ${existing} of them as well, and ${fixed ?? 0} that are gone.`]),
    ...(gate === null ? [] : [`Gate ${gate.status}:`]),
    ...(gate?.conditions ?? []).map(({ passed, message }) => `  ${passed ? 'passed' : 'FAILED'}  ${message}`),
    ...(options.patches ? [formatPatchCount(open)] : []),
    ...(findings.length > 0 ? [`Why, and what to do: trivium reviews show ${review_id}`] : []),
    ...(options.sarif === undefined ? [] : [`SARIF is in ${options.sarif}.`]),
    ...(options.gitlab === undefined ? [] : [`The report for GitLab is in ${options.gitlab}.`]),
  ].join('\n');
}

/** One line for each finding, the most severe first; with every patch, if patches were requested. */
function formatShort(findings: readonly Finding[], withPatch = false): string[] {
  const shown = withPatch ? findings : findings.slice(0, MAX_SHOWN);
  const rest = findings.length - shown.length;
  return [
    ...shown.map((finding) => formatFinding(finding, { withPatch })),
    ...(rest > 0 ? [`and ${rest} more: --json shows all`] : []),
  ];
}
