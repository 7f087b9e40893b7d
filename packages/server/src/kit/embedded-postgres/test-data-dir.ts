import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runProgram } from '../processes/index.ts';
import { endProcesses, readClusterName } from './leftover-processes.ts';
import type { PostgresConnection } from './prepare-database.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/**
 * Settings for tests that are not about them. Without fsync the data survives any crash but that of the
 * machine, and a busy disk is spared the hundreds of syncs of every new database.
 */
export const quickSettings = { fsync: 'off', shared_buffers: '16MB' };

/** A log that records its lines. */
export function keepLog(): {
  lines: string[];
  log: Record<'info' | 'warn' | 'error', (line: string) => void>;
} {
  const lines: string[] = [];
  const add = (line: string) => void lines.push(line);
  return { lines, log: { info: add, warn: add, error: add } };
}

/** A new directory, with a copy of the database of `seed` if given. */
export async function makeDataDir(seed?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-embedded-'));
  // Tests start databases in subfolders too, and under root they run as another account.
  await chmod(folder, 0o711);
  if (seed !== undefined) await copyDatabase(seed, folder);
  return folder;
}

/**
 * Copies the stopped database of a data directory into another, preserving ownership, as a system tool would.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { code, stderr } = await runProgram('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')]);
  if (code !== 0) throw new Error(`the database of ${from} could not be copied: ${stderr}`);
}

/** A directory with a new, stopped database: copying it is cheaper than creating one for every test. */
export async function makeSeed(): Promise<string> {
  const folder = await makeDataDir();
  const { log } = keepLog();
  const { stop } = await startEmbeddedPostgres({ dataDir: folder, log, settings: quickSettings });
  await stop();
  return folder;
}

/** Ends any server still running on the database in `home`, then removes `folder`. */
export async function removeDataDir(folder: string, home = join(folder, 'postgres')): Promise<void> {
  const clusterName = await readClusterName(join(home, 'data')).catch(() => undefined);
  if (clusterName !== undefined) await endProcesses(clusterName, 0);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

export interface ServiceProcess {
  /** The first line it printed. */
  said: { adopted?: boolean; owner?: PostgresConnection; pid?: number; refused?: string };
  pid: number;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
}

/** A separate process that runs the database of `dataDir`. */
export async function startService(dataDir: string): Promise<ServiceProcess> {
  const program = join(import.meta.dirname, 'service.fixture.ts');
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    said: JSON.parse(line),
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
