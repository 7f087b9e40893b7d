const BEAT_MS = 1_000;

/**
 * How long to wait for what may begin up to half a second sooner or later: until a whole second of the monotonic clock,
 * so that whatever looks now and then wakes the process together with the rest. A wait below a second stays as it is.
 */
export function untilBeat(delayMs: number, now = performance.now()): number {
  if (delayMs < BEAT_MS) return delayMs;
  return Math.round((now + delayMs) / BEAT_MS) * BEAT_MS - now;
}
