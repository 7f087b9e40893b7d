import type { IncomingMessage } from 'node:http';

/** How much of a refused body is still read, and for how long, so that its sender gets to see the answer. */
export interface DrainBounds {
  bytes: number;
  timeoutMs: number;
}

export const DRAIN_BOUNDS: DrainBounds = { bytes: 64 * 1_048_576, timeoutMs: 30_000 };

/** Counts what came; false: nothing more is to be read until the function is called. */
type Pace = (bytes: number, goOn: () => void) => boolean;

/**
 * Reads on and forgets what comes. Closing at once would make the peer's system drop the answer
 * together with the connection while the peer still sends.
 */
export function drainBody(request: IncomingMessage, bounds: DrainBounds, pace: Pace): void {
  if (request.complete || request.destroyed) return;
  let drained = 0;
  const timer = setTimeout(() => request.destroy(), bounds.timeoutMs).unref();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > bounds.bytes) request.destroy();
    else if (!pace(chunk.length, () => request.resume())) request.pause();
  });
  request.on('error', () => {});
  request.on('close', () => clearTimeout(timer));
}
