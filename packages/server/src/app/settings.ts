import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type NetworkSettings, parseAssetPrices, readNetworkSettings } from '../areas/contracts/index.ts';
import { defaultRetryDelaysSeconds } from '../engine/delivery/index.ts';
import { isMailAddress, parseSmtpUrl } from '../engine/mail/index.ts';
import { parseModelPrice } from '../engine/models/index.ts';
import {
  integer,
  listOf,
  oneOf,
  positiveNumber,
  readSettings,
  type Setting,
  SettingError,
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
  WORKFLOW_RUN_RETENTION_DAYS: define({
    default: '30',
    description: 'Days for which workflow runs that have ended are kept.',
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
  REVIEW_THREADS: define({
    default: undefined,
    description: 'Threads that analyse and review applications. Unset: one for each processor, at most 4.',
    parse: integer(1, 64),
  }),
  REVIEW_THREAD_MEMORY_MB: define({
    default: '2048',
    description: 'Heap of one such thread; an analysis that needs more fails by name.',
    parse: integer(128, 65_536),
  }),
  REVIEW_ANALYSIS_TIMEOUT_SECONDS: define({
    default: '600',
    description: 'An analysis that takes longer fails by name.',
    parse: integer(1, 86_400),
  }),
  REVIEW_AGENT_TIMEOUT_SECONDS: define({
    default: '180',
    description: 'An agent that takes longer fails by name.',
    parse: integer(1, 86_400),
  }),
  LLM_MODEL: define({
    default: undefined,
    description:
      'Language model that agents of review and outreach ask beside their rules. Unset: none is asked, and agents say that rules drove them.',
    parse: text,
  }),
  LLM_PROVIDER: define({
    default: 'anthropic',
    description:
      'anthropic, openai, or any name for an address of your own that speaks the protocol of OpenAI.',
    parse: text,
  }),
  LLM_BASE_URL: define({
    default: undefined,
    description: 'Address of the model, such as http://127.0.0.1:11434/v1. Unset: that of the provider.',
    parse: (value) => {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error('It must be a URL.');
      return value;
    },
  }),
  LLM_API_KEY: define({
    default: '',
    description: 'Key of the provider; an address of your own may need none.',
    secret: true,
    parse: (value) => value,
  }),
  LLM_PRICE_USD: define({
    default: undefined,
    description:
      'What the model costs in USD for a million tokens: input,output, and where they differ cached input and cache write, such as 3,15,0.3,3.75. Unset: a built-in table, and nothing for an address of your own.',
    parse: parseModelPrice,
  }),
  LLM_TIMEOUT_SECONDS: define({
    default: '60',
    description: 'Longest wait for one answer of the model.',
    parse: integer(1, 600),
  }),
  LLM_MAX_TOKENS: define({
    default: '60000',
    description: 'Most tokens that one agent may spend in one review.',
    parse: integer(1_000, 10_000_000),
  }),
  ADVISORY_DB_PATH: define({
    default: undefined,
    description:
      'Known vulnerabilities to look dependencies up in: a folder of OSV files, or an `all.zip` of them. Unset: the few that the service ships with.',
    parse: text,
  }),
  OSV_API_URL: define({
    default: undefined,
    description:
      'Database to ask about dependencies when an application is analysed, such as https://api.osv.dev; names and versions of packages are sent there. Unset: nothing is asked.',
    parse: (value) => {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error('It must be a URL.');
      return value;
    },
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
  PUBLIC_URL: define({
    default: undefined,
    description:
      'Where people reach this service from their mails, such as https://trivium.example.com. Unset: its own address.',
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
        throw new Error('It must be a URL such as https://trivium.example.com.');
      }
      return value.replace(/\/+$/, '');
    },
  }),
  SMTP_URL: define({
    default: undefined,
    description:
      'The mail server that sends, such as smtps://user:password@mail.example.com. Unset: the sandbox mailbox keeps every mail.',
    secret: true,
    parse: parseSmtpUrl,
  }),
  MAIL_DOMAIN: define({
    default: 'trivium.localhost',
    description: 'Domain of the mailbox that an organization has before it adds one.',
    parse: text,
  }),
  DKIM_PRIVATE_KEY: define({
    default: undefined,
    description: 'PEM key that signs all mail. Unset: a key of its own is made for each domain.',
    secret: true,
    parse: text,
  }),
  DKIM_SELECTOR: define({
    default: 'trivium',
    description: 'Selector under which the public key of DKIM_PRIVATE_KEY lies in the DNS.',
    parse: text,
  }),
  BOUNCE_ADDRESS: define({
    default: undefined,
    description:
      'Where bounces go, such as bounces@example.com; each mail adds its own `+` part. Unset: to the mailbox that sent it.',
    parse: (value) => {
      if (!isMailAddress(value)) throw new Error('It must be an address such as bounces@example.com.');
      return value;
    },
  }),
  MAIL_PRICE_USD: define({
    default: '0.0001',
    description: 'What one sent mail is booked at, in USD; the price of your relay.',
    parse: (value) => {
      const price = Number(value);
      if (!(price >= 0 && price <= 100)) throw new Error('It must be a number of USD from 0 to 100.');
      return price;
    },
  }),
  INBOUND_SMTP_PORT: define({
    default: undefined,
    description: 'Port of an SMTP listener for replies, bounces and complaints. Unset: none.',
    parse: integer(0, 65_535),
  }),
  INBOUND_SMTP_HOST: define({
    default: '127.0.0.1',
    description: 'Address of that listener; the MX of the domain leads to it.',
    parse: text,
  }),
  INBOUND_SMTP_TLS_CERT: define({
    default: undefined,
    description:
      'Certificate chain (PEM) of that listener, which then offers STARTTLS. Unset: mail comes in unencrypted.',
    secret: true,
    parse: (value) => {
      try {
        new X509Certificate(value);
        return value;
      } catch {
        throw new Error('It must be a certificate in PEM.');
      }
    },
  }),
  INBOUND_SMTP_TLS_KEY: define({
    default: undefined,
    description: 'Private key (PEM) of INBOUND_SMTP_TLS_CERT.',
    secret: true,
    parse: (value) => {
      try {
        createPrivateKey(value);
        return value;
      } catch {
        throw new Error('It must be a private key in PEM.');
      }
    },
  }),
  IMAP_URL: define({
    default: undefined,
    description:
      'A mailbox to read replies and bounces from, such as imaps://user:password@mail.example.com/INBOX. Unset: none.',
    secret: true,
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^imaps?:$/.test(url.protocol) || url.username === '') {
        throw new Error('It must be a URL such as imaps://user:password@mail.example.com/INBOX.');
      }
      return value;
    },
  }),
  ANVIL_PATH: define({
    default: undefined,
    description:
      'An anvil to run the embedded chains on, where the one that npm brings does not run. Unset: that one.',
    parse: text,
  }),
  DEVNET_BLOCK_TIME: define({
    default: '1',
    description: 'Seconds between the blocks of the embedded chains, 0.05 to 60.',
    parse: (value) => {
      const seconds = Number(value);
      if (!(seconds >= 0.05 && seconds <= 60)) throw new Error('It must be a number from 0.05 to 60.');
      return seconds;
    },
  }),
  SIMULATE_NETWORKS: define({
    default: 'auto',
    description:
      'Whether known networks without an address stand on embedded chains, labelled as simulated: on, off, or auto, which is on while the embedded database serves.',
    parse: oneOf('auto', 'on', 'off'),
  }),
  // Of networks there may be any number: these rows describe them, and `readNetworkSettings` reads them.
  'NETWORK_<NAME>_RPC_URL': define({
    default: undefined,
    description:
      'Addresses of a blockchain network, such as NETWORK_ETHEREUM_MAINNET_RPC_URL; several fail over, separated by commas. A network that is not known by name needs NETWORK_<NAME>_CHAIN_ID, and takes NETWORK_<NAME>_ASSET, _BLOCK_TIME (seconds) and _CONFIRMATIONS.',
    secret: true,
    parse: text,
  }),
  'NETWORK_<NAME>_SIGNER': define({
    default: undefined,
    description:
      'The key that transactions of a network are signed with: file:<path>, keystore:<path> (with _SIGNER_PASSWORD), aws-kms:<key id> or gcp-kms:<key version name>. Unset: that of CONTRACTS_SIGNER.',
    parse: text,
  }),
  ASSET_PRICES: define({
    default: '',
    description:
      'Prices of native coins in USD with their dates, such as ETH=3000@2026-11-01,POL=0.2@2026-11-01. Unset: a built-in table.',
    parse: parseAssetPrices,
  }),
  PRICE_FEED_URL: define({
    default: undefined,
    description:
      'An address that answers {"ETH": 3000.5, …}, prices of native coins in USD; read every minute, over the tables.',
    secret: true,
    parse: (value) => {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new Error('It must be an http or https address.');
      return value;
    },
  }),
  CLUSTER_MAX_NODES: define({
    default: '8',
    description: 'Most processes of this service that scaling may bring about, this one included.',
    parse: integer(1, 1_000),
  }),
  CLUSTER_SCALING: define({
    default: 'operator',
    description:
      'Whose keys may scale the cluster, which all organizations share: those of the operator (the default organization), or of everyone.',
    parse: oneOf('operator', 'everyone'),
  }),
  KUBERNETES_DEPLOYMENT: define({
    default: undefined,
    description:
      'A Deployment, as namespace/name, whose replicas scaling sets. Unset: scaling starts worker processes on this machine.',
    parse: (value) => {
      if (!/^[a-z0-9-]{1,63}\/[a-z0-9.-]{1,253}$/.test(value)) throw new Error('It must be namespace/name.');
      return value;
    },
  }),
  KUBERNETES_API_URL: define({
    default: 'https://kubernetes.default.svc',
    description: 'The API server of Kubernetes.',
    parse: text,
  }),
  KUBERNETES_TOKEN: define({
    default: undefined,
    description: "A token that may patch the Deployment's scale. Unset: that of the pod's service account.",
    secret: true,
    parse: text,
  }),
  KUBERNETES_CA_FILE: define({
    default: undefined,
    description: "PEM file of the API server's authority. Unset: that of the pod's service account.",
    parse: text,
  }),
  DNS_SERVERS: define({
    default: '',
    description:
      "DNS servers that leads' domains are looked up at, as addresses with or without :port, separated by commas. Unset: the system's.",
    parse: listOf((item) => {
      const [address = '', port] = /^\[/.test(item)
        ? item.slice(1).split(/\]:?/)
        : isIP(item)
          ? [item]
          : item.split(':');
      if (isIP(address) === 0 || (port !== undefined && !/^\d{0,5}$/.test(port))) {
        throw new Error('It must be addresses such as 10.0.0.53 or 10.0.0.53:5353.');
      }
      return item;
    }),
  }),
  ENRICHMENT_PROVIDER_URL: define({
    default: undefined,
    description:
      'A data provider that is asked about leads when free sources are not enough: GET with email and domain, answered with JSON of company and person.',
    parse: (value) => {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new Error('It must be an http or https address.');
      return value;
    },
  }),
  ENRICHMENT_PROVIDER_KEY: define({
    default: undefined,
    description: 'The key of the data provider, sent as bearer token.',
    secret: true,
    parse: text,
  }),
  ENRICHMENT_PROVIDER_PRICE_USD: define({
    default: '0.05',
    description: 'What an answer of the data provider costs.',
    parse: positiveNumber,
  }),
  OTLP_TRACES_URL: define({
    default: undefined,
    description:
      'A collector that is told of the traces of outreach: OTLP over HTTP in JSON, such as http://127.0.0.1:4318/v1/traces. A private address must be among ALLOWED_PRIVATE_NETWORKS. Unset: none.',
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
        throw new Error('It must be a URL such as http://127.0.0.1:4318/v1/traces.');
      }
      // As collectors are named elsewhere: an address alone means its usual path.
      if (url.pathname === '/') url.pathname = '/v1/traces';
      return url.href;
    },
  }),
  OTLP_HEADERS: define({
    default: '',
    description: 'Headers for that collector, such as x-api-key=secret, separated by commas.',
    secret: true,
    parse: (value) =>
      Object.fromEntries(
        listOf((item) => {
          const [, name, text] = /^([A-Za-z0-9-]{1,100})=([\x20-\x7e]{0,2000})$/.exec(item) ?? [];
          if (name === undefined) throw new Error('It must be name=value, separated by commas.');
          return [name.toLowerCase(), text!] as const;
        })(value),
      ),
  }),
  LOG_LEVEL: define({
    default: 'info',
    description:
      'What is logged: trace, debug, info, warn, error or silent. Each request is one line at info.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  }),
} satisfies SettingsTable;

export type Settings = SettingsOf<typeof settingsTable> & {
  /** Blockchain networks, from NETWORK_<NAME>_RPC_URL and what stands beside it. */
  networks: NetworkSettings[];
};

/** The settings of an environment. Throws `SettingError`, one line, on the first wrong one. */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(settingsTable, env);
  checkCertificate(settings);
  return { ...settings, networks: readNetworkSettings(env) };
}

function checkCertificate({
  INBOUND_SMTP_TLS_CERT: cert,
  INBOUND_SMTP_TLS_KEY: key,
}: SettingsOf<typeof settingsTable>): void {
  if (cert === undefined && key === undefined) return;
  if (cert === undefined) throw new SettingError('INBOUND_SMTP_TLS_CERT', 'It is needed beside the key.');
  if (key === undefined)
    throw new SettingError('INBOUND_SMTP_TLS_KEY', 'It is needed beside the certificate.');
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new SettingError('INBOUND_SMTP_TLS_KEY', 'It is not the key of INBOUND_SMTP_TLS_CERT.');
  }
}
