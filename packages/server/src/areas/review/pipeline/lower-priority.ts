import { setPriority } from 'node:os';

// Not by much: beside other processes the work must still get on.
const NICENESS = 10;

/** On Linux a priority is a thread's own, so this lets requests, which another thread serves, go first. */
export function lowerPriority(): void {
  try {
    setPriority(0, NICENESS);
  } catch {
    // Where a thread may not say so, it only takes its share.
  }
}
