import { describe, expect, test } from 'vitest';
import { Endpoint } from './endpoint.ts';
import type { Delivery, Subscription } from './subscription.ts';

const url = 'https://example.com/';

function subscription(more: Partial<Subscription> = {}): Subscription {
  return {
    id: 'id',
    revision: 1,
    orgId: 'org',
    face: 'webhooks',
    url,
    patterns: ['*'],
    platform: null,
    status: 'active',
    filter: null,
    secrets: [],
    maxConcurrency: 10,
    ratePerSecond: null,
    breaker: null,
    ordering: null,
    receiver: null,
    ...more,
  };
}

/** Starts as many attempts as may start now, up to `most`; returns the number. */
function startAll(endpoint: Endpoint, nowMs: number, most = 100): number {
  let started = 0;
  while (started < most && endpoint.waitMs(nowMs) === 0) {
    endpoint.started(0);
    started++;
  }
  return started;
}

describe('an endpoint', () => {
  test('starts no more than its limit at the same time', () => {
    const endpoint = new Endpoint(subscription({ maxConcurrency: 3 }), 0);
    expect(startAll(endpoint, 0)).toBe(3);
    endpoint.ended(true, 5, url);
    expect(startAll(endpoint, 5)).toBe(1);
  });

  test('keeps its rate in any period of time, whatever is requested and when', () => {
    const endpoint = new Endpoint(subscription({ ratePerSecond: 10, maxConcurrency: 1_000 }), 0);
    const starts: number[] = [];
    for (let nowMs = 0; nowMs < 10_000; nowMs += 7) {
      for (let i = startAll(endpoint, nowMs); i > 0; i--) starts.push(nowMs);
    }
    expect(starts.filter((at) => at < 1)).toHaveLength(10);
    for (const from of starts) {
      // A burst of one second's deliveries, and then the rate.
      expect(starts.filter((at) => at >= from && at < from + 2_000).length).toBeLessThanOrEqual(30);
    }
    expect(starts.length).toBeGreaterThan(105);
    expect(starts.length).toBeLessThanOrEqual(110);
  });

  test('is neither stopped nor flooded by a clock that is set back', () => {
    const endpoint = new Endpoint(subscription({ ratePerSecond: 10, maxConcurrency: 1_000 }), 3_600_000);
    expect(startAll(endpoint, 3_600_000)).toBe(10);
    expect(startAll(endpoint, 0)).toBe(0);
    expect(startAll(endpoint, 1_000)).toBe(10);
  });

  test('ignores an older state that arrives late', () => {
    const endpoint = new Endpoint(subscription({ revision: 5, status: 'paused' }), 0);
    endpoint.adopt(subscription({ revision: 4 }));
    expect(startAll(endpoint, 0)).toBe(0);
    endpoint.adopt(subscription({ revision: 6 }));
    expect(startAll(endpoint, 0)).toBe(10);
  });

  test('has a breaker that opens, allows one attempt after each cooldown, and closes on the first success', () => {
    const endpoint = new Endpoint(subscription({ breaker: { failures: 3, cooldownMs: 1_000 } }), 0);
    expect(startAll(endpoint, 0, 3)).toBe(3);
    for (let i = 0; i < 3; i++) endpoint.ended(false, 100, url);
    expect(endpoint.waitMs(100)).toBe(1_000);
    expect(startAll(endpoint, 1_099)).toBe(0);
    expect(startAll(endpoint, 1_100)).toBe(1);
    endpoint.ended(false, 1_200, url);
    expect(startAll(endpoint, 2_199)).toBe(0);
    expect(startAll(endpoint, 2_200)).toBe(1);
    endpoint.ended(true, 2_300, url);
    expect(startAll(endpoint, 2_300)).toBe(10);
  });

  test('that only fails may have two rounds of attempts, and all of its share again after a success', () => {
    const endpoint = new Endpoint(subscription(), 0);
    expect(endpoint.room).toBe(1_000);
    for (let i = 0; i < 5; i++) {
      endpoint.started(0);
      endpoint.ended(false, 0, url);
    }
    expect(endpoint.room).toBe(20);
    endpoint.started(0);
    endpoint.ended(true, 0, url);
    expect(endpoint.room).toBe(1_000);
  });

  test('sends new events first, but takes every fourth from the waiting ones in the database', () => {
    const endpoint = new Endpoint(subscription(), 0);
    const push = (from: 'event' | 'database', count: number) => {
      for (let i = 0; i < count; i++) endpoint.push({} as Delivery, from);
    };
    const take = (count: number, mayTakeBacklog = true) =>
      Array.from({ length: count }, () => {
        const from = endpoint.nextSource(mayTakeBacklog);
        if (from !== undefined) endpoint.shift(from);
        return from?.[0] ?? '-';
      }).join('');
    push('database', 500);
    expect([endpoint.room, endpoint.backlogRoom]).toEqual([500, 0]);
    push('event', 9);
    expect(take(8)).toBe('eeedeeed');
    expect(take(4, false)).toBe('eee-');
    expect(take(3)).toBe('ddd');
    expect([endpoint.ready, endpoint.backlogRoom]).toEqual([495, 5]);
    expect(endpoint.clear()).toHaveLength(495);
  });

  test('is forgotten only if nothing would be lost: no used rate, no recent failures', () => {
    const limited = new Endpoint(subscription({ ratePerSecond: 1 }), 0);
    expect(limited.isIdle(0)).toBe(true);
    limited.started(0);
    limited.ended(true, 10, url);
    expect(limited.isIdle(500)).toBe(false);
    expect(limited.isIdle(1_010)).toBe(true);
    const failing = new Endpoint(subscription(), 0);
    failing.started(0);
    failing.ended(false, 10, url);
    expect(failing.isIdle(60_000)).toBe(false);
    expect(failing.isIdle(700_000)).toBe(true);
    failing.adopt(subscription({ revision: 2, status: 'paused' }));
    expect(failing.isIdle(60_000)).toBe(true);
  });
});
