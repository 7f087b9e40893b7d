import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../../src/kit/embedded-postgres/index.ts';
import {
  endProcesses,
  readClusterName,
  showsClusterName,
} from '../../../src/kit/embedded-postgres/leftover-processes.ts';
import { findProcesses, sendSignal } from '../../../src/kit/embedded-postgres/process-table.ts';

/** A data directory that is thrown away, and hands on the PostgreSQL in it. */
export class DataDirectory {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<DataDirectory> {
    const path = await mkdtemp(join(tmpdir(), 'trivium-reliability-'));
    // Started by root, PostgreSQL runs as another account, who must be able to enter.
    await chmod(path, 0o711);
    return new DataDirectory(path);
  }

  /** How to reach the PostgreSQL in it, running or not answering; undefined before the first start. */
  connection() {
    return findEmbeddedPostgres(this.path);
  }

  async postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(this.#cluster, 'postmaster.pid'), 'utf8'), 10);
  }

  /** Every process of the PostgreSQL in it. */
  async postgresPids(): Promise<number[]> {
    const name = await readClusterName(this.#cluster);
    return findProcesses((commandLine) => showsClusterName(commandLine, name));
  }

  /** Sends a signal to every process of the PostgreSQL in it. */
  async signalPostgres(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.postgresPids()) sendSignal(pid, signal);
  }

  /** Ends what still runs in it and removes it. End the service first. */
  async remove(): Promise<void> {
    const name = await readClusterName(this.#cluster).catch(() => undefined);
    if (name !== undefined) await endProcesses(name, 0);
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }

  get #cluster(): string {
    return join(this.path, 'postgres/data');
  }
}

export function newEncryptionKey(): string {
  return randomBytes(32).toString('base64');
}
