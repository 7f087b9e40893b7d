import {
  integer,
  listOf,
  oneOf,
  positiveNumber,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../../kit/config/index.ts';
import { AddressList } from '../../kit/net/index.ts';
import { define } from './define-setting.ts';

/** Basic settings of the service. */
export const serviceSettings = {
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
  PUBLIC_URL: define({
    default: undefined,
    description:
      'Address of this service for links in mails, such as https://trivium.example.com. Unset: its own address.',
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
        throw new Error('It must be a URL such as https://trivium.example.com.');
      }
      return value.replace(/\/+$/, '');
    },
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
    parse: parsePostgresUrl,
  }),
  DATABASE_MIGRATION_URL: define({
    default: undefined,
    description:
      'The same database as DATABASE_URL, as the role that owns its tables and migrates them. The role of DATABASE_URL then needs only the right to log in, gets what it needs at the start, and cannot change the event log.',
    secret: true,
    parse: parsePostgresUrl,
  }),
  DATABASE_POOL_SIZE: define({
    default: '12',
    description:
      'Connections that the service may open to the database, and as many to each replica of DATABASE_READ_URL.',
    parse: integer(4, 500),
  }),
  DATABASE_READ_URL: define({
    default: undefined,
    description:
      'Streaming replicas of DATABASE_URL, separated by commas, which answer lists, queries, statistics and exports. Unset: everything is read from the primary.',
    secret: true,
    parse: parsePostgresUrls,
  }),
  DATABASE_READ_MAX_AGE: define({
    default: '5',
    description: 'How many seconds the answers of a replica of DATABASE_READ_URL may be behind.',
    parse: integer(1, 300),
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
      'Encrypts secrets at rest: 32 bytes in base64, the same on every node. Unset: a file in DATA_DIR.',
    secret: true,
    parse: text,
  }),
  ENCRYPTION_KEY_PREVIOUS: define({
    default: undefined,
    description:
      'Further encryption keys, separated by commas, which only decrypt: the previous key while secrets are encrypted again, or the next one on nodes that still encrypt with the current one.',
    secret: true,
    parse: text,
  }),
  METRICS_BY_ORGANIZATION: define({
    default: '0',
    description:
      'For how many organizations `/metrics` has separate metrics: those with the most events, waiting deliveries and dead letters, and those closest to a limit or quota. 0: for none.',
    parse: integer(0, 1_000),
  }),
  RATE_LIMIT_SCALE: define({
    default: '1',
    description: 'Multiplies every rate limit.',
    parse: positiveNumber,
  }),
  CORS_ALLOWED_ORIGINS: define({
    default: '',
    description:
      'Origins whose pages may call the API from a browser, such as https://app.example.com, separated by commas; * for every one. Empty: pages of the service’s own origin.',
    parse: listOf((item) => {
      if (item !== '*' && URL.parse(item)?.origin !== item) {
        throw new Error('It must be origins such as https://app.example.com, or *.');
      }
      return item;
    }),
  }),
  PORTAL_EMBED_ORIGINS: define({
    default: '',
    description:
      'Origins whose pages may show the webhook portal in a frame, such as https://app.example.com, separated by commas. Empty: none.',
    parse: listOf((item) => {
      const url = URL.parse(item);
      if (url?.origin !== item || !/^https?:$/.test(url.protocol)) {
        throw new Error('It must be origins such as https://app.example.com.');
      }
      return item;
    }),
  }),
  TRUSTED_PROXIES: define({
    default: '',
    description:
      'Addresses and networks of the proxies in front of the service, such as 10.0.0.0/8, separated by commas. X-Forwarded-For is trusted only from these, for keys that are limited to addresses and for the log of requests. Empty: none.',
    parse: listOf((item) => {
      new AddressList([item]);
      return item;
    }),
  }),
  REQUEST_LOG_RETENTION_DAYS: define({
    default: '14',
    description: 'For how many days requests to the API are kept (`GET /v1/requests`).',
    parse: integer(1, 365),
  }),
  REQUEST_LOG_MAX_PER_ORGANIZATION: define({
    default: '100000',
    description:
      'How many requests to the API are kept per organization; the oldest are removed first. 0: none.',
    parse: integer(0, 10_000_000),
  }),
  JOB_CONCURRENCY: define({
    default: '8',
    description: 'Background jobs that run at once on this node.',
    parse: integer(1, 200),
  }),
  LOG_LEVEL: define({
    default: 'info',
    description:
      'What is logged: trace, debug, info, warn, error or silent. Each request is one line at info.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  }),
  LOG_FORMAT: define({
    default: 'auto',
    description:
      'How the log is written: json, text (lines for people), or auto, which means text on a terminal and JSON elsewhere.',
    parse: oneOf('auto', 'json', 'text'),
  }),
} satisfies SettingsTable;

/** The embedded database has no replicas. Throws `SettingError`. */
export function checkReplicas(settings: SettingsOf<typeof serviceSettings>): void {
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined)
    throw new SettingError('DATABASE_URL', 'It is required with DATABASE_READ_URL.');
}

/** A comma inside an address is part of it. */
function parsePostgresUrls(value: string): string[] {
  return value.split(/,\s*(?=postgres(?:ql)?:\/\/)/).map(parsePostgresUrl);
}

function parsePostgresUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('It must begin with postgresql://.');
  return value;
}
