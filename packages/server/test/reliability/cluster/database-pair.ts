import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { BaseBackup, type PostgresConnection } from '../../../src/kit/embedded-postgres/index.ts';
import { findPostgresAccount } from '../../../src/kit/embedded-postgres/postgres-account.ts';
import {
  type PostgresBinaries,
  prepareBinaries,
} from '../../../src/kit/embedded-postgres/postgres-binaries.ts';
import {
  type Account,
  bareEnvironment,
  runProgram,
  sendSignal,
  waitUntil,
} from '../../../src/kit/processes/index.ts';
import type { Network } from './network.ts';
import { findFaketime, ServerClock } from './server-clock.ts';

const SETTINGS: Record<string, string> = {
  listen_addresses: '*',
  port: '5432',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '64MB',
  wal_level: 'replica',
  max_wal_senders: '5',
  wal_keep_size: '256MB',
  max_wal_size: '512MB',
  hot_standby: 'on',
  // A commit is acknowledged when it is on the disks of both, while there are two.
  synchronous_commit: 'on',
  wal_receiver_timeout: '5s',
  wal_sender_timeout: '5s',
  wal_retrieve_retry_interval: '500ms',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
const SYNC_FILE = 'sync.conf';
const WITHIN_MS = 60_000;

export type FailOver = 'planned' | 'killed' | 'cut off';

/**
 * A PostgreSQL and its synchronous streaming replica on two hosts, with one address that follows the primary, as in a
 * typical installation. The server that loses the address is stopped before the other takes it.
 */
export class DatabasePair {
  readonly #network: Network;
  readonly #folder: string;
  readonly #address: string;
  readonly #account: Account | undefined;
  readonly #binaries: PostgresBinaries;
  readonly #servers = new Map<string, { child: ChildProcess; ended: Promise<unknown> }>();
  /** By host; empty if clocks cannot be set. */
  readonly #clocks = new Map<string, ServerClock>();
  #primary: string;
  #standby: string;

  private constructor(
    options: { network: Network; folder: string; address: string; hosts: readonly [string, string] },
    account: Account | undefined,
    binaries: PostgresBinaries,
  ) {
    this.#network = options.network;
    this.#folder = options.folder;
    this.#address = options.address;
    [this.#primary, this.#standby] = options.hosts;
    this.#account = account;
    this.#binaries = binaries;
  }

  static async start(options: {
    network: Network;
    /** A folder that the account of PostgreSQL may enter. */
    folder: string;
    /** The address that follows the primary. */
    address: string;
    hosts: readonly [string, string];
    /** How far the clock of the second host is ahead of the machine's clock, if it can be set. */
    apartMs: number;
  }): Promise<DatabasePair> {
    const account = await findPostgresAccount(undefined);
    const binaries = await prepareBinaries(account, [options.folder]);
    const pair = new DatabasePair(options, account, binaries);
    const faketime = await findFaketime();
    for (const [i, host] of options.hosts.entries()) {
      if (faketime === undefined) break;
      pair.#clocks.set(host, await ServerClock.make(faketime, join(options.folder, `${host}.clock`)));
      await pair.setClock(host, i === 0 ? 0 : options.apartMs);
    }
    await pair.#create();
    await pair.join();
    return pair;
  }

  get primary(): string {
    return this.#primary;
  }

  get standby(): string {
    return this.#standby;
  }

  get hasClocks(): boolean {
    return this.#clocks.size > 0;
  }

  /** How wrong the clock of the primary is. */
  get clockOffsetMs(): number {
    return this.#clocks.get(this.#primary)?.offsetMs ?? 0;
  }

  /** Sets the clock of that host wrong by this much. */
  async setClock(host: string, offsetMs: number): Promise<void> {
    await this.#clocks.get(host)?.set(offsetMs);
  }

  /** The address that follows the primary. */
  get address(): string {
    return this.#address;
  }

  /** DATABASE_URL with the address that follows the primary. */
  get url(): string {
    return `postgresql://trivium@${this.#address}:5432/trivium`;
  }

  /** DATABASE_READ_URL with both servers, one of which is the replica. */
  get readUrls(): string {
    return [this.#primary, this.#standby]
      .map((host) => `postgresql://trivium@${this.#network.addresses[host]}:5432/trivium`)
      .join(',');
  }

  /** Every address that the primary has or may get. */
  get addresses(): string[] {
    return [
      this.#address,
      ...[this.#primary, this.#standby].map((host) => this.#network.addresses[host] ?? ''),
    ];
  }

  /**
   * Promotes the standby, which has everything that was acknowledged before. `onFenced` is called when the former
   * primary has stopped.
   */
  async failOver(how: FailOver, onFenced?: () => Promise<void>): Promise<void> {
    const [former, next] = [this.#primary, this.#standby];
    await this.#end(former, how === 'planned' ? 'SIGINT' : 'SIGKILL');
    await this.#network.giveUpAddress(former, this.#address);
    await onFenced?.();
    // Until there is another standby, it commits alone, as with an operator's failover tool.
    await this.#setSynchronous(next, '');
    await this.#ask(next, 'select pg_promote(true, 30)');
    await this.#network.takeAddress(next, this.#address);
    [this.#primary, this.#standby] = [next, former];
  }

  /** Makes a new standby on the host without a server; resolves once it has everything that is acknowledged. */
  async join(): Promise<void> {
    await this.#copyTo(this.#standby);
    await this.#serve(this.#standby);
    await this.#until(this.#standby, 'select 1');
    await this.#setSynchronous(this.#primary, `ANY 1 (${this.#standby})`);
    await this.#until(
      this.#primary,
      `select 1 from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'quorum')
         and flush_lsn >= pg_current_wal_flush_lsn()`,
    );
  }

  /** Stops the standby, so that commits wait for it. */
  async stopStandby(): Promise<void> {
    await this.#end(this.#standby, 'SIGKILL');
  }

  /** Starts the standby again with its data. */
  async startStandby(): Promise<void> {
    await this.#serve(this.#standby);
    await this.#until(this.#standby, 'select 1');
  }

  async stop(): Promise<void> {
    for (const host of this.#servers.keys()) await this.#end(host, 'SIGKILL');
  }

  async #create(): Promise<void> {
    const data = this.#data(this.#primary);
    await mkdir(dirname(data), { recursive: true });
    if (this.#account !== undefined) await chown(dirname(data), this.#account.uid, this.#account.gid);
    const { code, stderr } = await runProgram(
      this.#binaries.initdb,
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { account: this.#account, cwd: dirname(data) },
    );
    if (code !== 0) throw new Error(`initdb: ${stderr}`);
    await this.#configure(this.#primary);
    await this.#serve(this.#primary);
    await this.#until(this.#primary, 'select 1');
    await this.#ask(this.#primary, 'create role trivium login');
    await this.#ask(this.#primary, 'create database trivium owner trivium');
    await this.#network.takeAddress(this.#primary, this.#address);
  }

  /** Without a password, because only hosts of this network can reach it. */
  async #configure(host: string): Promise<void> {
    const other = host === this.#primary ? this.#standby : this.#primary;
    const lines = Object.entries({
      ...SETTINGS,
      cluster_name: host,
      primary_conninfo: `host=${this.#network.addresses[other]} user=postgres application_name=${host} connect_timeout=2`,
    }).map(([name, value]) => `${name} = '${value}'`);
    await this.#write(host, 'postgresql.conf', `${lines.join('\n')}\ninclude_if_exists = '${SYNC_FILE}'\n`);
    await this.#write(host, 'pg_hba.conf', 'host all all all trust\nhost replication all all trust\n');
    await this.#write(host, SYNC_FILE, '');
  }

  async #copyTo(host: string): Promise<void> {
    const data = this.#data(host);
    await rm(data, { recursive: true, force: true });
    const backup = await BaseBackup.open(this.#connection(this.#primary), dirname(this.#data(this.#primary)));
    try {
      for await (const { path, content } of backup.files()) {
        if (content === undefined) await mkdir(join(data, path), { recursive: true, mode: 0o700 });
        else await pipeline(content.read(), createWriteStream(join(data, path), { mode: 0o600 }));
      }
      const { label } = await backup.finish();
      await writeFile(join(data, 'backup_label'), label);
    } finally {
      await backup.close();
    }
    await writeFile(join(data, 'standby.signal'), '');
    await this.#configure(host);
    await chmod(data, 0o700);
    if (this.#account === undefined) return;
    await runProgram('chown', ['-R', `${this.#account.uid}:${this.#account.gid}`, dirname(data)]);
  }

  async #setSynchronous(host: string, names: string): Promise<void> {
    await this.#write(host, SYNC_FILE, `synchronous_standby_names = '${names}'\n`);
    sendSignal(await this.#pid(host), 'SIGHUP');
    await this.#until(host, `select 1 where current_setting('synchronous_standby_names') = '${names}'`);
  }

  async #serve(host: string): Promise<void> {
    const data = this.#data(host);
    await rm(join(data, 'postmaster.pid'), { force: true });
    const [file = '', ...args] = [
      ...this.#network.on(host),
      ...this.#asAccount(),
      ...(this.#clocks.get(host)?.launcher ?? []),
      this.#binaries.postgres,
      '-D',
      data,
    ];
    const said = createWriteStream(join(dirname(data), 'server.log'), { flags: 'a' });
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: bareEnvironment });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(said, { end: false });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.#servers.set(host, { child, ended });
  }

  #asAccount(): string[] {
    if (this.#account === undefined) return [];
    const { uid, gid } = this.#account;
    return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  }

  async #end(host: string, signal: NodeJS.Signals): Promise<void> {
    const server = this.#servers.get(host);
    if (server === undefined) return;
    server.child.kill(signal);
    await server.ended;
    this.#servers.delete(host);
    // Its other processes end when the first one has ended, and use the folder until then.
    await waitUntil(async () => !(await this.#hasProcesses(host)), WITHIN_MS);
  }

  async #hasProcesses(host: string): Promise<boolean> {
    const { stdout } = await runProgram('ip', ['netns', 'pids', this.#network.namespace(host)]);
    return stdout.trim() !== '';
  }

  async #pid(host: string): Promise<number> {
    return Number.parseInt(await readFile(join(this.#data(host), 'postmaster.pid'), 'utf8'), 10);
  }

  async #until(host: string, condition: string): Promise<void> {
    const holds = () =>
      this.#ask(host, condition).then(
        (rows) => rows > 0,
        () => false,
      );
    if (await waitUntil(holds, WITHIN_MS, 100)) return;
    const log = await readFile(join(dirname(this.#data(host)), 'server.log'), 'utf8').catch(() => '');
    throw new Error(`${host} never came to this: ${condition}\n${log.slice(-2_000)}`);
  }

  async #ask(host: string, text: string): Promise<number> {
    const client = new pg.Client({ ...this.#connection(host), connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rowCount ?? 0;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #write(host: string, name: string, text: string): Promise<void> {
    const file = join(this.#data(host), name);
    await writeFile(file, text, { mode: 0o600 });
    if (this.#account !== undefined) await chown(file, this.#account.uid, this.#account.gid);
  }

  #connection(host: string): PostgresConnection {
    const address = this.#network.addresses[host] ?? '';
    return { host: address, port: 5432, user: 'postgres', password: '', database: 'postgres' };
  }

  #data(host: string): string {
    return join(this.#folder, host, 'data');
  }
}
