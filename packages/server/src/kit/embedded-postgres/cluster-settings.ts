import { chown, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../processes/index.ts';

export type ClusterSettings = Record<string, string>;

const MIB = 1024 * 1024;

/** Server settings for a small machine that the database shares with the service. */
export async function chooseSettings(): Promise<ClusterSettings> {
  const memoryMb = totalmem() / MIB;
  return {
    // Unix socket only: no port to conflict, nothing reachable over the network.
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    max_locks_per_transaction: '128',

    shared_buffers: memoryMb < 4096 ? '128MB' : '256MB',
    effective_cache_size: `${Math.max(256, Math.round(memoryMb / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    huge_pages: 'off',
    dynamic_shared_memory_type: await chooseSharedMemory(),
    max_worker_processes: '4',
    max_parallel_workers: '2',
    io_workers: '1',
    jit: 'off',
    random_page_cost: '1.1',

    // Acknowledged means on disk. These are the defaults, written out because they must never be weakened.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Needed for online backups and point-in-time recovery. There is no replica.
    wal_level: 'replica',
    max_wal_senders: '0',
    // Keeps the log for an archive that is unavailable, but never until the disk is full.
    max_slot_wal_keep_size: '8GB',
    max_logical_replication_workers: '0',
    wal_compression: 'pglz',
    wal_buffers: '16MB',
    min_wal_size: '128MB',
    // Limits both disk usage and crash recovery time (to a few seconds).
    max_wal_size: '1GB',
    checkpoint_timeout: '10min',
    // Both wake periodically even when idle. Commits that wait for the disk do not depend on them.
    wal_writer_delay: '1s',
    bgwriter_delay: '1s',
    bgwriter_lru_maxpages: '500',

    // Queue tables turn over constantly: with the defaults, dead rows would grow to a fifth of a table.
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.1',
    autovacuum_vacuum_cost_limit: '1000',

    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_file_mode: '0600',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_line_prefix: '%m [%p] ',
    // Statements, parameters and row values are users' data: they stay out of the log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
  };
}

/**
 * POSIX shared memory lives in /dev/shm, which containers often cap at 64 MB: too little for a parallel
 * query.
 */
async function chooseSharedMemory(): Promise<string> {
  if (process.platform !== 'linux') return 'posix';
  const shm = await statfs('/dev/shm').catch(() => undefined);
  return shm !== undefined && shm.blocks * shm.bsize >= 256 * MIB ? 'posix' : 'mmap';
}

/**
 * Writes postgresql.conf and pg_hba.conf. Returns whether anything changed, since a running server would not
 * have picked it up. The operator's own settings go into local.conf beside them and take precedence.
 */
export async function writeSettings(
  dataPath: string,
  settings: ClusterSettings,
  account: Account | undefined,
): Promise<boolean> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const head = '# Written at every start. Put settings of your own into local.conf in this folder.';
  const conf = `${head}\n${lines.join('\n')}\ninclude_if_exists = 'local.conf'\n`;
  const hba = '# Written at every start.\nlocal all all scram-sha-256\n';
  const changed = [
    await writeIfChanged(join(dataPath, 'postgresql.conf'), conf, account),
    await writeIfChanged(join(dataPath, 'pg_hba.conf'), hba, account),
  ];
  return changed.includes(true);
}

async function writeIfChanged(file: string, text: string, account: Account | undefined): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return false;
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  if (account !== undefined) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
  return true;
}
