import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Thread } from './thread.ts';

/** A thread on a busy machine gets little of the processor: it may take so many times its limit by the clock. */
const CLOCK_RATIO = 10;
const CHECK_INTERVAL_MS = 25;
/** A thread that does not say how much it used is in native code, which takes the processor as well. */
const ANSWER_MS = 1_000;
/** Clock ticks per second in /proc; Linux has the same on all its platforms. */
const TICKS = 100;

/** Calls `onSpent` once a thread has used so much processor time from now on. Returns how to stop watching. */
export function watchProcessor(thread: Thread, limitMs: number, onSpent: () => void): () => void {
  const startedAt = performance.now();
  const clockLeft = () => startedAt + limitMs * CLOCK_RATIO - performance.now();
  const before = thread.processorMs().catch(() => 0);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const now = await Promise.race([
      thread.processorMs(),
      sleep(ANSWER_MS, Number.POSITIVE_INFINITY, { ref: false }),
    ]).catch(() => Number.POSITIVE_INFINITY);
    const leftMs = Math.min(limitMs - (now - (await before)), clockLeft());
    if (isStopped) return;
    if (leftMs <= 0) onSpent();
    else timer = setTimeout(look, Math.max(leftMs, CHECK_INTERVAL_MS));
  };
  timer = setTimeout(look, limitMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Processor time that a process has used, in milliseconds. */
export async function processorMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}
