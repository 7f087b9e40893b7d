import type { S3Settings } from '../engine/blobs/index.ts';
import type { Settings } from './settings.ts';

/** The settings of the S3 store, without a bucket. */
export function s3SettingsOf(settings: Settings): Omit<S3Settings, 'bucket'> {
  return {
    region: settings.S3_REGION,
    endpoint: settings.S3_ENDPOINT,
    pathStyle: settings.S3_PATH_STYLE,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    sessionToken: settings.S3_SESSION_TOKEN,
  };
}
