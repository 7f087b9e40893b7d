import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Trivium } from '../../../../sdk/src/index.ts';
import { CommandError, FailedError } from './command-error.ts';
import type { ClientOptions } from './connect.ts';
import { packFolder } from './pack-folder.ts';
import { formatBytes } from './print.ts';
import { ProgressBar } from './progress-bar.ts';

export interface Upload {
  /** A folder or an archive. */
  path: string;
  /** The path as the user typed it. */
  given: string;
  name: string;
  /** The commit of the files, if it is known. */
  revision: string | undefined;
}

export function nameOf(path: string): string {
  return basename(path).replace(/\.zip$/, '');
}

/** Uploads a folder or an archive; resolves once it is analysed. */
export async function upload(trivium: Trivium, what: Upload, options: ClientOptions) {
  const { path, given, name, revision } = what;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${given} does not exist. Give a folder or a zip archive.`);
  const packed = found.isDirectory() ? await packFolder(path) : undefined;
  if (packed?.files === 0) {
    await packed.remove();
    throw new CommandError(`${given} has no files, except those that .gitignore excludes.`);
  }
  const bar = new ProgressBar('Uploading', options);
  try {
    const application = await trivium.reviews.upload(await openAsBlob(packed?.path ?? path), {
      name,
      ...(revision !== undefined && { revision }),
      onProgress: ({ sentBytes, totalBytes }) =>
        bar.update(
          sentBytes / Math.max(totalBytes, 1),
          sentBytes < totalBytes
            ? `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
            : `${formatBytes(totalBytes)} sent, being analysed`,
        ),
      timeoutMs: 1_800_000,
    });
    if (application.status !== 'analysis_failed') return application;
    const reason = application.error?.message ?? 'the reason is unknown';
    throw new FailedError(`The application could not be analysed: ${reason}`);
  } finally {
    bar.end();
    await packed?.remove();
  }
}

/** Starts a review of an application; resolves when it has ended. */
export function runReview(
  trivium: Trivium,
  applicationId: string,
  body: Parameters<Trivium['reviews']['run']>[1],
  options: ClientOptions & { label?: string },
) {
  const bar = new ProgressBar(options.label ?? 'Reviewing', options);
  return trivium.reviews
    .run(applicationId, body, {
      timeoutMs: 3_600_000,
      onProgress: ({ progress }) =>
        bar.update(
          progress.percent / 100,
          `${progress.completed + progress.failed} of ${progress.total} agents`,
        ),
    })
    .finally(() => bar.end());
}
