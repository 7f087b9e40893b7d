import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { required } from '../required.ts';
import { bareEnvironment } from './run-program.ts';

export interface LastWill {
  /** This process has cleared up itself. */
  revoke(): void;
}

/** How long a next start may take over what was left. */
const GRACE_SECONDS = 10;
const HERITAGE = 'TRIVIUM_LEFT';

/**
 * Has a module clear up when this process has ended without a word, as by kill -9: some seconds later it runs in a
 * process of its own, and reads what it was left. Until then a shell waits for the end of a pipe, which takes neither time nor much memory.
 */
export function leaveLastWill(module: URL, heritage: unknown): LastWill {
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
export function readHeritage<T>(): T {
  return JSON.parse(required(process.env[HERITAGE], HERITAGE)) as T;
}
