import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type CopiedFile, openCopiedFile } from '../copied-file.ts';
import { only } from '../db/index.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import type { PostgresConnection } from './prepare-database.ts';

/** A file as it is when its turn comes, or a folder; `path` is relative to the data folder. */
export type BackupFile = CopiedFile | { path: string; content?: undefined };

/** The write-ahead log that makes the copied files one consistent state. */
export interface WalRange {
  timeline: string;
  /** Names of the first and last segment needed. */
  first: string;
  last: string;
  /** The earliest time the backup can be restored to, by the server's clock. */
  consistentAt: Date;
  /** PostgreSQL's backup label, which the restored folder needs. */
  label: string;
}

/** Folders whose contents are recreated at startup or come with the log. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = new Set([
  'log',
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
]);
const controlFile = 'global/pg_control';

/**
 * A copy of a running database's files, made with SQL's backup functions. The server keeps the log written
 * meanwhile only while this connection is open; without that log the copy is useless.
 */
export class BaseBackup {
  readonly dataPath: string;
  readonly #client: pg.Client;

  private constructor(client: pg.Client, dataPath: string) {
    this.#client = client;
    this.dataPath = dataPath;
  }

  /** `superuser` and `home` of the running server. */
  static async open(superuser: PostgresConnection, home: string): Promise<BaseBackup> {
    const client = new pg.Client({ ...superuser, application_name: 'trivium backup' });
    client.on('error', () => {});
    await client.connect();
    try {
      await refuseTablespaces(client);
      await client.query(
        `select pg_create_physical_replication_slot('trivium_backup_' || pg_backend_pid(), true, true)`,
      );
      // A fast checkpoint, not one spread over minutes: the caller is waiting.
      await client.query(`select pg_backup_start('trivium', true)`);
      return new BaseBackup(client, await realpath(join(home, 'data')));
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Identifies the cluster; survives a restore. */
  async identify(): Promise<{ systemId: string; version: string }> {
    const { rows } = await this.#client.query<{ systemId: string; version: string }>(
      `select system_identifier::text as "systemId", current_setting('server_version') as version
       from pg_control_system()`,
    );
    return only(rows);
  }

  /** Every file that a restore needs, the control file (pg_control) last. */
  async *files(): AsyncGenerator<BackupFile> {
    yield* walk(this.dataPath, '');
    const control = await openCopiedFile(this.dataPath, controlFile);
    if (control !== undefined) yield control;
  }

  /** Ends the copy. From here on the log segments it needs are complete; they are kept until `close`. */
  async finish(): Promise<WalRange> {
    const { rows } = await this.#client.query<{ label: string; stopped: string; consistentAt: Date }>(
      `select labelfile as label, lsn::text as stopped, clock_timestamp() as "consistentAt"
       from pg_backup_stop(false)`,
    );
    const { label, stopped, consistentAt } = only(rows);
    const { rows: named } = await this.#client.query<{ last: string }>(
      'select pg_walfile_name($1::pg_lsn) as last from pg_switch_wal()',
      [stopped],
    );
    const { last } = only(named);
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? last;
    return { timeline: last.slice(0, 8), first, last, consistentAt, label };
  }

  /** Releases the log. Before `finish`, it abandons the backup. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}

/** Tablespaces are stored elsewhere, and a copy without them would lack tables. */
async function refuseTablespaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select spcname as name from pg_tablespace where spcname not in ('pg_default', 'pg_global') limit 1`,
  );
  if (rows[0] === undefined) return;
  throw new EmbeddedPostgresError(
    `The tablespace ${rows[0].name} lies outside of the data folder, and a backup would lack it. Move its tables to pg_default, and drop it.`,
  );
}

async function* walk(root: string, folder: string): AsyncGenerator<BackupFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    // A database or table was dropped meanwhile.
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  yield { path: folder };
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.has(path) || path === controlFile || /^pgsql_tmp|\.new$/.test(entry.name)) continue;
    if (entry.isDirectory()) {
      if (emptied.has(path)) yield { path };
      else yield* walk(root, path);
      continue;
    }
    const file = entry.isFile() ? await openCopiedFile(root, path) : undefined;
    if (file !== undefined) yield file;
  }
}
