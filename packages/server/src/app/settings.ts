import { isIP } from 'node:net';
import { defaultRetryDelaysSeconds } from '../engine/delivery/index.ts';
import {
  integer,
  listOf,
  oneOf,
  positiveNumber,
  readSettings,
  type Setting,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../kit/config/index.ts';

const define = <T, const D extends string | undefined>(setting: Setting<T> & { default: D }) => setting;

/** Every setting of the service. The reference in docs/ is generated from this table. */
export const settingsTable = {
  HOST: define({
    default: '127.0.0.1',
    description:
      'Address to listen on. While it is a loopback address, webhooks may go to loopback receivers over plain http.',
    parse: text,
  }),
  PORT: define({
    default: '8080',
    description: 'Port to listen on; 0 takes a free one.',
    parse: integer(0, 65_535),
  }),
  DATA_DIR: define({
    default: './data',
    description: 'Where the service keeps its files: the embedded database, its encryption key.',
    parse: text,
  }),
  DATABASE_URL: define({
    default: undefined,
    description: 'A PostgreSQL (15 or newer) to use. Unset: an embedded one under DATA_DIR.',
    secret: true,
    parse: (value) => {
      if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('It must begin with postgresql://.');
      return value;
    },
  }),
  BOOTSTRAP_API_KEY: define({
    default: undefined,
    description:
      'A full-scope API key of the default organization, valid from the start. Unset: one is made and printed once.',
    secret: true,
    parse: (value) => {
      if (!/^[\x21-\x7e]{16,200}$/.test(value))
        throw new Error('It must be 16 to 200 visible ASCII characters.');
      return value;
    },
  }),
  ENCRYPTION_KEY: define({
    default: undefined,
    description:
      'Seals secrets at rest: 32 bytes in base64, the same on every node. Unset: a file in DATA_DIR.',
    secret: true,
    parse: text,
  }),
  RATE_LIMIT_SCALE: define({
    default: '1',
    description: 'Multiplies every rate limit.',
    parse: positiveNumber,
  }),
  WEBHOOK_RETRY_DELAYS: define({
    default: defaultRetryDelaysSeconds.join(','),
    description:
      'Seconds before each attempt of a delivery, counted from the previous one; their number is the number of attempts.',
    parse: (value) => {
      const delays = listOf(Number)(value);
      if (
        delays.length === 0 ||
        delays.length > 20 ||
        delays.some((delay) => !(delay >= 0 && delay <= 604_800))
      ) {
        throw new Error('It must be 1 to 20 numbers of seconds, each 0 to 604800, separated by commas.');
      }
      return delays;
    },
  }),
  WEBHOOK_CONCURRENCY: define({
    default: '64',
    description: 'Attempts under way at once for one subscription, unless it sets its own.',
    parse: integer(1, 1_000),
  }),
  WEBHOOK_DISABLE_AFTER_DAYS: define({
    default: '5',
    description: 'Days of only failures after which a subscription is disabled.',
    parse: positiveNumber,
  }),
  DELIVERY_LOG_RETENTION_DAYS: define({
    default: '30',
    description: 'Days for which the log of delivery attempts is kept.',
    parse: integer(1, 3_650),
  }),
  ALLOWED_PRIVATE_NETWORKS: define({
    default: '',
    description: 'Private networks that deliveries and fetches may reach, as CIDRs separated by commas.',
    parse: listOf((item) => {
      const [address = '', bits] = item.split('/');
      const width = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
      if (width < 0 || !/^\d{1,3}$/.test(bits ?? '') || Number(bits) > width) {
        throw new Error(`It must be CIDRs such as 10.1.0.0/16.`);
      }
      return item;
    }),
  }),
  EXTRA_CA_CERTIFICATES: define({
    default: undefined,
    description: 'PEM certificates of authorities that receivers may use beside the public ones.',
    secret: true,
    parse: text,
  }),
  DATABASE_POOL_SIZE: define({
    default: '12',
    description: 'Connections that the service may open to the database.',
    parse: integer(4, 500),
  }),
  JOB_CONCURRENCY: define({
    default: '8',
    description: 'Background jobs under way at once on this node.',
    parse: integer(1, 200),
  }),
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
  LOG_LEVEL: define({
    default: 'info',
    description:
      'What is logged: trace, debug, info, warn, error or silent. Each request is one line at info.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  }),
} satisfies SettingsTable;

export type Settings = SettingsOf<typeof settingsTable>;

/** The settings of an environment. Throws `SettingError`, one line, on the first wrong one. */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  return readSettings(settingsTable, env);
}
