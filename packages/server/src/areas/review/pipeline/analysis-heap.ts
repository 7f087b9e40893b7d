import type { ThreadHeap } from '../../../kit/threads/index.ts';

/**
 * Of each thread that analyses: an application of usual size is through before its heap is collected for the first time.
 * V8 takes a third of what is young for each half of the space that it copies between.
 */
export const ANALYSIS_HEAP: ThreadHeap = { youngMb: 192, initialMb: 256 };
