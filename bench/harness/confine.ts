import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_MICROS = 20_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Limits each process to a part of a core, with control groups of Linux, which need root. Returns a function that
 * removes the limits; undefined if there are no such groups.
 */
export function confine(pids: readonly number[], cores: number): (() => void) | undefined {
  return confineGroups(
    pids.map((pid) => [pid]),
    cores,
  );
}

/**
 * Like `confine`, but with one limit for each group of processes together, including processes that they start later.
 */
export function confineGroups(sets: readonly (readonly number[])[], cores: number): (() => void) | undefined {
  const isV1 = existsSync(join(V1, 'cpu.cfs_quota_us'));
  const groups: string[] = [];
  const release = () => {
    for (const group of groups) {
      for (const pid of processesIn(group))
        tryTo(() => writeFileSync(join(group, '..', 'cgroup.procs'), pid));
      tryTo(() => rmdirSync(group));
    }
  };
  try {
    for (const pids of sets) {
      const group = join(isV1 ? V1 : V2, `trivium-bench-${pids[0]}`);
      mkdirSync(group);
      groups.push(group);
      const quota = Math.round(PERIOD_MICROS * cores);
      if (isV1) {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROS));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
      } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROS}`);
      for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
    }
    return release;
  } catch {
    release();
    return undefined;
  }
}

function processesIn(group: string): string[] {
  try {
    return readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {}
}
