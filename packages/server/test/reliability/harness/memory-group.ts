import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from '../../../src/kit/processes/index.ts';

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';

/** A control group whose processes share a memory limit. */
export interface MemoryGroup {
  /** Adds a process, and all processes that it starts later. */
  add(pid: number): void;
  /** The number of its processes that the kernel killed because the memory was used up. */
  killed(): number;
  /** Kills what is left in it. */
  remove(): Promise<void>;
}

/** Makes a control group of Linux with a memory limit; undefined if this is not possible, because it needs root. */
export function makeMemoryGroup(megabytes: number): MemoryGroup | undefined {
  const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'));
  const group = join(isV1 ? V1 : V2, `trivium-memory-${process.pid}`);
  const events = join(group, isV1 ? 'memory.oom_control' : 'memory.events');
  try {
    mkdirSync(group);
    writeFileSync(join(group, isV1 ? 'memory.limit_in_bytes' : 'memory.max'), String(megabytes * 1_048_576));
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  return {
    add: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1] ?? 0),
    remove: () => removeGroup(group),
  };
}

const REMOVE_POLL_MS = 100;

async function removeGroup(group: string): Promise<void> {
  for (;;) {
    const pids = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    for (const pid of pids) sendSignal(Number(pid), 'SIGKILL');
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      // A process leaves the group a moment after its end.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      await sleep(REMOVE_POLL_MS);
    }
  }
}
