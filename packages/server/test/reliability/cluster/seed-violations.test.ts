import { expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import { Random } from './fault.ts';
import type { History, Receiver } from './history.ts';
import { seededKinds, seedViolations } from './seed-violations.ts';

const EVENTS = 40;

/** A record with one of everything and without a violation. */
function wholeRecord(): History {
  const numbers = Array.from({ length: EVENTS }, (_, n) => n);
  const isInLane = (n: number) => n % 2 === 0;
  const eventId = (n: number) => `evt_${n}`;
  const log = numbers.map((n) => ({ position: n, n, eventId: eventId(n) }));
  const arrivals = (receiver: string) =>
    numbers
      .filter((n) => receiver === 'all' || isInLane(n))
      .map((n) => ({
        receiver,
        webhookId: `dlv_${receiver}_${n}`,
        eventId: eventId(n),
        n,
        at: n * 1_000 + 100,
      }));
  return {
    publishes: numbers.map((n) => ({
      n,
      type: isInLane(n) ? 'lane.step' : 'load.tick',
      keyed: isInLane(n),
      node: 'node1',
      ...(isInLane(n) && { lane: { name: 'a', place: n / 2 } }),
      sentAt: n * 1_000,
      endedAt: n * 1_000 + 50,
      status: 201,
      eventId: eventId(n),
    })),
    deliveries: [...arrivals('all'), ...arrivals('in-order')],
    log,
    streams: [log, log],
    reads: [{ eventId: eventId(0), node: 'node2', sentAt: 60, status: 200 }],
    registers: numbers.map((n) => ({
      register: 'r',
      kind: isInLane(n) ? 'write' : 'read',
      value: Math.floor(n / 2),
      node: 'node1',
      sentAt: n * 100,
      endedAt: n * 100 + 10,
      acknowledged: true,
    })),
    counted: [0, 1].map((i) => ({
      limit: 'webhooks_test',
      most: 3,
      resetAt: 60,
      windowSeconds: 60,
      allowed: true,
      at: i,
    })),
    revoked: [{ deletedAt: 0, sentAt: 11_000, node: 'node2', status: 401 }],
    executions: [1, 2].map((n) => ({
      n,
      node: 'node1',
      sentAt: 0,
      endedAt: 50,
      status: 202,
      executionId: `exe_${n}`,
    })),
    outcomes: [1, 2].map((n) => ({ n, executionId: `exe_${n}`, status: 'confirmed' })),
    chain: [1, 2].map((n) => ({ n, nonce: n, hash: `0x${n}` })),
    campaigns: [
      {
        domain: 'one.example',
        leads: 3,
        priceMicros: 100,
        limits: [{ micros: 200, askedAt: 0, acknowledged: true }],
        reads: [{ spentMicros: 100, reservedMicros: 100, sentAt: 10, node: 'node1' }],
        end: {
          status: 'paused',
          pauseReason: 'budget',
          spentMicros: 200,
          messages: ['sent', 'sent', 'pending'].map((status, i) => ({
            to: `lead${i}@one.example`,
            status,
            failureCode: null,
          })),
        },
      },
    ],
    mails: [0, 1].map((i) => ({ to: `lead${i}@one.example`, at: 20 + i })),
    unexpected: [],
    unproven: [],
    faults: [],
  };
}

const receivers: Receiver[] = [
  { name: 'all', types: ['load.tick', 'lane.step'], from: -1, ordered: false },
  { name: 'in-order', types: ['lane.step'], from: -1, ordered: true },
];

test('one violation of each kind, added to a correct record, is reported as that kind', () => {
  expect(checkHistory(wholeRecord(), receivers)).toEqual([]);
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const seeded = seedViolations(wholeRecord(), receivers, () => random.next());
    expect(seeded.filter(({ isTold }) => isTold !== true)).toEqual([]);
    expect(new Set(seeded.map(({ kind }) => kind))).toEqual(new Set(seededKinds));
  }
});
