import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_EVERY_MS = 1_000;
/** Less use of the processor than this since the last check is idleness. */
const IDLE_CPU_MS = 50;
/** Fewer requests and attempts than this, too: a collection holds up whatever comes meanwhile. */
const IDLE_WORK = 5;
/** So much more in memory than was left by the last collection is worth another. */
const WORTHWHILE_BYTES = 8 * 1_048_576;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

function exposeCollection(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/**
 * Gives memory back to the system when the process has nothing to do. V8 collects only when it allocates, so
 * that after a burst of work its garbage would stay resident until the next one. `workDone` counts what others wait
 * for: steady work that is light on the processor is none that may stand still for a tenth of a second.
 */
export function collectWhenIdle(
  workDone: () => number,
  collect: Collect = exposeCollection(),
): { stop(): void } {
  let usage = process.cpuUsage();
  let work = workDone();
  // What a start leaves behind is worth a first one.
  let leftBytes = 0;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    const since = workDone() - work;
    work += since;
    if ((user + system) / 1_000 > IDLE_CPU_MS || since >= IDLE_WORK) return;
    if (heapBytes() < leftBytes + WORTHWHILE_BYTES) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    leftBytes = heapBytes();
    usage = process.cpuUsage();
  }, CHECK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** What the heap takes of the system's memory: more than is used in it, since the room of a burst stays. */
function heapBytes(): number {
  const { total_physical_size, malloced_memory } = getHeapStatistics();
  return total_physical_size + malloced_memory;
}
