import { errorText } from '../error-text.ts';
import { sendSignal } from '../processes/index.ts';
import { endProcesses } from './leftover-processes.ts';
import { limitLogFiles } from './limit-log-files.ts';
import type { EmbeddedPostgresLog } from './postgres-log.ts';
import {
  type Postmaster,
  type PostmasterPlan,
  removeStaleLocks,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { restoreSocketDir } from './socket-dir.ts';

export interface Supervision {
  /** The server's current process id. */
  readonly pid: number;
  /** Ends supervision, then the server. */
  stop(): Promise<void>;
}

/** Delays before restarts of a server that keeps dying; the last one repeats. */
const restartDelaysMs = [0, 200, 500, 1_000, 2_000, 5_000];

/** A server that has run this long starts over with the first delay. */
const STABLE_AFTER_MS = 10_000;

const LOG_CHECK_INTERVAL_MS = 10 * 60_000;

/** Keeps a server running: one that exits unasked is restarted, however often that takes. */
export function supervisePostmaster(
  plan: PostmasterPlan,
  first: Postmaster,
  log: EmbeddedPostgresLog,
): Supervision {
  const stopping = new AbortController();
  let current = first;
  const logTimer = setInterval(() => void limitLogFiles(plan.dataPath), LOG_CHECK_INTERVAL_MS).unref();
  // When the service exits without `stop()`, the database is at least told to stop; after kill -9 it is left
  // to be adopted, or to the service's cleanup process.
  let alive = true;
  const onExit = () => {
    if (alive) sendSignal(current.pid, 'SIGINT');
  };
  process.once('exit', onExit);

  const aborted = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  const supervise = async () => {
    let failures = 0;
    let startedAt = performance.now();
    while (!stopping.signal.aborted) {
      const how = await Promise.race([current.ended, aborted]);
      if (how === undefined) return;
      alive = false;
      log.error(`PostgreSQL (pid ${current.pid}) ended unexpectedly (${how}); starting it again`);
      if (performance.now() - startedAt > STABLE_AFTER_MS) failures = 0;
      for (;;) {
        await pause(restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0, stopping.signal);
        if (stopping.signal.aborted) return;
        failures += 1;
        try {
          current = await restart(plan);
          alive = true;
          break;
        } catch (error) {
          log.error(`PostgreSQL could not be started again: ${errorText(error)}`);
        }
      }
      startedAt = performance.now();
      log.info(`PostgreSQL runs again (pid ${current.pid})`);
    }
  };
  const supervised = supervise();

  return {
    get pid() {
      return current.pid;
    },
    async stop() {
      stopping.abort();
      clearInterval(logTimer);
      await supervised;
      await stopPostmaster(current.pid, plan.clusterName);
      process.off('exit', onExit);
    },
  };
}

async function restart(plan: PostmasterPlan): Promise<Postmaster> {
  await endProcesses(plan.clusterName);
  await removeStaleLocks(plan);
  await restoreSocketDir(plan.socketDir, plan.account);
  return startPostmaster(plan);
}

/** Waits, or returns at once when aborted. */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
