import { type Publisher, sleep } from './publisher.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** Waits for the arrival of an event that was acknowledged after `sinceMs`; resolves with the time of the first one. */
export async function firstFreshDelivery(
  publisher: Publisher,
  sink: WebhookSink,
  sinceMs: number,
): Promise<number> {
  for (;;) {
    const fresh = sink.receptions.find(
      ({ n, at }) => at > sinceMs && (publisher.acknowledged.get(n)?.at ?? 0) > sinceMs,
    );
    if (fresh !== undefined) return fresh.at;
    if (performance.now() - sinceMs > 60_000) throw new Error('nothing was delivered after the fault');
    await sleep(5);
  }
}
