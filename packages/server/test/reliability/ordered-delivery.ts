import type { Installation } from './harness/installation.ts';
import { query } from './harness/log-audit.ts';
import { OrderReceiver, type OrderReceiverOptions } from './harness/order-receiver.ts';
import { sleep } from './harness/publisher.ts';
import type { Pair } from './two-nodes.ts';

export interface OrderedLoad extends OrderReceiverOptions {
  events: number;
  keys: number;
  /** `null`: without order, for comparison. */
  ordering: { key: string } | 'all' | null;
  /** How often a node is killed, in turn, and started again before more is published; never by default. */
  kills?: number;
  say?(text: string): void;
}

export interface OrderedReport {
  /** The first violations of the order, in words. */
  faults: string[];
  faultCount: number;
  /** Distinct events that were delivered. */
  delivered: number;
  /** Requests with an event that was already delivered. */
  repeated: number;
  requests: number;
  perSecond: number;
}

const BATCH = 100;
const STALL_MS = 60_000;

/** Publishes events of many keys on the first of two nodes, delivers them on both, and checks the order of each key. */
export async function deliverInOrder(pair: Pair, load: OrderedLoad): Promise<OrderedReport> {
  const receiver = await OrderReceiver.open(load);
  const subscription = (
    await pair.one.api.ask('POST', '/v1/events/subscriptions', {
      body: { eventTypes: ['load.*'], webhookUrl: receiver.url, secret: 'a secret', ordering: load.ordering },
    })
  ).subscriptionId;
  const uuid = subscription.slice('sub_'.length);
  const startedAt = performance.now();
  let isOver = false;
  const timePasses = passTime(pair, uuid, () => isOver);
  const { events, kills = 0, say } = load;
  const publisher = new KeyedPublisher(load.keys);
  try {
    for (let kill = 1; kill <= kills + 1; kill++) {
      const target = Math.floor((events * kill) / (kills + 1));
      const first = publisher.published;
      const published = publisher.publish(pair.one, target);
      if (kill <= kills) {
        const node = kill % 2 === 1 ? pair.two : pair.one;
        if (node === pair.one) await published;
        await arrived(receiver, first + (target - first) * Math.random());
        await node.kill();
        say?.(`  kill ${kill} of ${kills}, after ${receiver.delivered} of ${events} events`);
        await node.start();
      }
      await published;
    }
    await arrived(receiver, events);
    const tookMs = performance.now() - startedAt;
    const { faults, repeated, requests } = receiver.witness;
    return {
      faults: faults.slice(0, 10),
      faultCount: faults.length,
      delivered: receiver.delivered,
      repeated,
      requests,
      perSecond: Math.round((events * 1000) / tookMs),
    };
  } finally {
    isOver = true;
    await timePasses;
    const api = pair.one.address === undefined ? pair.two.api : pair.one.api;
    await api.ask('DELETE', `/v1/events/subscriptions/${subscription}`);
    await receiver.close();
  }
}

/**
 * Publishes events of all keys in turn, so that the next event of a key is published while the previous one is in
 * progress.
 */
class KeyedPublisher {
  published = 0;
  readonly #numbers: Uint32Array;

  constructor(keys: number) {
    this.#numbers = new Uint32Array(keys);
  }

  /** Publishes until this many events exist. */
  async publish({ api }: Installation, target: number): Promise<void> {
    while (this.published < target) {
      const events = Array.from({ length: Math.min(BATCH, target - this.published) }, () => this.#next());
      await api.ask('POST', '/v1/events/batch', { body: { events } });
    }
  }

  #next() {
    const key = this.published++ % this.#numbers.length;
    const n = this.#numbers[key] ?? 0;
    this.#numbers[key] = n + 1;
    const data = { key: `key-${key}`, n, filler: 'x'.repeat(600) };
    return { type: 'load.tick', source: 'load', data };
  }
}

/** Makes retries that are due in a minute due at once. */
async function passTime({ postgres }: Pair, subscription: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await query(
      postgres.connection,
      `update deliveries set next_attempt_at = now() where subscription_id = $1 and lease_owner is null
         and next_attempt_at > now() + interval '1 second'`,
      [subscription],
    );
    await sleep(200);
  }
}

async function arrived(receiver: OrderReceiver, events: number): Promise<void> {
  let last = -1;
  let movedAt = performance.now();
  while (receiver.delivered < events) {
    if (receiver.delivered !== last) movedAt = performance.now();
    last = receiver.delivered;
    if (performance.now() - movedAt > STALL_MS)
      throw new Error(`${events - last} of ${events} events never arrived`);
    await sleep(20);
  }
}
