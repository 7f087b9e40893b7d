import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { required } from '../required.ts';
import { bareEnvironment } from './run-program.ts';

export interface LastWill {
  /** This process has cleared up itself. */
  revoke(): void;
}

/** What a killed process leaves: a folder with what runs there. */
export interface Heritage {
  folder: string;
  /** Names whoever left it, over restarts of the machine too. */
  owner: string;
}

/** How long a next start may take over what was left. */
const GRACE_SECONDS = 10;
const HERITAGE = 'TRIVIUM_LEFT';
const OWNER_FILE = 'owner';

/**
 * Has a module clear up in a folder when this process has ended without a word, as by kill -9: some seconds later it runs
 * in a process of its own. Until then a shell waits for the end of a pipe, which takes neither time nor much memory.
 *
 * To be left before anything there is taken over: the will of whoever had it before counts no more.
 */
export async function leaveLastWill(module: URL, folder: string): Promise<LastWill> {
  const heritage: Heritage = { folder, owner: randomUUID() };
  await writeFile(join(folder, OWNER_FILE), heritage.owner, { mode: 0o600 });
  const script = `read -r word || { sleep ${GRACE_SECONDS}; exec "$0" "$1"; }`;
  let child: ChildProcess | undefined;
  try {
    child = spawn('/bin/sh', ['-c', script, process.execPath, fileURLToPath(module)], {
      cwd: '/',
      // Not in its command line, by which what is left of a folder is found.
      env: { ...bareEnvironment, [HERITAGE]: JSON.stringify(heritage) },
      stdio: ['pipe', 'ignore', 'ignore'],
      // What is sent to all of a terminal is not for it.
      detached: true,
    });
  } catch {
    // Without a shell nobody clears up but the next start.
  }
  child?.on('error', () => {});
  child?.stdin?.on('error', () => {});
  child?.unref();
  (child?.stdin as Socket | undefined)?.unref();
  return { revoke: () => void child?.stdin?.end('revoked\n') };
}

/** What the process whose will is carried out has left to this module. */
export function readHeritage(): Heritage {
  return JSON.parse(required(process.env[HERITAGE], HERITAGE)) as Heritage;
}

/** Whether nobody else has begun to serve from there since. */
export async function isLastOwner({ folder, owner }: Heritage): Promise<boolean> {
  return (await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined)) === owner;
}
