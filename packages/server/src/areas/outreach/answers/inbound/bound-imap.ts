import type { ImapFlow } from 'imapflow';

const LOOK_EVERY_MS = 50;

/** The library counts, which its types do not tell. */
type CountingImap = ImapFlow & { stats?(): { received: number } };

export interface ImapBounds {
  maxBytes: number;
  limitMs: number;
}

/** The mail server sent more or took longer than any honest one would, or is gone; the connection is closed. */
export class ImapBoundError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImapBoundError';
  }
}

/**
 * Runs one step of a conversation with a mail server. The library holds a line or a literal whole in memory, however
 * long the server makes it, and waits for as long as bytes come: so the connection is closed when a step goes beyond
 * its bounds.
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
  }, LOOK_EVERY_MS);
  // The library leaves a step waiting whose connection ends at a bad moment.
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
