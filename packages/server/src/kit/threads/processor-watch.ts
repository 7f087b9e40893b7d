import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
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
    const now = await Promise.race([thread.processorMs(), unanswered()]).catch(
      () => Number.POSITIVE_INFINITY,
    );
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

async function unanswered(): Promise<number> {
  await sleep(ANSWER_MS, undefined, { ref: false });
  // If this thread was held up, the answer is there too, and counts.
  await setImmediate();
  return Number.POSITIVE_INFINITY;
}

/** Processor time that a process has used, in milliseconds. Read at once: the kernel writes this file from memory. */
export function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}
