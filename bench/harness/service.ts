import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findEmbeddedPostgres } from '../../packages/server/src/kit/embedded-postgres/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { nodeArguments, nodeEnvironment } from '../../scripts/node-settings.mjs';
import type { Address } from '../load/connection.ts';
import { sleep } from './monotonic-clock.ts';
import { parentOf } from './process-times.ts';
import { endChild } from './worker.ts';

const API_KEY = 'bench_0123456789abcdefghijklmnopqrstuv';
const START_TIMEOUT_MS = 60_000;
const START_POLL_MS = 10;
const STOP_GRACE_MS = 12_000;
const main = join(import.meta.dirname, '../../packages/server/src/main.mjs');

export interface ServiceOptions {
  /** Arguments of Node, such as those for a profiler. */
  nodeArguments?: string[];
  /** Additional settings. */
  settings?: Record<string, string>;
}

/** The service as a user starts it: a separate process with the embedded PostgreSQL in an empty directory. */
export interface Service {
  address: Address;
  apiKey: string;
  pid: number;
  /** The postmaster; all database processes are its children. */
  postgresPid: number;
  /** From the start of the process to the line with its address. */
  startMs: number;
  /** The output of the service, including its log. */
  logPath: string;
  /** The bench's own connections to the service's database. */
  database: pg.Pool;
  /** Sends a request to the API and parses the JSON of its answer; throws on any status except 2xx. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** The value of a series in /metrics. */
  metric(name: string): Promise<number>;
  /** Creates a separate organization, and returns an admin key of it. */
  makeKey(organization: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-bench-'));
  // The log is written to a file at the default level, because its cost is part of the measurement.
  const logPath = join(home, 'service.log');
  const log = await open(logPath, 'w');
  const dataDir = join(home, 'data');
  // If root starts it, the database runs as another account, which must be able to reach its files here.
  await chmod(home, 0o711);
  await mkdir(dataDir, { mode: 0o711 });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, ...(options.nodeArguments ?? []), main, 'serve'], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      ...nodeEnvironment,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: API_KEY,
      RATE_LIMIT_SCALE: '1000000',
      ...options.settings,
    },
  });
  await log.close();
  const clearUp = async () => {
    await endChild(child, STOP_GRACE_MS);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const origin = await readOrigin(logPath, child);
    const startMs = performance.now() - startedAt;
    const { hostname, port } = new URL(origin);
    const found = await findEmbeddedPostgres(dataDir);
    if (found === undefined) throw new Error('the embedded database was not found');
    const database = new pg.Pool({ ...found.owner, max: 4, application_name: 'bench' });
    database.on('error', () => {});
    const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    return {
      address: { host: hostname, port: Number(port) },
      apiKey: API_KEY,
      pid: required(child.pid, 'the id of the process'),
      postgresPid: required(parentOf(required(rows[0], 'a row').pid), 'the process above'),
      startMs,
      logPath,
      database,
      api: (method, path, body) => callApi(origin, method, path, body),
      metric: (name) => readMetric(origin, name),
      makeKey: (organization) => makeKey(dataDir, organization),
      stop: async () => {
        await database.end();
        await clearUp();
      },
    };
  } catch (error) {
    await clearUp();
    throw error;
  }
}

/** Reads the address from the start page. */
async function readOrigin(logPath: string, child: ChildProcess): Promise<string> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += START_POLL_MS) {
    const text = await readFile(logPath, 'utf8');
    const origin = /^Trivium is up at (\S+)$/m.exec(text)?.[1];
    if (origin !== undefined) return origin;
    if (child.exitCode !== null) throw new Error(`the service ended at startup:\n${text}`);
    await sleep(START_POLL_MS);
  }
  throw new Error('the service did not start in time');
}

async function callApi<T>(origin: string, method: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function makeKey(dataDir: string, organization: string): Promise<string> {
  const command = ['keys', 'create', '--name', 'bench', '--scopes', 'admin', '--organization', organization];
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeArguments, main, ...command], {
    env: { ...nodeEnvironment, PATH, HOME, DATA_DIR: dataDir },
  });
  return stdout.trim();
}

async function readMetric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}
