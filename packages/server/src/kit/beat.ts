const BEAT_MS = 1_000;

/**
 * The delay for work that may run up to half a second early or late: aligned to a whole second of the
 * monotonic clock, so that all periodic work wakes the process together. Delays below one second stay as they
 * are.
 */
export function untilBeat(delayMs: number, now = performance.now()): number {
  if (delayMs < BEAT_MS) return delayMs;
  return Math.round((now + delayMs) / BEAT_MS) * BEAT_MS - now;
}
