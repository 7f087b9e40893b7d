import { readdirSync, readFileSync } from 'node:fs';
import { required } from '../../packages/server/src/kit/required.ts';

/** Counters of CPU time on Linux have 100 ticks per second, on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

interface Stat {
  parent: number;
  /** CPU seconds of the process so far, and of its children that have ended. */
  own: number;
  ended: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may contain any character, even spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) };
  } catch {
    return undefined;
  }
}

export function parentOf(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

/** CPU seconds of a process so far; 0 once it has ended. */
export function cpuSeconds(pid: number): number {
  return readStat(pid)?.own ?? 0;
}

/** CPU seconds of the first thread of a process so far, which runs JavaScript in Node; 0 once it has ended. */
export function mainThreadCpuSeconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e9;
  } catch {
    return 0;
  }
}

/** The serving processes below a supervisor. */
export function servingProcesses(root: number): number[] {
  const isServing = (pid: number) => {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return line.endsWith('main.mjs\0serve\0');
  };
  return childrenOf(root).filter(isServing);
}

/** CPU seconds of a process and of all its children, including ended ones. */
export function cpuSecondsOfTree(root: number): number {
  const stat = readStat(root);
  if (stat === undefined) return 0;
  return stat.own + stat.ended + childrenOf(root).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readStat(pid)?.parent === parent);
}

/** The processes of a service: the serving one and those for analyses, without the database. */
export function serviceProcesses(pid: number): number[] {
  const isAnalysis = (child: number) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('process-thread.host');
    } catch {
      return false; // It has ended.
    }
  };
  return [pid, ...childrenOf(pid).filter(isAnalysis)];
}

/** CPU seconds of the whole machine, over all cores. */
export function machineCpuSeconds(): { busy: number; stolen: number } {
  const line = required(readFileSync('/proc/stat', 'latin1').split('\n', 1)[0], 'the first of the parts');
  const [user, nice, system, , , irq, softirq, steal] = line.split(/ +/).slice(1).map(Number) as number[];
  const busy =
    (required(user, 'user') +
      required(nice, 'nice') +
      required(system, 'system') +
      required(irq, 'irq') +
      required(softirq, 'softirq')) /
    TICKS_PER_SECOND;
  return { busy, stolen: required(steal, 'steal') / TICKS_PER_SECOND };
}

/** Resident memory of a process in MB; 0 once it has ended. Fast enough for frequent calls. */
export function residentMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
}

/**
 * Memory of a process in MB: resident, and proportional, which counts only its share of shared memory. 0 once it has
 * ended.
 */
export function memoryMb(pid: number): { resident: number; proportional: number } {
  const read = (file: string, name: string) => {
    const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / KB_PER_MB;
  };
  try {
    return { resident: read('status', 'VmRSS'), proportional: read('smaps_rollup', 'Pss') };
  } catch {
    return { resident: 0, proportional: 0 };
  }
}
