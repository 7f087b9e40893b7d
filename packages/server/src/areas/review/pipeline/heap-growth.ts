import { setFlagsFromString } from 'node:v8';

/** The bound on the growth of heaps that the service was started with; V8 has it once for all threads. */
const bound = process.execArgv.find((argument) => argument.startsWith('--heap-growing-percent='));
let running = 0;

/** What larger applications need is what counts then, not how soon they are done. */
const LARGEST_BYTES = 32 * 1_048_576;

/**
 * Lets heaps grow as V8 sees fit while an application of usual size is worked on. The service's own heap is bounded for its traffic; those of
 * analyses, which live for seconds, would be collected so often for it that they took a sixth more CPU.
 */
export async function withFreeHeapGrowth<T>(
  uncompressedBytes: number,
  work: () => Promise<T>,
  setFlag: (flag: string) => void = setFlagsFromString,
  flag = bound,
): Promise<T> {
  if (flag === undefined || uncompressedBytes > LARGEST_BYTES) return work();
  if (running++ === 0) setFlag('--heap-growing-percent=0');
  try {
    return await work();
  } finally {
    if (--running === 0) setFlag(flag);
  }
}
