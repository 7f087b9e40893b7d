import { setFlagsFromString } from 'node:v8';

/** The bound on the growth of heaps that the service was started with; V8 has it once for all threads. */
const heapBound = process.execArgv.find((argument) => argument.startsWith('--heap-growing-percent='));
/** Restores what the service was started with. */
const usual = ['--turbofan', ...(heapBound === undefined ? [] : [heapBound])];
const quick = ['--no-turbofan', ...(heapBound === undefined ? [] : ['--heap-growing-percent=0'])];
let running = 0;

/** What larger applications need is what counts then, not how soon they are done. */
const LARGEST_BYTES = 32 * 1_048_576;

/**
 * Has V8 serve an application of usual size, whose analysis lasts about a second. Heaps may grow as V8 sees fit: the
 * service's own is bounded for its traffic, and those of analyses would be collected so often that they took a sixth
 * more CPU. Nothing is compiled by TurboFan: its compilation takes more of the cores than it saves in so short a time.
 */
export async function asShortWork<T>(
  uncompressedBytes: number,
  work: () => Promise<T>,
  setFlag: (flag: string) => void = setFlagsFromString,
): Promise<T> {
  if (uncompressedBytes > LARGEST_BYTES) return work();
  if (running++ === 0) quick.forEach(setFlag);
  try {
    return await work();
  } finally {
    if (--running === 0) usual.forEach(setFlag);
  }
}
