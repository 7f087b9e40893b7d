import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  parent: number;
  /** Seconds of processor, with those of its children that have ended. */
  seconds: number;
}

/** The processor's time of this process and of all that it has started, read from /proc. */
export class ProcessTree {
  readonly #known = new Map<number, ProcessTimes>();
  /** Of processes that had lost their parent, whom nobody has added to his own when they ended. */
  #orphaned = 0;

  /** Seconds so far. What loses its parent counts on while it was seen before, so look now and then. */
  look(): number {
    const all = readProcesses();
    for (const [pid, { parent, seconds }] of this.#known)
      if (!all.has(pid) && !this.#known.has(parent)) this.#orphaned += seconds;
    const own = new Set([process.pid, ...[...this.#known.keys()].filter((pid) => all.has(pid))]);
    for (const pid of all.keys()) if (descends(pid, all, own)) own.add(pid);
    this.#known.clear();
    let sum = this.#orphaned;
    for (const pid of own) {
      const times = all.get(pid);
      if (times === undefined) continue;
      this.#known.set(pid, times);
      sum += times.seconds;
    }
    return sum;
  }
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
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
}
