import { spawn } from 'node:child_process';

/** The operating-system account that a child process runs as; undefined means this process's own. */
export interface Account {
  uid: number;
  gid: number;
  /** The login name, or the uid as text when it has none. */
  name: string;
}

export interface ProgramResult {
  /** The exit code; -1 when the program was ended by a signal or could not be started. */
  code: number;
  stdout: string;
  stderr: string;
  /** The error from starting it (`ENOENT`, `EACCES`, `EPERM`). */
  startError: Error | undefined;
}

export interface ProgramOptions {
  account?: Account | undefined;
  cwd?: string;
  stdin?: string;
}

/**
 * The environment of PostgreSQL's programs: none of ours is passed on, because secrets would be readable in
 * /proc and PG* variables would change where the programs look.
 */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** The spawn options that run a child as `account`. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/** Runs a program to completion and returns its output; never throws. */
export function runProgram(
  file: string,
  args: string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const result: ProgramResult = { code: -1, stdout: '', stderr: '', startError: undefined };
    const fail = (error: unknown) => {
      resolve({ ...result, startError: error instanceof Error ? error : new Error(String(error)) });
    };
    try {
      const child = spawn(file, args, {
        ...runAs(options.account),
        cwd: options.cwd ?? '/',
        env: bareEnvironment,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdout.on('data', (chunk) => {
        result.stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        result.stderr += chunk;
      });
      // A program that exits before it has read its input closes the pipe; its exit code says why.
      child.stdin.on('error', () => {});
      child.on('error', fail);
      child.on('close', (code) => resolve({ ...result, code: code ?? -1 }));
      child.stdin.end(options.stdin ?? '');
    } catch (error) {
      // Node throws some start errors (EPERM: not allowed to switch users) instead of emitting them.
      fail(error);
    }
  });
}
