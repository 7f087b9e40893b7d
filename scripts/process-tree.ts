import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** What a process is: `own` is that which looks and the workers of Vitest, `started` all that these start but the two servers. */
export type Program = 'own' | 'postgres' | 'chromium' | 'started';

/** Seconds of processor. */
export type ByProgram = Record<Program, number>;

interface ProcessTimes {
  parent: number;
  /** As Linux knows it. */
  name: string;
  /** Seconds of processor. */
  seconds: number;
  /** Of its children that have ended. */
  ended: number;
}

/** The processor's time of this process and of all that it has started, read from /proc. */
export class ProcessTree {
  readonly #known = new Map<number, ProcessTimes>();
  /** Of processes that had lost their parent, whom nobody has added to his own when they ended. */
  readonly #orphaned = nothing();

  /** Seconds so far. What loses its parent counts on while it was seen before, so look now and then. */
  look(): number {
    return Object.values(this.lookByProgram()).reduce((sum, seconds) => sum + seconds, 0);
  }

  /** The same by what the processes are; those that have ended count as their parent does. */
  lookByProgram(): ByProgram {
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

/** A worker of Vitest is a child of this process that runs as it does. */
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
    // It has ended meanwhile.
    return undefined;
  }
  // The name of the program comes in brackets and may hold anything.
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
