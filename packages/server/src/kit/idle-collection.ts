import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_EVERY_MS = 1_000;
/** CPU time since the last check below which the process is idle. */
const IDLE_CPU_MS = 50;
/** Fewer requests and attempts than this, as well: a collection delays whatever arrives during it. */
const IDLE_WORK = 5;
/** Memory growth since the last collection that makes another worthwhile. */
const WORTHWHILE_BYTES = 8 * 1_048_576;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

function exposeCollection(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/**
 * Returns memory to the system while the process is idle. V8 collects only when it allocates, so the garbage
 * of a burst would stay resident until the next one. `workDone` counts what others wait for: steady work that
 * uses little CPU must not be paused for a tenth of a second either.
 */
export function collectWhenIdle(
  workDone: () => number,
  collect: Collect = exposeCollection(),
): { stop(): void } {
  let usage = process.cpuUsage();
  let work = workDone();
  // 0, because the garbage of startup makes a first collection worthwhile.
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

/** System memory taken by the heap: more than is in use, since the room of a burst remains. */
function heapBytes(): number {
  const { total_physical_size, malloced_memory } = getHeapStatistics();
  return total_physical_size + malloced_memory;
}
