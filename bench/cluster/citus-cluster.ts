import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
import {
  askAt,
  deadlocksIn,
  freePort,
  kill,
  linesOf,
  PLUGINS,
  prepare,
  SETTINGS,
  type Server,
  untilServing,
  WITHIN_MS,
} from './server.ts';

export interface LostWorker {
  bringBack(): Promise<void>;
}

export interface Standby {
  /** Kills the worker, and lets the standby replace it. */
  takeOver(): Promise<void>;
}

/** Why no cluster can be made with these programs, and what to do; undefined if it can. */
export async function whyNoCitus(pgConfig: string): Promise<string | undefined> {
  const { code, stdout } = await runProgram(pgConfig, ['--sharedir']);
  if (code !== 0) return `${pgConfig} cannot be run. Name the pg_config of a PostgreSQL with --pg-config.`;
  const control = join(stdout.trim(), 'extension/citus.control');
  const isThere = await access(control).then(
    () => true,
    () => false,
  );
  return isThere
    ? undefined
    : `${control} is not there. Install Citus for this PostgreSQL (Debian: postgresql-NN-citus-MM of the Citus repository), or build it from its source: ./configure PG_CONFIG=${pgConfig} && make install. Then name that PostgreSQL with --pg-config.`;
}

/**
 * A coordinator and workers of Citus on loopback addresses, with a database for the service. Everything is deleted at
 * the end.
 */
export class CitusCluster {
  readonly folder: string;
  readonly #servers: Server[] = [];
  readonly #programs: string;
  readonly #account: Account | undefined;

  readonly #isQuick: boolean;

  private constructor(folder: string, programs: string, account: Account | undefined, isQuick: boolean) {
    this.#isQuick = isQuick;
    this.folder = folder;
    this.#programs = programs;
    this.#account = account;
  }

  /** `isQuick`: writes wait while tables move, which takes seconds instead of minutes. */
  static async start(pgConfig: string, workers: number, isQuick = false): Promise<CitusCluster> {
    const { stdout } = await runProgram(pgConfig, ['--bindir']);
    const folder = await mkdtemp(join(tmpdir(), 'trivium-citus-'));
    await chmod(folder, 0o711);
    const cluster = new CitusCluster(folder, stdout.trim(), await findPostgresAccount(undefined), isQuick);
    try {
      for (let i = 0; i <= workers; i++) await cluster.#serve(i === 0 ? 'coordinator' : `worker${i}`);
      await cluster.#join();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get workers(): readonly Server[] {
    return this.#servers.slice(1);
  }

  get #coordinator(): Server {
    return required(this.#servers[0], 'the coordinator');
  }

  /** DATABASE_URL of a role. */
  url(role: 'trivium' | 'service' | 'postgres'): string {
    return `postgresql://${role}@127.0.0.1:${this.#coordinator.port}/trivium`;
  }

  /** For the tests of the product: the addresses of the databases, and the roles that the tests use. */
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

  /** From now on, the database is only copied as a template. */
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

  /** Runs a statement on the coordinator as the superuser. */
  async ask<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return askAt(this.#coordinator.port, 'trivium', text, values);
  }

  /** The deadlocks in each server's log: which statement waited for which. */
  async deadlocks(): Promise<string[]> {
    const found: string[] = [];
    for (const { log } of this.#servers) found.push(...deadlocksIn(await readFile(log, 'utf8')));
    return found;
  }

  /** Adds a worker that does not have any part of a table yet. */
  async addWorker(): Promise<void> {
    const server = await this.#serve(`worker${this.#servers.length}`);
    await prepare(server);
    await this.ask(`select citus_add_node('127.0.0.1', $1)`, [server.port]);
  }

  /** Kills the worker that has an organization's part of the log, without a shutdown. */
  async loseWorkerOf(orgId: string): Promise<LostWorker> {
    const lost = await this.workerOf(orgId);
    await kill(lost);
    return {
      bringBack: async () => {
        lost.child = await this.#spawn(lost);
      },
    };
  }

  /**
   * Adds a standby to the worker of an organization. Synchronous replication: the standby has everything on disk that
   * the worker has committed.
   */
  async addStandbyOf(orgId: string): Promise<Standby> {
    const primary = await this.workerOf(orgId);
    const folder = await this.#makeFolder(`${basename(primary.folder)}-standby`);
    const data = join(folder, 'data');
    const copy = [
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'postgres',
      '-D',
      data,
      '-R',
      '-X',
      'stream',
    ];
    const { code, stderr } = await runProgram(
      join(this.#programs, 'pg_basebackup'),
      [...copy, '-c', 'fast'],
      {
        account: this.#account,
        cwd: folder,
      },
    );
    if (code !== 0) throw new Error(`pg_basebackup: ${stderr}`);
    const port = await freePort();
    await this.#configure(data, port);
    const place = { port, folder, log: `${folder}.log` };
    const standby = { ...place, child: await this.#spawn(place) };
    this.#servers.push(standby);
    await askAt(primary.port, 'postgres', `alter system set synchronous_standby_names = '*'`);
    await askAt(primary.port, 'postgres', 'select pg_reload_conf()');
    const inSync = `select count(*)::int as n from pg_stat_replication where sync_state = 'sync'`;
    const until = performance.now() + WITHIN_MS;
    while ((await askAt<{ n: number }>(primary.port, 'postgres', inSync))[0]?.n !== 1) {
      if (performance.now() > until) throw new Error(`the standby does not follow; see ${place.log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return {
      takeOver: async () => {
        await kill(primary);
        await askAt(port, 'postgres', 'select pg_promote()');
        await this.ask(
          `select citus_update_node(nodeid, '127.0.0.1', $2, true) from pg_dist_node where nodeport = $1`,
          [primary.port, port],
        );
      },
    };
  }

  /** The worker that has an organization's part of the log. */
  async workerOf(orgId: string): Promise<Server> {
    const [place] = await this.ask<{ port: number }>(
      `select nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('event_logs', $1::uuid)`,
      [orgId],
    );
    return required(
      this.#servers.find(({ port }) => port === place?.port),
      'the worker of an organization',
    );
  }

  /** The organizations among these whose part of the log is on the same worker as that of `orgId`. */
  async besides(orgId: string, orgIds: readonly string[]): Promise<Set<string>> {
    const { port } = await this.workerOf(orgId);
    const own = new Set<string>();
    for (const id of orgIds) if ((await this.workerOf(id)).port === port) own.add(id);
    return own;
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
    const data = join(await this.#makeFolder(name), 'data');
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
    await this.#configure(data, port);
    const place = { port, folder: join(this.folder, name), log: join(this.folder, `${name}.log`) };
    const server = { ...place, child: await this.#spawn(place) };
    this.#servers.push(server);
    return server;
  }

  async #makeFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder, { mode: 0o755 });
    if (this.#account !== undefined) await chown(folder, this.#account.uid, this.#account.gid);
    return folder;
  }

  async #configure(data: string, port: number): Promise<void> {
    const file = join(data, 'postgresql.conf');
    const level = this.#isQuick ? { wal_level: 'replica' } : {};
    await writeFile(file, linesOf({ ...SETTINGS, ...level, port: String(port) }));
    // Newer minor versions need this setting to move a table while clients use it.
    const known = await runProgram(join(this.#programs, 'postgres'), ['-D', data, '-C', PLUGINS], {
      account: this.#account,
      cwd: this.folder,
    });
    if (known.code === 0) await appendFile(file, linesOf({ [PLUGINS]: 'pgoutput, citus' }));
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

  /**
   * Creates the database, the extension and the roles on every server; then registers the workers at the coordinator.
   */
  async #join(): Promise<void> {
    for (const server of this.#servers) await prepare(server);
    const [coordinator, ...workers] = this.#servers;
    await this.ask(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator?.port]);
    for (const { port } of workers) await this.ask(`select citus_add_node('127.0.0.1', $1)`, [port]);
    // Only the owner of the schema, which also owns the tables, may create objects in it.
    await this.ask('alter schema public owner to trivium');
  }
}
