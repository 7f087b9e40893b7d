import { join, resolve } from 'node:path';
import { createBlobStore, createFileDriver, createS3Driver } from '../engine/blobs/index.ts';
import type { Clock } from '../kit/clock.ts';
import { s3SettingsOf } from './s3-settings.ts';
import type { Settings } from './settings.ts';

type BlobStoreOptions = Parameters<typeof createBlobStore>[0];

/** The store for files: the configured bucket, or a folder in DATA_DIR. */
export async function openBlobStore(
  settings: Settings,
  options: Omit<BlobStoreOptions, 'driver'> & { clock: Clock },
) {
  const { S3_BUCKET: bucket } = settings;
  const driver =
    bucket === undefined
      ? createFileDriver(join(resolve(settings.DATA_DIR), 'blobs'))
      : await createS3Driver({ bucket, ...s3SettingsOf(settings) });
  return createBlobStore({ ...options, driver });
}
