import { join } from 'node:path';
import { type Heritage, isLastOwner, readHeritage, sendSignal, waitUntil } from '../processes/index.ts';
import { readClusterName } from './leftover-processes.ts';
import { isDirectoryLocked } from './lock-data-dir.ts';
import { findPostmaster } from './postmaster.ts';

const FAST_MS = 10_000;

/**
 * Stops the server that a killed service left behind, unless another service has taken over: a fast shutdown,
 * which writes everything acknowledged. A service that starts meanwhile waits for it.
 */
async function endLeftPostgres(left: Heritage): Promise<void> {
  const { folder: home } = left;
  const dataPath = join(home, 'data');
  const clusterName = await readClusterName(dataPath);
  const found = await findPostmaster({ dataPath, clusterName });
  // A later owner may have been killed as well: its own cleanup runs in its turn.
  if (found === undefined || !(await isLastOwner(left)) || (await isDirectoryLocked(home))) return;
  sendSignal(found.pid, 'SIGINT');
  const gone = async () => (await findPostmaster({ dataPath, clusterName }))?.pid !== found.pid;
  if (!(await waitUntil(gone, FAST_MS)) && !(await isDirectoryLocked(home))) sendSignal(found.pid, 'SIGQUIT');
}

await endLeftPostgres(readHeritage());
