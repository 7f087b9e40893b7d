import type { RunOptions, ThreadPoolOptions } from '../../../kit/threads/index.ts';

/** How threads that analyse are opened, the first and the second. */
export const ANALYSIS_THREADS = {
  /**
   * Taken as it is used. The native parser calls itself for every operator of a chain and ends the process where its
   * stack ends: measured, 4 MB hold 1,000 brackets in one another or 20,000 links of a chain, 512 MB every chain that a
   * file of 1 MB holds.
   */
  stackMb: 512,
  /**
   * An application of usual size is through before its heap is collected for the first time. V8 takes a third of what is
   * young for each half of the space that it copies between.
   */
  youngMb: 96,
  /** A new thread takes three times as long for its first application; uploads often come in a row. */
  idleMs: 300_000,
} satisfies Partial<ThreadPoolOptions>;

/** How large a heap is before what is old in it is looked through for the first time. */
const FIRST_HEAP = '--initial-heap-size=256';

/**
 * V8 in a process that analyses. An application of usual size is done in about a second: at V8's own measure, TurboFan
 * and Maglev would take more of the cores than they save. Without TurboFan, the first application would take a tenth
 * less, the next ones a tenth more, and those with much to follow, as in Go or Java, a quarter more.
 */
export const SHORT_WORK: readonly string[] = [
  '--invocation-count-for-turbofan=60000',
  '--invocation-count-for-maglev=1000',
  FIRST_HEAP,
];
/** What a larger application needs counts more than how soon it is done; the second flag overrules `youngMb`. */
const LONG_WORK: readonly string[] = ['--heap-growing-percent=25', '--max-semi-space-size=16', FIRST_HEAP];
/** Of what is read of an archive. */
export const MAX_SHORT_BYTES = 32 * 1_048_576;

export function isLongWork(workBytes: number): boolean {
  return workBytes > MAX_SHORT_BYTES;
}

/** How work on an archive is run. What a large one took is given back as soon as `isLast` is done. */
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

/** What came as short work and is not. */
export class NotShortWork extends Error {
  constructor() {
    super('The archive holds more than is done in a short time.');
    this.name = 'NotShortWork';
  }
}
