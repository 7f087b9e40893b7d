import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { required } from '../required.ts';
import { bareEnvironment } from './run-program.ts';

export interface LastWill {
  /** This process has cleaned up itself. */
  revoke(): void;
}

/** What a killed process leaves behind: a folder, and whatever runs there. */
export interface Heritage {
  folder: string;
  /** Identifies the former owner, even across reboots. */
  owner: string;
}

/** How long a restarted service has to take over what was left. */
const GRACE_SECONDS = 10;
const HERITAGE = 'TRIVIUM_LEFT';
const OWNER_FILE = 'owner';

/**
 * Arranges for a module to clean up a folder if this process ends abruptly, as by kill -9: some seconds later
 * the module runs in a process of its own. Until then a shell waits on a pipe, which takes no CPU time and
 * little memory.
 *
 * Call it before taking over anything there: it cancels the cleanup of the previous owner.
 */
export async function leaveLastWill(module: URL, folder: string): Promise<LastWill> {
  const heritage: Heritage = { folder, owner: randomUUID() };
  await writeFile(join(folder, OWNER_FILE), heritage.owner, { mode: 0o600 });
  const script = `read -r word || { sleep ${GRACE_SECONDS}; exec "$0" "$1"; }`;
  let child: ChildProcess | undefined;
  try {
    child = spawn('/bin/sh', ['-c', script, process.execPath, fileURLToPath(module)], {
      cwd: '/',
      // Not in its command line, which is used to find leftover processes of the folder.
      env: { ...bareEnvironment, [HERITAGE]: JSON.stringify(heritage) },
      stdio: ['pipe', 'ignore', 'ignore'],
      // Signals sent to a whole terminal must not reach it.
      detached: true,
    });
  } catch {
    // Without a shell, only the next start cleans up.
  }
  child?.on('error', () => {});
  child?.stdin?.on('error', () => {});
  child?.unref();
  (child?.stdin as Socket | undefined)?.unref();
  return { revoke: () => void child?.stdin?.end('revoked\n') };
}

/** What the ended process left to this module. */
export function readHeritage(): Heritage {
  return JSON.parse(required(process.env[HERITAGE], HERITAGE)) as Heritage;
}

/** Whether nobody else has started serving from the folder since. */
export async function isLastOwner({ folder, owner }: Heritage): Promise<boolean> {
  return (await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined)) === owner;
}
