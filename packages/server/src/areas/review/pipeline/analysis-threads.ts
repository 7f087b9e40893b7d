import type { ThreadPoolOptions } from '../../../kit/threads/index.ts';

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
  heap: { youngMb: 192, initialMb: 256 },
  /** A new thread takes three times as long for its first application; uploads often come in a row. */
  idleMs: 300_000,
} satisfies Partial<ThreadPoolOptions>;
