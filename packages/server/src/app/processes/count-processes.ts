import { availableParallelism } from 'node:os';
import type { Settings } from '../settings.ts';

const MAX_BY_DEFAULT = 8;
/** The other core is for the database and the kernel. */
const ALONE_UP_TO_CORES = 2;

/** How many processes serve. */
export function countProcesses({ PROCESSES: told }: Pick<Settings, 'PROCESSES'>): number {
  const cores = availableParallelism();
  return told ?? (cores <= ALONE_UP_TO_CORES ? 1 : Math.min(cores, MAX_BY_DEFAULT));
}
