import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresConnection } from '../../../src/kit/embedded-postgres/index.ts';
import { readClusterName } from '../../../src/kit/embedded-postgres/leftover-processes.ts';
import { prepareBinaries } from '../../../src/kit/embedded-postgres/postgres-binaries.ts';
import { copyDatabase } from '../../../src/kit/embedded-postgres/test-data-dir.ts';
import { bareEnvironment, waitUntil } from '../../../src/kit/processes/index.ts';
import { required } from '../../../src/kit/required.ts';
import { DataDirectory } from './data-directory.ts';
import { PostgresServer } from './postgres-server.ts';

/** PostgreSQL's code for a conflict with recovery. */
const CONFLICT_WITH_RECOVERY = '40001';
const WITHIN_MS = 60_000;
const BOTH = { max_wal_senders: '4', wal_keep_size: '256MB' };
const HBA = 'local all all scram-sha-256\nlocal replication all scram-sha-256\n';

/** A streaming replica that a test controls, and the primary that it follows. */
export class ReplicaServer {
  readonly primary: PostgresServer;
  readonly #directory: DataDirectory;
  #child: ChildProcess | undefined;

  private constructor(primary: PostgresServer, directory: DataDirectory) {
    this.primary = primary;
    this.#directory = directory;
  }

  static async start(): Promise<ReplicaServer> {
    const directory = await DataDirectory.make();
    const primary = await PostgresServer.start(async ({ path }) => {
      await configure(path, {});
      await copyDatabase(path, directory.path);
    });
    const replica = new ReplicaServer(primary, directory);
    const { host, port, user, password } = primary.superuser;
    await configure(directory.path, {
      primary_conninfo: `host=${host} port=${port} user=${user} password=${password}`,
      // Statements that delay the replay are cancelled at once.
      max_standby_streaming_delay: '0',
    });
    await writeOwned(join(directory.path, 'postgres/data/standby.signal'), '');
    await replica.serve();
    return replica;
  }

  /** Connects with the role of the service. */
  get connection(): PostgresConnection {
    return { ...this.primary.connection, host: join(this.#directory.path, 'postgres') };
  }

  get url(): string {
    return this.primary.url.replace(
      encodeURIComponent(this.primary.connection.host),
      encodeURIComponent(this.connection.host),
    );
  }

  /** Starts it with its existing data. */
  async serve(): Promise<void> {
    const home = join(this.#directory.path, 'postgres');
    const data = join(home, 'data');
    await rm(join(data, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(data);
    const account = uid === process.getuid?.() ? undefined : { uid, gid, name: String(uid) };
    const { postgres } = await prepareBinaries(account, [home]);
    const name = await readClusterName(data);
    const place = ['-D', data, '-k', home, '-p', '5432', '-c', `cluster_name=${name}`];
    this.#child = spawn(postgres, place, {
      ...(account !== undefined && { uid, gid }),
      cwd: data,
      env: bareEnvironment,
      stdio: 'ignore',
      detached: true,
    });
    const answers = () =>
      this.ask('select').then(
        () => true,
        () => false,
      );
    if (!(await waitUntil(answers, WITHIN_MS, 50))) throw new Error(`the replica in ${data} does not start`);
  }

  /** Runs a statement as its superuser, and again if the replay cancelled it. */
  async ask<Row extends object>(text: string): Promise<Row[]> {
    for (;;) {
      try {
        return await this.#askOnce<Row>(text);
      } catch (error) {
        if ((error as { code?: string }).code !== CONFLICT_WITH_RECOVERY) throw error;
      }
    }
  }

  async #askOnce<Row extends object>(text: string): Promise<Row[]> {
    const { host } = this.connection;
    const client = new pg.Client({ ...this.primary.superuser, database: this.connection.database, host });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async kill(): Promise<void> {
    const child = required(this.#child, 'the running replica');
    const ended = once(child, 'exit');
    await this.#directory.signalPostgres('SIGKILL');
    await ended;
    await waitUntil(async () => (await this.#directory.postgresPids()).length === 0, WITHIN_MS);
    this.#child = undefined;
  }

  /** From now on it accepts connections but does not answer. */
  freeze(): Promise<void> {
    return this.#directory.signalPostgres('SIGSTOP');
  }

  thaw(): Promise<void> {
    return this.#directory.signalPostgres('SIGCONT');
  }

  async remove(): Promise<void> {
    if (this.#child !== undefined) await this.kill();
    await this.#directory.remove();
    await this.primary.remove();
  }
}

/** Settings of an operator, which override those of the service. */
async function configure(path: string, settings: Record<string, string>): Promise<void> {
  const data = join(path, 'postgres/data');
  const hba = join(data, 'replication.hba');
  const lines = Object.entries({ ...settings, ...BOTH, hba_file: hba }).map(
    ([name, value]) => `${name} = '${value}'`,
  );
  await writeOwned(hba, HBA);
  await writeOwned(join(data, 'local.conf'), lines.join('\n'));
}

/** Writes a file with the owner of its folder. */
async function writeOwned(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  const { uid, gid } = await stat(join(file, '..'));
  await chown(file, uid, gid);
}
