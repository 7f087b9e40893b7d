import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { collect, type Trivium } from '../../../../sdk/src/index.ts';
import { type ClientOptions, CommandError, connect, resolvePath } from './connect.ts';
import { packFolder } from './pack-folder.ts';
import { formatBytes, ProgressBar, print, type Style, styled } from './print.ts';

type Severity = 'critical' | 'high' | 'medium' | 'low';

interface ReviewOptions extends ClientOptions {
  name?: string;
  categories?: string;
  failOn: Severity | 'none';
  sarif?: string;
  patches?: boolean;
}

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
const colours: Record<Severity, Style> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'dim',
};
const MAX_SHOWN = 50;

/**
 * Reviews a folder or a zip archive. Resolves with the exit code: 1 when something as severe as asked for was found,
 * 2 when the review failed.
 */
export async function review(path: string, options: ReviewOptions): Promise<number> {
  const { json, failOn } = options;
  if (failOn !== 'none' && !severities.includes(failOn)) {
    throw new CommandError(`--fail-on must be one of ${severities.join(', ')} or none.`);
  }
  const trivium = connect(options);
  const application = await upload(trivium, path, options);
  if (application.status === 'analysis_failed') {
    throw new CommandError(
      `The application could not be analysed: ${application.error?.message ?? 'no reason is known'}`,
    );
  }
  const bar = new ProgressBar('Reviewing', json);
  const body = {
    ...(options.categories !== undefined && { categories: options.categories.split(',') }),
    ...(options.patches && { generate_patches: true }),
  };
  const done = await trivium.reviews
    .run(application.id, body, {
      timeoutMs: 3_600_000,
      onProgress: ({ progress }) =>
        bar.update(
          progress.percent / 100,
          `${progress.completed + progress.failed} of ${progress.total} agents`,
        ),
    })
    .finally(() => bar.end());
  const findings = await collect(trivium.reviews.findings(done.review_id));
  if (options.sarif !== undefined) {
    await writeFile(
      resolvePath(options.sarif),
      `${JSON.stringify(await trivium.reviews.sarif(done.review_id), null, 2)}\n`,
    );
  }
  const counts = Object.fromEntries(
    severities.map((severity) => [
      severity,
      findings.filter((finding) => finding.severity === severity).length,
    ]),
  ) as Record<Severity, number>;
  const result = {
    application_id: application.id,
    review_id: done.review_id,
    status: done.status,
    counts,
    findings,
  };
  print(json, result, formatFindings(result, options.sarif));
  if (done.status === 'failed') return 2;
  const reached = failOn === 'none' ? [] : severities.slice(0, severities.indexOf(failOn) + 1);
  return reached.some((severity) => counts[severity] > 0) ? 1 : 0;
}

async function upload(trivium: Trivium, given: string, { name, json }: ReviewOptions) {
  const path = resolvePath(given);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${given} does not exist. Give a folder or a zip archive.`);
  const packed = found.isDirectory() ? await packFolder(path) : undefined;
  if (packed?.files === 0) {
    await packed.remove();
    throw new CommandError(`${given} holds no files that .gitignore lets through.`);
  }
  const bar = new ProgressBar('Uploading', json);
  try {
    return await trivium.reviews.upload(await openAsBlob(packed?.path ?? path), {
      name: name ?? basename(path).replace(/\.zip$/, ''),
      onProgress: ({ sentBytes, totalBytes }) =>
        bar.update(
          sentBytes / Math.max(totalBytes, 1),
          sentBytes < totalBytes
            ? `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
            : `${formatBytes(totalBytes)} sent, being analysed`,
        ),
      timeoutMs: 1_800_000,
    });
  } finally {
    bar.end();
    await packed?.remove();
  }
}

interface Shown {
  review_id: string;
  status: string;
  counts: Record<Severity, number>;
  findings: { severity: Severity; file: string; line: number; title: string; rule_id: string }[];
}

function formatFindings({ review_id, status, counts, findings }: Shown, sarif: string | undefined): string {
  const lines = findings
    .slice(0, MAX_SHOWN)
    .map(
      ({ severity, file, line, title, rule_id }) =>
        `${styled(colours[severity], severity.padEnd(8))}  ${file}:${line}  ${title}  [${rule_id}]`,
    );
  const rest = findings.length - lines.length;
  return [
    ...lines,
    ...(rest > 0 ? [`and ${rest} more: --json shows all`] : []),
    '',
    `${review_id} ${status}: ${severities.map((severity) => `${counts[severity]} ${severity}`).join(', ')}.`,
    ...(sarif === undefined ? [] : [`SARIF is in ${sarif}.`]),
  ].join('\n');
}
