import type { IncomingMessage } from 'node:http';

/** How much of a refused body is still read, and for how long, so that its sender gets to see the answer. */
export interface DrainBounds {
  bytes: number;
  timeoutMs: number;
}

export const DRAIN_BOUNDS: DrainBounds = { bytes: 64 * 1_048_576, timeoutMs: 30_000 };

/** Counts received bytes; false: stop reading until the callback is called. */
type Pace = (bytes: number, goOn: () => void) => boolean;

/**
 * Reads and discards the rest. Closing at once would make the peer's kernel drop the answer with the
 * connection while the peer is still sending.
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
