import type { ImapFlow } from 'imapflow';

const CHECK_INTERVAL_MS = 50;

/** The library has byte counters that its types omit. */
type CountingImap = ImapFlow & { stats?(): { received: number } };

export interface ImapBounds {
  maxBytes: number;
  limitMs: number;
}

/**
 * The mail server sent more or took longer than any honest one would, or disconnected; the connection is
 * closed.
 */
export class ImapBoundError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImapBoundError';
  }
}

/**
 * Runs one step of an IMAP session. The library buffers a line or literal in memory however long it is, and
 * waits for as long as bytes arrive, so this closes the connection when a step exceeds its limits.
 */
export async function boundImap<T>(
  client: CountingImap,
  { maxBytes, limitMs }: ImapBounds,
  step: () => Promise<T>,
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  const before = receivedBy(client);
  const broken = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    const received = receivedBy(client) - before;
    if (received <= maxBytes && performance.now() < endsAt) return;
    clearInterval(timer);
    const what =
      received > maxBytes
        ? `sent more than ${maxBytes} bytes in one step`
        : `did not end a step in ${limitMs / 1_000} s`;
    broken.reject(new ImapBoundError(`the mail server ${what}`));
    client.close();
  }, CHECK_INTERVAL_MS);
  // If the connection ends at a bad moment, the library leaves the step pending.
  const onClose = () => broken.reject(new ImapBoundError('the mail server closed the connection'));
  client.once('close', onClose);
  broken.promise.catch(() => {});
  try {
    return await Promise.race([step(), broken.promise]);
  } finally {
    clearInterval(timer);
    client.off('close', onClose);
  }
}

function receivedBy(client: CountingImap): number {
  return client.stats?.().received ?? 0;
}
