import type { Bench } from './bench.ts';
import type { Service } from './service.ts';

/**
 * Subscribes receivers of the sink: receiver `first + i` gets the events of `types[i]`. Resolves with the ids of the
 * subscriptions.
 */
export async function subscribeReceivers(
  bench: Bench,
  service: Service,
  types: readonly string[],
  first = 0,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, type] of types.entries()) {
    const { subscription_id } = await service.api<{ subscription_id: string }>(
      'POST',
      '/v1/webhooks/subscriptions',
      {
        name: `bench ${first + i}`,
        url: `http://127.0.0.1:${bench.sinkPort}/${first + i}`,
        events: [type],
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      },
    );
    ids.push(subscription_id);
  }
  return ids;
}

export function typeNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `bench.receiver_${i}.sent`);
}
