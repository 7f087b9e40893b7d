import { readdirSync, readFileSync } from 'node:fs';

/** The same on all Linux machines that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * The kind of a process. `own`: this process and the workers of Vitest; `started`: everything that these start, except
 * PostgreSQL and Chromium.
 */
export type Program = 'own' | 'postgres' | 'chromium' | 'started';

/** CPU seconds. */
export type ByProgram = Record<Program, number>;

interface ProcessTimes {
  parent: number;
  /** The name in Linux. */
  name: string;
  /** CPU seconds. */
  seconds: number;
  /** CPU seconds of its children that have ended. */
  ended: number;
}

/** CPU time of this process and of all processes that it has started, read from /proc. */
export class ProcessTree {
  readonly #known = new Map<number, ProcessTimes>();
  /** CPU time of processes that lost their parent, so that no other process counts them after their end. */
  readonly #orphaned = nothing();

  /**
   * CPU seconds so far. A process that loses its parent is only counted if it was seen before, so call this regularly.
   */
  look(): number {
    return Object.values(this.measureByProgram()).reduce((sum, seconds) => sum + seconds, 0);
  }

  /** The same by kind of process; ended processes count as the kind of their parent. */
  measureByProgram(): ByProgram {
    const all = readProcesses();
    for (const [pid, times] of this.#known)
      if (!all.has(pid) && !this.#known.has(times.parent)) count(this.#orphaned, pid, times);
    const own = new Set([process.pid, ...[...this.#known.keys()].filter((pid) => all.has(pid))]);
    for (const pid of all.keys()) if (descends(pid, all, own)) own.add(pid);
    this.#known.clear();
    const sum = { ...this.#orphaned };
    for (const pid of own) {
      const times = all.get(pid);
      if (times === undefined) continue;
      this.#known.set(pid, times);
      count(sum, pid, times);
    }
    return sum;
  }
}

const nothing = (): ByProgram => ({ own: 0, postgres: 0, chromium: 0, started: 0 });

/** A worker of Vitest is a child of this process that has the same name. */
function count(sum: ByProgram, pid: number, { parent, name, seconds, ended }: ProcessTimes): void {
  const isOwn = pid === process.pid || (parent === process.pid && name === ownName());
  const program = name === 'postgres' || name === 'chromium' ? name : isOwn ? 'own' : 'started';
  sum[program] += seconds;
  sum[program === 'own' ? 'started' : program] += ended;
}

let own: string | undefined;
function ownName(): string {
  own ??= readTimes(String(process.pid))?.name ?? '';
  return own;
}

function descends(pid: number, all: ReadonlyMap<number, ProcessTimes>, own: ReadonlySet<number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
    if (own.has(at)) return true;
  return false;
}

function readProcesses(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    if (times !== undefined) found.set(Number(name), times);
  }
  return found;
}

function readTimes(pid: string): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended.
    return undefined;
  }
  // The name of the program is in brackets and may contain any character.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
  return {
    parent: Number(fields[1]),
    name: text.slice(text.indexOf('(') + 1, end),
    seconds: seconds(11),
    ended: seconds(13),
  };
}
