import { stat } from 'node:fs/promises';
import { findProcesses, sendSignal, waitUntil } from '../processes/index.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * PostgreSQL's `cluster_name` for a data folder. All its processes show it in their command lines, which need
 * no privileges to read. Derived from device and inode: it survives a move of the folder, and a copy never
 * shares it.
 */
export async function readClusterName(dataPath: string): Promise<string> {
  const { dev, ino } = await stat(dataPath, { bigint: true });
  return `trivium-${dev.toString(36)}-${ino.toString(36)}`;
}

/** Matches whole names only: `trivium-1-2` is not `trivium-1-23`. */
export function showsClusterName(commandLine: string, clusterName: string): boolean {
  const at = commandLine.indexOf(clusterName);
  return at >= 0 && !/[a-z0-9]/.test(commandLine.charAt(at + clusterName.length));
}

/**
 * Waits until no process of the cluster is left. Backends whose postmaster was killed exit by themselves,
 * unless busy in a long computation: those are told to quit after `patienceMs`, then killed. Two servers on
 * the same files would destroy them.
 */
export async function endProcesses(clusterName: string, patienceMs = 2_000): Promise<void> {
  const none = async () => (await findClusterProcesses(clusterName)).length === 0;
  const waits: [NodeJS.Signals | undefined, number][] = [
    [undefined, patienceMs],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeoutMs] of waits) {
    if (signal !== undefined) {
      for (const pid of await findClusterProcesses(clusterName)) sendSignal(pid, signal);
    }
    if (await waitUntil(none, timeoutMs)) return;
  }
  const pids = await findClusterProcesses(clusterName);
  throw new EmbeddedPostgresError(
    `Processes of an earlier PostgreSQL (pid ${pids.join(', ')}) still use the database and cannot be ended. ` +
      'End them (kill -9), or restart the machine, then start again.',
  );
}

function findClusterProcesses(clusterName: string): Promise<number[]> {
  return findProcesses((commandLine) => showsClusterName(commandLine, clusterName));
}
