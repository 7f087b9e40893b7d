import { httpUrl, SettingError, type SettingsOf, type SettingsTable, text } from '../../kit/config/index.ts';
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
    parse: httpUrl,
  }),
  S3_ACCESS_KEY_ID: define({
    default: undefined,
    description: 'Access key of the bucket. Unset: the credentials of the machine’s environment.',
    parse: text,
  }),
  S3_SECRET_ACCESS_KEY: define({
    default: undefined,
    description: 'Secret of the access key.',
    secret: true,
    parse: text,
  }),
} satisfies SettingsTable;

/** Half of a key would be passed over for what the machine grants. Throws `SettingError`. */
export function checkBlobKey(settings: SettingsOf<typeof blobSettings>): void {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  if (id === undefined && secret !== undefined)
    throw new SettingError('S3_ACCESS_KEY_ID', 'It is needed beside the secret.');
  if (id !== undefined && secret === undefined)
    throw new SettingError('S3_SECRET_ACCESS_KEY', 'It is needed beside the access key.');
}
