import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Account,
  bareEnvironment,
  readCommandLine,
  runAs,
  sendSignal,
  waitUntil,
} from '../processes/index.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endProcesses, showsClusterName } from './leftover-processes.ts';

/** What is needed to run the server of one data folder. */
export interface PostmasterPlan {
  postgres: string;
  dataPath: string;
  /** The Unix socket's folder. */
  socketDir: string;
  clusterName: string;
  account: Account | undefined;
}

/** A running server. */
export interface Postmaster {
  pid: number;
  /** Resolves when it has exited, with a description of how. */
  ended: Promise<string>;
}

/** The fields of postmaster.pid used here. */
export interface PidFile {
  pid: number;
  socketDir: string;
  /** `starting`, `stopping`, `ready` or `standby`; empty while the file is being written. */
  status: string;
}

/** The port only names the socket file (`.s.PGSQL.5432`); nothing listens on it. */
export const SOCKET_PORT = 5432;

/** How long crash recovery may take before the start is abandoned. */
const START_TIMEOUT_MS = 10 * 60_000;

/** How long a shutdown begun by someone else may take before it is forced. */
const STOP_TIMEOUT_MS = 10_000;

export async function readPidFile(dataPath: string): Promise<PidFile | undefined> {
  const text = await readFile(join(dataPath, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' };
}

/**
 * The running server that postmaster.pid of this data folder names. Undefined when the file is stale or its
 * pid now belongs to another program.
 */
export async function findPostmaster(
  plan: Pick<PostmasterPlan, 'dataPath' | 'clusterName'>,
): Promise<PidFile | undefined> {
  const file = await readPidFile(plan.dataPath);
  if (file === undefined) return undefined;
  return (await isPostmaster(file.pid, plan.clusterName)) ? file : undefined;
}

async function isPostmaster(pid: number, clusterName: string): Promise<boolean> {
  const commandLine = await readCommandLine(pid);
  return commandLine !== undefined && showsClusterName(commandLine, clusterName);
}

/** Starts the server and resolves once it accepts connections. */
export async function startPostmaster(
  plan: PostmasterPlan,
  timeoutMs = START_TIMEOUT_MS,
): Promise<Postmaster> {
  const { dataPath, socketDir, clusterName, account } = plan;
  const startedAt = Date.now();
  const child = spawn(
    plan.postgres,
    ['-D', dataPath, '-k', socketDir, '-p', String(SOCKET_PORT), '-c', `cluster_name=${clusterName}`],
    {
      ...runAs(account),
      cwd: dataPath,
      env: bareEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a session of its own: Ctrl-C in a terminal must reach only the service, which stops the database
      // last.
      detached: true,
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-8_192);
  });
  let endedBy: string | undefined;
  const ended = new Promise<string>((resolve) => {
    const settle = (how: string) => {
      endedBy ??= how;
      resolve(how);
    };
    child.on('error', (error) => settle(error.message));
    child.on('exit', (code, signal) => settle(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });

  const isReady = async () => {
    const file = await readPidFile(dataPath);
    return file?.pid === child.pid && file?.status === 'ready';
  };
  const settled = await waitUntil(async () => endedBy !== undefined || (await isReady()), timeoutMs, 10);
  if (endedBy !== undefined) {
    const story = `${stderr}\n${await readLogSince(dataPath, startedAt)}`;
    throw new EmbeddedPostgresError(explainFailure(story, endedBy, dataPath));
  }
  if (!settled || child.pid === undefined) {
    child.kill('SIGQUIT');
    throw new EmbeddedPostgresError(
      `PostgreSQL in ${dataPath} did not accept connections within ${timeoutMs / 60_000} minutes. See ${join(dataPath, 'log')}.`,
    );
  }
  // The server logs to its file from here on; neither it nor the pipe may keep this process alive.
  child.stderr.destroy();
  child.unref();
  return { pid: child.pid, ended };
}

/** Watches a server that this process did not start; notices its exit within a quarter of a second. */
export function watchPostmaster(pid: number, clusterName: string): Postmaster {
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(async () => {
      if (await isPostmaster(pid, clusterName)) return;
      clearInterval(timer);
      resolve('no longer running');
    }, 250);
    timer.unref();
  });
  return { pid, ended };
}

/**
 * The server running on this data folder, once it has finished starting up (crash recovery takes time) or
 * shutting down; undefined when there is none.
 */
export async function awaitSettledPostmaster(plan: PostmasterPlan): Promise<PidFile | undefined> {
  let found = await findPostmaster(plan);
  const settled = async () => {
    found = await findPostmaster(plan);
    return found?.status !== 'starting' && found?.status !== 'stopping';
  };
  if (found?.status === 'stopping') await waitUntil(settled, STOP_TIMEOUT_MS);
  else await waitUntil(settled, START_TIMEOUT_MS);
  return found;
}

/**
 * Removes the lock files of a server that is gone. PostgreSQL would mistake any live process with that pid
 * for the server, even an unreaped zombie, and refuse to start. The caller must have made sure that no
 * process of the cluster is left.
 */
export async function removeStaleLocks({ dataPath, socketDir }: PostmasterPlan): Promise<void> {
  const socket = join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
  for (const file of [join(dataPath, 'postmaster.pid'), `${socket}.lock`, socket])
    await rm(file, { force: true });
}

/**
 * Stops a server: a fast shutdown first (closes connections, writes everything), after `fastMs` an immediate
 * one (the next start recovers from the log), finally SIGKILL. Leaves no process of the cluster.
 */
export async function stopPostmaster(pid: number, clusterName: string, fastMs = 5_000): Promise<void> {
  const gone = async () => !(await isPostmaster(pid, clusterName));
  if (!(await gone())) sendSignal(pid, 'SIGINT');
  if (!(await waitUntil(gone, fastMs, 10))) {
    sendSignal(pid, 'SIGQUIT');
    if (!(await waitUntil(gone, 2_000, 10))) sendSignal(pid, 'SIGKILL');
  }
  await endProcesses(clusterName, 500);
}

/** The tail of the newest log file, if it was written to since `sinceMs` (Unix milliseconds). */
async function readLogSince(dataPath: string, sinceMs: number): Promise<string> {
  const folder = join(dataPath, 'log');
  const newest = (await readdir(folder).catch(() => [])).sort().at(-1);
  if (newest === undefined) return '';
  const text = await readFile(join(folder, newest), 'utf8').catch(() => '');
  const lines = text.split('\n').slice(-50);
  return lines
    .filter((line) => Date.parse(`${line.slice(0, 23).replace(' ', 'T')}Z`) >= sinceMs - 1_000)
    .join('\n');
}

function explainFailure(story: string, endedBy: string, dataPath: string): string {
  const fatal = /(?:FATAL|PANIC|error while loading[^:]*): *(.*)/.exec(story)?.[1];
  // For an invalid setting the last line names only the file; the line before it names the setting.
  const setting = /LOG: *((?:invalid|unrecognized|parameter|syntax error).*)/.exec(story)?.[1];
  const reason = [setting, fatal ?? story.trim().split('\n').at(-1)].filter(Boolean).join('; ');
  const cure = /No space left|Disk quota/i.test(story)
    ? 'Free some space on that disk and start again.'
    : /shared memory|semaphore/i.test(story)
      ? 'End what still uses that memory (see the log), then start again.'
      : `See ${join(dataPath, 'log')}.`;
  return `PostgreSQL in ${dataPath} did not start (${endedBy}): ${reason || 'it said nothing'}. ${cure}`;
}
