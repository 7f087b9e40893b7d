import type { RunOptions, ThreadPoolOptions } from '../../../kit/threads/index.ts';

/** Thread options for analysis, for the first and the second thread. */
export const ANALYSIS_THREADS = {
  /**
   * Committed only as it is used. The native parser recurses on every operator in a chain and crashes the
   * process on stack overflow: measured, 4 MB suffice for 1,000 nested brackets or a chain of 20,000, 512 MB
   * for any chain that fits in a 1 MB file.
   */
  stackMb: 512,
  /**
   * A typical application finishes before its heap is first collected. V8 uses a third of the young
   * generation for each of the two semi-spaces.
   */
  youngMb: 96,
  /** A new thread takes three times as long for its first application, and uploads often come in a row. */
  idleMs: 300_000,
} satisfies Partial<ThreadPoolOptions>;

/** Heap size at the first old-generation collection. */
const FIRST_HEAP = '--initial-heap-size=256';

/**
 * V8 flags for analysis processes. A typical application takes about a second: with default thresholds,
 * TurboFan and Maglev would take more CPU than they save. Without TurboFan, the first application would take
 * a tenth less, later ones a tenth more, and those with much data flow, as in Go or Java, a quarter more.
 */
export const SHORT_WORK: readonly string[] = [
  '--invocation-count-for-turbofan=60000',
  '--invocation-count-for-maglev=1000',
  FIRST_HEAP,
];
/** For larger applications memory matters more than speed; the second flag overrides `youngMb`. */
const LONG_WORK: readonly string[] = ['--heap-growing-percent=25', '--max-semi-space-size=16', FIRST_HEAP];
/** Limit on what is read of an archive. */
export const MAX_SHORT_BYTES = 32 * 1_048_576;

export function isLongWork(workBytes: number): boolean {
  return workBytes > MAX_SHORT_BYTES;
}

/** How to run work on an archive. Memory used for a large one is released as soon as `isLast` is done. */
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

/** Work that was assumed to be short and is not. */
export class NotShortWork extends Error {
  constructor() {
    super('The archive holds more than is done in a short time.');
    this.name = 'NotShortWork';
  }
}
