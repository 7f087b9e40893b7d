import { cpuSeconds, cpuSecondsOfTree, machineCpuSeconds } from './process-times.ts';

/** Whose CPU time is told apart. */
export interface CpuGroups {
  /** By name, processes of which only their own time counts. */
  processes: Record<string, number>;
  /** By name, processes that count with all their children. */
  trees: Record<string, number>;
}

/** CPU time between two moments, in cores (1 is one core, all the time). */
export interface CpuShares {
  cores: Record<string, number>;
  /** Used by anything that is not of the bench: noise. */
  others: number;
  stolen: number;
}

/** Starts to watch; the returned function tells what was used since. */
export function watchCpu(groups: CpuGroups): () => CpuShares {
  const read = () => ({
    atMs: performance.now(),
    machine: machineCpuSeconds(),
    used: {
      ...mapValues(groups.processes, cpuSeconds),
      ...mapValues(groups.trees, cpuSecondsOfTree),
    },
    // The one who asks: part of the bench, not of the noise.
    self: cpuSeconds(process.pid),
  });
  const before = read();
  return () => {
    const after = read();
    const seconds = (after.atMs - before.atMs) / 1000;
    const cores = mapValues(after.used, (used, name) => (used - before.used[name]!) / seconds);
    const busy = (after.machine.busy - before.machine.busy) / seconds;
    const ours = Object.values(cores).reduce((sum, share) => sum + share, 0);
    const others = Math.max(0, busy - ours - (after.self - before.self) / seconds);
    return { cores, others, stolen: (after.machine.stolen - before.machine.stolen) / seconds };
  };
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
