import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgresAccount } from '../../packages/server/src/kit/embedded-postgres/postgres-account.ts';
import type { PostgresConnection } from '../../packages/server/src/kit/embedded-postgres/prepare-database.ts';
import type { TestPostgres } from '../../packages/server/src/kit/embedded-postgres/test-cluster.ts';
import {
  type Account,
  bareEnvironment,
  runAs,
  runProgram,
} from '../../packages/server/src/kit/processes/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '200',
  max_prepared_transactions: '200',
  max_worker_processes: '24',
  shared_buffers: '64MB',
  timezone: 'UTC',
  // It is thrown away: what is asked is whether the statements work.
  fsync: 'off',
  'citus.enable_statistics_collection': 'off',
};
const WITHIN_MS = 60_000;

interface Server {
  port: number;
  folder: string;
  child: ChildProcess;
  log: string;
}

/** Why no cluster can be made with these programs, and what to do; undefined when one can. */
export async function whyNoCitus(pgConfig: string): Promise<string | undefined> {
  const { code, stdout } = await runProgram(pgConfig, ['--sharedir']);
  if (code !== 0) return `${pgConfig} cannot be run. Name the one of a PostgreSQL with --pg-config.`;
  const control = join(stdout.trim(), 'extension/citus.control');
  const isThere = await access(control).then(
    () => true,
    () => false,
  );
  return isThere
    ? undefined
    : `${control} is not there. Install Citus for this PostgreSQL (Debian: postgresql-NN-citus-MM of the Citus repository), or build it from its source: ./configure PG_CONFIG=${pgConfig} && make install. Then name that PostgreSQL with --pg-config.`;
}

/** A coordinator and workers of Citus on loopback, with a database for the service. All of it is thrown away at the end. */
export class CitusCluster {
  readonly folder: string;
  readonly #servers: Server[] = [];
  readonly #programs: string;
  readonly #account: Account | undefined;

  private constructor(folder: string, programs: string, account: Account | undefined) {
    this.folder = folder;
    this.#programs = programs;
    this.#account = account;
  }

  static async start(pgConfig: string, workers: number): Promise<CitusCluster> {
    const { stdout } = await runProgram(pgConfig, ['--bindir']);
    const folder = await mkdtemp(join(tmpdir(), 'trivium-citus-'));
    await chmod(folder, 0o711);
    const cluster = new CitusCluster(folder, stdout.trim(), await findPostgresAccount(undefined));
    try {
      for (let i = 0; i <= workers; i++) await cluster.#serve(i === 0 ? 'coordinator' : `worker${i}`);
      await cluster.#join();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get #coordinator(): Server {
    return required(this.#servers[0], 'the coordinator');
  }

  /** DATABASE_URL of a role. */
  url(role: 'trivium' | 'service' | 'postgres'): string {
    return `postgresql://${role}@127.0.0.1:${this.#coordinator.port}/trivium`;
  }

  /** For the tests of the product: as which roles they work, and where each of their databases is. */
  postgres(): TestPostgres {
    const [coordinator, ...workers] = this.#servers.map(
      ({ port }): PostgresConnection => ({
        host: '127.0.0.1',
        port,
        user: 'postgres',
        password: '',
        database: 'postgres',
      }),
    );
    const superuser = required(coordinator, 'the coordinator');
    return {
      superuser,
      machines: workers,
      owner: { ...superuser, user: 'trivium' },
      service: { ...superuser, user: 'service' },
      template: 'trivium',
      templateError: undefined,
    };
  }

  /** From now on the database is only copied. */
  async close(): Promise<void> {
    for (const { port } of this.#servers) {
      await askAt(port, 'postgres', 'alter database trivium allow_connections false');
      await askAt(
        port,
        'postgres',
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'trivium'`,
      );
    }
  }

  /** Asks the coordinator as the superuser. */
  async ask<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return askAt(this.#coordinator.port, 'trivium', text, values);
  }

  /** One more worker, which has no part of any table yet. */
  async addWorker(): Promise<void> {
    const server = await this.#serve(`worker${this.#servers.length}`);
    await prepare(server);
    await this.ask(`select citus_add_node('127.0.0.1', $1)`, [server.port]);
  }

  /** Kills the worker that has an organization's part of the log; the returned function starts it again. */
  async loseWorkerOf(orgId: string): Promise<() => Promise<void>> {
    const [place] = await this.ask<{ port: number }>(
      `select nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('event_logs', $1::uuid)`,
      [orgId],
    );
    const lost = required(
      this.#servers.find(({ port }) => port === place?.port),
      'the worker of an organization',
    );
    lost.child.kill('SIGKILL');
    await once(lost.child, 'exit');
    return async () => {
      lost.child = await this.#spawn(lost);
    };
  }

  async stop(): Promise<void> {
    for (const { child } of this.#servers) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGQUIT');
      await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #serve(name: string): Promise<Server> {
    const data = join(this.folder, name, 'data');
    await mkdir(join(this.folder, name), { mode: 0o755 });
    if (this.#account !== undefined)
      await chown(join(this.folder, name), this.#account.uid, this.#account.gid);
    const { code, stderr } = await runProgram(
      join(this.#programs, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { account: this.#account, cwd: join(this.folder, name) },
    );
    if (code !== 0) throw new Error(`initdb: ${stderr}`);
    const port = await freePort();
    const settings = Object.entries({ ...SETTINGS, port: String(port) });
    await writeFile(
      join(data, 'postgresql.conf'),
      settings.map(([key, value]) => `${key} = '${value}'\n`).join(''),
    );
    const place = { port, folder: join(this.folder, name), log: join(this.folder, `${name}.log`) };
    const server = { ...place, child: await this.#spawn(place) };
    this.#servers.push(server);
    return server;
  }

  async #spawn({ port, folder, log }: Omit<Server, 'child'>): Promise<ChildProcess> {
    const file = await open(log, 'a');
    const child = spawn(join(this.#programs, 'postgres'), ['-D', join(folder, 'data')], {
      ...runAs(this.#account),
      cwd: folder,
      stdio: ['ignore', file.fd, file.fd],
      env: bareEnvironment,
    });
    await file.close();
    try {
      await untilServing(port, child, log);
      return child;
    } catch (error) {
      child.kill('SIGQUIT');
      throw error;
    }
  }

  /** A database, the extension and the roles everywhere; then the coordinator learns of the workers. */
  async #join(): Promise<void> {
    for (const server of this.#servers) await prepare(server);
    const [coordinator, ...workers] = this.#servers;
    await this.ask(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator?.port]);
    for (const { port } of workers) await this.ask(`select citus_add_node('127.0.0.1', $1)`, [port]);
    // Only the owner of the tables creates in the schema.
    await this.ask('alter schema public owner to trivium');
  }
}

async function prepare({ port }: Server): Promise<void> {
  await askAt(port, 'postgres', 'create role trivium login');
  await askAt(port, 'postgres', 'create role service login');
  await askAt(port, 'postgres', 'grant service to trivium');
  await askAt(port, 'postgres', 'create database trivium owner trivium');
  await askAt(port, 'trivium', 'create extension citus');
}

async function askAt<Row>(
  port: number,
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function untilServing(port: number, child: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      await askAt(port, 'postgres', 'select 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until) {
        throw new Error(`a server of the cluster did not start; see ${log}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
