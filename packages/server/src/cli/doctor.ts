import { access, constants, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../app/open-database.ts';
import { readOwnMigrations } from '../app/read-own-migrations.ts';
import { describeMistyped, loadSettings, mistypedSettings, type Settings } from '../app/settings.ts';
import { sharedSessionsProblem } from '../app/start-database.ts';
import { openAnvil } from '../areas/contracts/index.ts';
import { findForgedIndex } from '../engine/spine/index.ts';
import { pendingMigrations, queryClient, sharesSessions } from '../kit/db/index.ts';
import { findDataDirHolder, hasEmbeddedPostgres, isDirectoryLocked } from '../kit/embedded-postgres/index.ts';
import { formatId } from '../kit/ids.ts';
import { openFilesLimit } from '../kit/processes/index.ts';
import { keyFileName, loadMasterKey } from '../kit/secrets/index.ts';
import { type OutputOptions, print } from './client/print.ts';
import { examineAddress } from './examine-address.ts';
import { examineReplicas } from './examine-replicas.ts';
import { examineStores } from './examine-store.ts';
import { type Finding, look } from './finding.ts';
import { readServerVersion } from './support/describe-database.repository.ts';

/**
 * Checks everything that a start needs, or a service at another address, and prints the results. Resolves with the exit
 * code.
 */
export async function runDoctor(
  env: NodeJS.ProcessEnv,
  { logs, url, key, ...output }: OutputOptions & { logs?: boolean; url?: string; key?: string } = {},
): Promise<number> {
  const findings =
    url === undefined ? await examineSetup(env, logs) : await examineAddress(url, key ?? env.TRIVIUM_API_KEY);
  const wrong = findings.filter(({ ok }) => !ok).length;
  const lines = findings.map(
    ({ name, ok, detail }) => `${ok ? 'ok    ' : 'WRONG '} ${name.padEnd(12)} ${detail}`,
  );
  const verdict = wrong === 0 ? 'Nothing is wrong.' : `${wrong} to fix.`;
  await print(output, { ok: wrong === 0, findings }, [...lines, '', verdict].join('\n'));
  return wrong === 0 ? 0 : 1;
}

/** Checks everything that a start needs. */
export async function examineSetup(env: NodeJS.ProcessEnv, logs = false): Promise<Finding[]> {
  const findings: Finding[] = [await look('node', async () => `Node ${process.versions.node}`)];
  let loaded: Settings | undefined;
  findings.push(
    await look('settings', async () => {
      loaded = loadSettings(env);
      const [mistyped] = mistypedSettings(env);
      if (mistyped !== undefined) throw new Error(describeMistyped(mistyped));
      return 'every setting is well-formed';
    }),
  );
  const settings = loaded as Settings | undefined;
  if (settings !== undefined) {
    findings.push(...(await checkSetup(settings)));
    if (logs) findings.push(await look('index', () => checkIndex(settings)));
  }
  return findings;
}

async function checkSetup(settings: Settings): Promise<Finding[]> {
  return [
    await look('data', () => checkDataDir(resolve(settings.DATA_DIR))),
    await look('disk', () => checkDisk(resolve(settings.DATA_DIR))),
    await look('open files', async () => checkOpenFiles()),
    await look('encryption', () => checkKey(settings)),
    await look('address', () => checkAddress(settings)),
    await look('database', () => checkDatabase(settings)),
    ...(await examineReplicas(settings)),
    await look('chain', async () => checkChain(settings)),
    await look('event logs', () => checkLogs(settings)),
    ...(await examineStores(settings)),
  ];
}

/** The directory itself, or its nearest existing parent. */
async function existing(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch {
    return path === dirname(path) ? path : existing(dirname(path));
  }
}

async function checkDataDir(dataDir: string): Promise<string> {
  const found = await existing(dataDir);
  if (!(await stat(found)).isDirectory()) {
    throw new Error(`${found} is not a directory. Set DATA_DIR to one that this user may write to.`);
  }
  await access(found, constants.W_OK | constants.X_OK).catch(() => {
    throw new Error(`${found} cannot be written to by this user. Give it to this user, or set DATA_DIR.`);
  });
  return found === dataDir ? dataDir : `${dataDir} will be made at the first start`;
}

const MIN_FREE_BYTES = 1_073_741_824;
const MIN_FREE_FILES = 1_000;

async function checkDisk(dataDir: string): Promise<string> {
  return judgeDisk(await statfs(await existing(dataDir)));
}

/** Throws if something is running out: free space, or inodes, of which some disks have a fixed number. */
export function judgeDisk({
  bavail,
  bsize,
  files,
  ffree,
}: Record<'bavail' | 'bsize' | 'files' | 'ffree', number>): string {
  const gigabytes = ((bavail * bsize) / MIN_FREE_BYTES).toFixed(1);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(`Only ${gigabytes} GiB are free. The database needs room: free some.`);
  if (files > 0 && ffree < MIN_FREE_FILES)
    throw new Error(
      `Only ${ffree} more files can be made on the disk (inodes). The database needs some: remove others.`,
    );
  return `${gigabytes} GiB free`;
}

async function checkKey(settings: Settings): Promise<string> {
  const dataDir = resolve(settings.DATA_DIR);
  const path = join(dataDir, keyFileName);
  if (settings.ENCRYPTION_KEY === undefined) {
    const file = await stat(path).catch(() => undefined);
    if (file === undefined) return 'a key will be made at the first start';
    if ((file.mode & 0o077) !== 0) throw new Error(`${path} can be read by others. Run chmod 600 on it.`);
  }
  await loadMasterKey({ fromSetting: settings.ENCRYPTION_KEY, dataDir });
  if (settings.ENCRYPTION_KEY !== undefined) return 'ENCRYPTION_KEY is set';
  return `${path}; back it up: without it the stored secrets cannot be opened`;
}

function addressOf({ HOST, PORT }: Settings): string {
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

/** The service's answer at a path, at the address of the settings; undefined if nothing answers, or with an error. */
export async function askService(settings: Settings, path: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${addressOf(settings)}${path}`, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

async function checkAddress(settings: Settings): Promise<string> {
  const { HOST, PORT } = settings;
  const url = addressOf(settings);
  if ((await askService(settings, '/livez')) !== undefined) return checkRunningService(settings);
  await new Promise<void>((done, fail) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new Error(`${HOST}:${PORT} cannot be used (${error.code}). ${addressCure(error.code)}`)),
    );
    server.listen(PORT, HOST, () => server.close(() => done()));
  });
  return `${url} is free; the service is not running`;
}

/** A service answers, but it may belong to another data directory. */
async function checkRunningService(settings: Settings): Promise<string> {
  const url = addressOf(settings);
  const dataDir = resolve(settings.DATA_DIR);
  const figures = (await askService(settings, '/metrics')) ?? '';
  const answering = /^trivium_process_info\{pid="(\d+)"\} 1$/m.exec(figures)?.[1];
  const holder = await findDataDirHolder(dataDir);
  if (holder !== undefined && String(holder) === (answering ?? String(holder))) {
    return `the service answers at ${url}`;
  }
  if (holder === undefined && (await isDirectoryLocked(dataDir).catch(() => false))) {
    return `a service answers at ${url}; the service of ${dataDir} is too busy to say whether it is the same one`;
  }
  const who = answering === undefined ? '' : ` (pid ${answering})`;
  const own =
    holder === undefined ? 'which no service uses' : `which the service with the pid ${holder} uses`;
  throw new Error(
    `Another service answers at ${url}${who}, not one of ${dataDir}, ${own}. Set DATA_DIR and PORT to those of that service, or choose another PORT.`,
  );
}

async function checkLogs(settings: Settings): Promise<string> {
  const figures = await askService(settings, '/metrics');
  if (figures === undefined) return 'the service checks them while it runs';
  const damaged = [...figures.matchAll(/^trivium_damaged_log\{organization="([^"]+)"\} 1$/gm)].map(
    ([, id]) => id,
  );
  if (damaged.length === 0) return 'none is known to be damaged';
  throw new Error(
    `Damaged: the log of ${damaged.join(', ')}. No checkpoint is signed for it; the log of the service says what is wrong. Restore it from a backup of the database.`,
  );
}

function addressCure(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'Another program uses it: set PORT.';
  if (code === 'EACCES') return 'This user may not listen there: set PORT to 1024 or above.';
  return 'Set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.';
}

/** With fewer, a few hanging receivers could use up the files that the API and the database need. */
const MIN_OPEN_FILES = 1_024;

function checkOpenFiles(): string {
  const limit = openFilesLimit();
  if (limit < MIN_OPEN_FILES)
    throw new Error(
      `Only ${limit} open files are allowed. Raise the limit (ulimit -n) to ${MIN_OPEN_FILES} or more.`,
    );
  return Number.isFinite(limit) ? `${limit} may be open at once` : 'the system has no limit';
}

function checkChain({ ANVIL_PATH, networks }: Settings): string {
  if (networks.some(({ name }) => name === 'devnet'))
    return 'the devnet is the one of NETWORK_DEVNET_RPC_URL';
  const program = openAnvil(ANVIL_PATH);
  if ('problem' in program) throw new Error(program.problem);
  return `the devnet will run on ${program.binary}`;
}

/** The reason of a failed connection. If several addresses were tried, the error itself has no text. */
function describeFailure(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return (first as Error).message;
}

async function checkDatabase(settings: Settings): Promise<string> {
  const told = await withDatabase(settings, async (client, description) => {
    const { version, number } = await readServerVersion(client);
    if (number < 150_000) throw new Error(`PostgreSQL ${version} is too old. Use 15 or newer.`);
    const pending = await pendingMigrations(client, readOwnMigrations());
    const schema =
      pending.length === 0
        ? 'newest schema'
        : `${pending.length} migrations to apply, done at the next start`;
    return `PostgreSQL ${version}, ${description}, ${schema}`;
  });
  const { DATABASE_URL: connectionString } = settings;
  if (connectionString !== undefined && (await sharesSessions({ connectionString })))
    throw new Error(sharedSessionsProblem);
  return told ?? 'an embedded one will be made at the first start';
}

/** This reads every event, so it only runs on request. */
async function checkIndex(settings: Settings): Promise<string> {
  const forged = await withDatabase(settings, async (client) => findForgedIndex(queryClient(client)));
  const [first, ...more] = forged ?? [];
  if (first === undefined) return 'the index of the log matches the records';
  const { orgId, problem } = first;
  const others = more.length > 0 ? `, and more (${more.length + 1} found)` : '';
  throw new Error(
    `In the log of ${formatId('org', orgId)}, ${problem}${others}. Somebody changed the database.`,
  );
}

/** Undefined if there is no database yet. */
export async function withDatabase<T>(
  settings: Settings,
  work: (client: pg.Client, description: string) => Promise<T>,
): Promise<T | undefined> {
  if (settings.DATABASE_URL === undefined && !(await hasEmbeddedPostgres(resolve(settings.DATA_DIR)))) {
    return undefined;
  }
  const database = await openDatabase(settings);
  try {
    const client = new pg.Client(database.connection);
    await client.connect().catch((error: unknown) => {
      const cure = 'Start that PostgreSQL, or correct DATABASE_URL.';
      throw new Error(`No connection: ${describeFailure(error)}. ${cure}`);
    });
    try {
      return await work(client, database.description);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}
