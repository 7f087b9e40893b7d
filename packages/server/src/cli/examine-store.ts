import { openPlace } from '../app/backups.ts';
import { s3SettingsOf } from '../app/s3-settings.ts';
import type { Settings } from '../app/settings.ts';
import { listBackups } from '../engine/backups/index.ts';
import { createS3Driver, StoreError } from '../engine/blobs/index.ts';
import { type Finding, look } from './finding.ts';

/** Checks the bucket for files and the place for backups, if they are configured. Writes nothing there. */
export async function examineStores(settings: Settings): Promise<Finding[]> {
  const { S3_BUCKET: bucket, BACKUP_TO: place } = settings;
  return [
    ...(bucket === undefined ? [] : [await look('files', () => checkBucket(settings, bucket))]),
    ...(place === undefined ? [] : [await look('backups', () => checkBackups(settings))]),
  ];
}

async function checkBucket(settings: Settings, bucket: string): Promise<string> {
  const driver = await createS3Driver({ bucket, ...s3SettingsOf(settings) });
  try {
    await driver.list('').next();
  } catch (error) {
    const { cause } = error as Error;
    throw cause instanceof StoreError
      ? new Error(`The bucket ${bucket} cannot be used. ${cause.message}`)
      : error;
  }
  return `the bucket ${bucket} answers`;
}

async function checkBackups(settings: Settings): Promise<string> {
  const place = await openPlace(settings, undefined);
  const ids = await listBackups(place);
  const newest = ids.at(-1);
  if (newest === undefined)
    throw new Error(`There is no backup in ${place.name} yet: run \`trivium backup\`.`);
  return `${ids.length} in ${place.name}, the newest ${newest}`;
}
