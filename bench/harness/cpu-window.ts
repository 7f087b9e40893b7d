import { required } from '../../packages/server/src/kit/required.ts';
import { cpuSeconds, cpuSecondsOfTree, machineCpuSeconds, mainThreadCpuSeconds } from './process-times.ts';

/** The processes whose CPU time is reported separately. */
export interface CpuGroups {
  /** Processes by name, without their children. */
  processes: Record<string, number>;
  /** Processes by name, with all their children. */
  trees: Record<string, number>;
}

/** CPU time between two moments, in cores (1 is one core all the time). */
export interface CpuShares {
  cores: Record<string, number>;
  /** The same for the main threads of the processes. */
  mainThreads: Record<string, number>;
  /** Used by programs outside of the bench: noise. */
  others: number;
  stolen: number;
}

/** Starts a measurement; the returned function gives the CPU time used since then. */
export function watchCpu(groups: CpuGroups): () => CpuShares {
  const read = () => ({
    atMs: performance.now(),
    machine: machineCpuSeconds(),
    used: {
      ...mapValues(groups.processes, cpuSeconds),
      ...mapValues(groups.trees, cpuSecondsOfTree),
    },
    mainThreads: mapValues(groups.processes, mainThreadCpuSeconds),
    // This process is part of the bench, not of the noise.
    self: cpuSeconds(process.pid),
  });
  const before = read();
  return () => {
    const after = read();
    const seconds = (after.atMs - before.atMs) / 1000;
    const since = (now: Record<string, number>, then: Record<string, number>) =>
      mapValues(now, (used, name) => (used - required(then[name], 'one of then')) / seconds);
    const cores = since(after.used, before.used);
    const busy = (after.machine.busy - before.machine.busy) / seconds;
    const ours = Object.values(cores).reduce((sum, share) => sum + share, 0);
    const others = Math.max(0, busy - ours - (after.self - before.self) / seconds);
    const mainThreads = since(after.mainThreads, before.mainThreads);
    return { cores, mainThreads, others, stolen: (after.machine.stolen - before.machine.stolen) / seconds };
  };
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
