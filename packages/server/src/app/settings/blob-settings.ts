import { type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Where uploaded files, imports and backups lie. */
export const blobSettings = {
  S3_BUCKET: define({
    default: undefined,
    description: 'Bucket for uploaded files, imports and backups. Unset: files under DATA_DIR.',
    parse: text,
  }),
  S3_REGION: define({ default: 'us-east-1', description: 'Region of the bucket.', parse: text }),
  S3_ENDPOINT: define({
    default: undefined,
    description: 'Address of a store that speaks the S3 protocol. Unset: that of Amazon.',
    parse: text,
  }),
  S3_ACCESS_KEY_ID: define({
    default: undefined,
    description: 'Access key of the bucket. Unset: what the environment of the machine grants.',
    parse: text,
  }),
  S3_SECRET_ACCESS_KEY: define({
    default: undefined,
    description: 'Secret of the access key.',
    secret: true,
    parse: text,
  }),
} satisfies SettingsTable;
