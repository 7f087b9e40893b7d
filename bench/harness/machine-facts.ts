import { execFile } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';
import type pg from 'pg';

/** What a figure depends on, other than the code. */
export async function readMachineFacts() {
  const commit = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    commit,
    loadAverage: loadavg(),
  };
}

/** The version of the database, and the settings that make an acknowledgement durable. */
export async function readDatabaseFacts(database: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('server_version', 'fsync', 'synchronous_commit',
       'full_page_writes', 'wal_level', 'wal_sync_method', 'shared_buffers', 'max_wal_size')`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
