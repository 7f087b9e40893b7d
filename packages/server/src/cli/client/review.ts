import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { collect, type Trivium } from '../../../../sdk/src/index.ts';
import { CommandError, FailedError } from './command-error.ts';
import { type ClientOptions, connect, resolvePath } from './connect.ts';
import {
  countBySeverity,
  exitCodeFor,
  type FailOn,
  type Finding,
  formatFinding,
  tellCounts,
  tellPatches,
} from './findings.ts';
import { packFolder } from './pack-folder.ts';
import { formatBytes, print } from './print.ts';
import { ProgressBar } from './progress-bar.ts';

interface ReviewOptions extends ClientOptions {
  name?: string;
  categories?: string;
  failOn: FailOn;
  sarif?: string;
  patches?: boolean;
}

const MAX_SHOWN = 50;

/**
 * Reviews a folder or a zip archive. Resolves with the exit code: 1 when something as severe as asked for was found,
 * 2 when the review failed.
 */
export async function review(path: string, options: ReviewOptions): Promise<number> {
  const trivium = connect(options);
  const application = await upload(trivium, path, options);
  if (application.status === 'analysis_failed') {
    throw new FailedError(
      `The application could not be analysed: ${application.error?.message ?? 'no reason is known'}`,
    );
  }
  const bar = new ProgressBar('Reviewing', options);
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
  const counts = countBySeverity(findings);
  const { review_id, status } = done;
  await print(options, { application_id: application.id, review_id, status, counts, findings }, () =>
    [
      ...formatShort(findings, options.patches),
      '',
      `${review_id} ${status}: ${tellCounts(counts)}.`,
      ...(options.patches ? [tellPatches(findings)] : []),
      ...(findings.length > 0 ? [`Why, and what to do: trivium reviews show ${review_id}`] : []),
      ...(options.sarif === undefined ? [] : [`SARIF is in ${options.sarif}.`]),
    ].join('\n'),
  );
  return status === 'failed' || status === 'timed_out' ? 2 : exitCodeFor(counts, options.failOn);
}

/** A line for each, the worst first; every patch, where they were asked for. */
function formatShort(findings: readonly Finding[], withPatch = false): string[] {
  const shown = withPatch ? findings : findings.slice(0, MAX_SHOWN);
  const rest = findings.length - shown.length;
  return [
    ...shown.map((finding) => formatFinding(finding, { withPatch })),
    ...(rest > 0 ? [`and ${rest} more: --json shows all`] : []),
  ];
}

async function upload(trivium: Trivium, given: string, options: ReviewOptions) {
  const path = resolvePath(given);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${given} does not exist. Give a folder or a zip archive.`);
  const packed = found.isDirectory() ? await packFolder(path) : undefined;
  if (packed?.files === 0) {
    await packed.remove();
    throw new CommandError(`${given} holds no files that .gitignore lets through.`);
  }
  const bar = new ProgressBar('Uploading', options);
  try {
    return await trivium.reviews.upload(await openAsBlob(packed?.path ?? path), {
      name: options.name ?? basename(path).replace(/\.zip$/, ''),
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
