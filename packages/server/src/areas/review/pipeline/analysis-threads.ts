import type { RunOptions, ThreadPoolOptions } from '../../../kit/threads/index.ts';

/** Options of the threads that analyse, the first and the second. */
export const ANALYSIS_THREADS = {
  /**
   * Only committed when used. The native parser recurses for every operator of a chain, and a stack overflow
   * ends the process. Measured: 4 MB are enough for 1,000 nested brackets or 20,000 links of a chain, 512 MB
   * for every chain in a file of 1 MB.
   */
  stackMb: 512,
  /**
   * An application of usual size is done before the first garbage collection. V8 gives each half of the young
   * generation's copying space a third of this.
   */
  youngMb: 96,
  /** A new thread takes three times as long for its first application, and uploads often come in a row. */
  idleMs: 300_000,
} satisfies Partial<ThreadPoolOptions>;

/** Heap size before the old generation is collected for the first time. */
const FIRST_HEAP = '--initial-heap-size=256';

/**
 * V8 flags for a process that analyses. An application of usual size takes about a second: with V8's
 * defaults, TurboFan and Maglev would use more of the cores than they save. Without TurboFan, the first
 * application would take a tenth less time, the next ones a tenth more, and those with much data flow, as in
 * Go or Java, a quarter more.
 */
export const SHORT_WORK: readonly string[] = [
  '--invocation-count-for-turbofan=60000',
  '--invocation-count-for-maglev=1000',
  FIRST_HEAP,
];
/** For a larger application, memory matters more than speed; the second flag overrides `youngMb`. */
const LONG_WORK: readonly string[] = ['--heap-growing-percent=25', '--max-semi-space-size=16', FIRST_HEAP];
/** Of the part of an archive that is read. */
export const MAX_SHORT_BYTES = 32 * 1_048_576;

export function isLongWork(workBytes: number): boolean {
  return workBytes > MAX_SHORT_BYTES;
}

/** Runs the work on an archive. The memory of a large one is released as soon as `isLast` is done. */
export function threadFor(
  archiveKey: string,
  workBytes: number,
  { isLast = false } = {},
): Pick<RunOptions, 'affinity' | 'processFlags' | 'endsThread'> {
  const isLong = isLongWork(workBytes);
  return {
    affinity: archiveKey,
    processFlags: isLong ? LONG_WORK : SHORT_WORK,
    endsThread: isLong && isLast,
  };
}

/** Thrown when work that was queued as short is not. */
export class NotShortWork extends Error {
  constructor() {
    super('The archive holds more than is done in a short time.');
    this.name = 'NotShortWork';
  }
}
