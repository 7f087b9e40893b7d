import {
  httpUrl,
  integer,
  oneOf,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Storage for uploaded files, imports and backups of contracts, and for backups of the service. */
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
  S3_PATH_STYLE: define({
    default: 'auto',
    description:
      'Whether requests name the bucket in the path (`on`) or in the host (`off`). `auto`: in the path if S3_ENDPOINT is set.',
    parse: oneOf('auto', 'on', 'off'),
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
  S3_SESSION_TOKEN: define({
    default: undefined,
    description: 'Session token, if the access key is a temporary one.',
    secret: true,
    parse: text,
  }),
  BACKUP_TO: define({
    default: undefined,
    description:
      'Where `trivium backup` puts backups, and where the log of the embedded database is archived continuously, so that a backup can be restored to any time after it: a folder, or s3://bucket/prefix in the store of the S3 settings.',
    parse: text,
  }),
  BACKUP_ARCHIVE_SECONDS: define({
    default: '60',
    description:
      'How often the log is archived to BACKUP_TO; if the machine is lost, so is everything committed since then.',
    parse: integer(1, 86_400),
  }),
} satisfies SettingsTable;

/** With only half of a key, the driver would silently use the machine's own credentials. Throws `SettingError`. */
export function checkBlobKey(settings: SettingsOf<typeof blobSettings>): void {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret, S3_SESSION_TOKEN: token } = settings;
  if (id === undefined && secret !== undefined)
    throw new SettingError('S3_ACCESS_KEY_ID', 'It is required with the secret.');
  if (id !== undefined && secret === undefined)
    throw new SettingError('S3_SECRET_ACCESS_KEY', 'It is required with the access key.');
  if (id === undefined && token !== undefined)
    throw new SettingError('S3_ACCESS_KEY_ID', 'It is required with the session token.');
}
