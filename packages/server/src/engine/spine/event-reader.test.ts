import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { factByKey, namesOf, primaryName } from '../catalog/index.ts';
import { writeFullChunks } from './chunk-writer.ts';
import type { EventFilter, NewEvent } from './index.ts';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';

// Small chunks: the log below has 39 of them, two blocks of the level above, and a tail.
const CHUNK = 256;
const EVENTS = 10_100;
const START_MS = Date.UTC(2026, 0, 1);

const fact = factByKey('execution_confirmed');
const types = [
  'order.created',
  'order.paid',
  'order.item.added',
  'user.created',
  'user.item.added',
  'rare.type.seen',
];
const sources = ['shop', 'billing', 'crm'];

interface Known {
  type: string;
  source: string;
  fact: string | null;
  correlationId: string | null;
  occurredAt: number;
}

let spine: TestSpine;
let orgId: string;
const log: Known[] = [];

// Deterministic random numbers, so that a failing run can be repeated.
let seed = 42;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** Times grow with the log, but with jitter, and the clock is set back by an hour once. */
function timeOf(position: number): number {
  const setBack = position > 6_000 ? 3_600_000 : 0;
  return START_MS + position * 1_000 + random(20_000) - setBack;
}

function randomEvent(): NewEvent {
  const correlationId = random(10) === 0 ? `c-${random(50)}` : undefined;
  const metadata = correlationId === undefined ? undefined : { correlationId };
  // The same type is published by a platform and by a client: only the first is also found by other names.
  if (random(8) === 0) {
    const isPlatform = random(2) === 0;
    return testEvent(orgId, {
      type: primaryName(fact),
      source: 'contracts',
      metadata,
      ...(isPlatform && { fact: fact.key }),
    });
  }
  const type = random(500) === 0 ? 'rare.type.seen' : required(types[random(5)], 'types[random(5)]');
  return testEvent(orgId, {
    type,
    source: required(sources[random(sources.length)], 'a source'),
    metadata,
  });
}

beforeAll(async () => {
  let nowMs = START_MS;
  spine = await startSpine({ chunkEvents: CHUNK, clock: { now: () => nowMs } });
  orgId = await spine.addOrganization();
  const stranger = await spine.addOrganization();
  while (log.length < EVENTS) {
    nowMs = timeOf(log.length);
    const events = Array.from({ length: 1 + random(30) }, randomEvent);
    await spine.appender.appendAll(events);
    for (const { type, source, fact: key, metadata } of events) {
      log.push({
        type,
        source,
        fact: key ?? null,
        correlationId: metadata?.correlationId ?? null,
        occurredAt: nowMs,
      });
    }
    await spine.appender.append(testEvent(stranger, { type: 'order.created', source: 'shop' }));
  }
});
afterAll(() => spine.close());

function naiveMatch(pattern: string[], type: string[]): boolean {
  if (pattern.length === 1 && pattern[0] === '*') return type.length >= 1;
  if (pattern.length === 0 || type.length === 0) return pattern.length === type.length;
  return (pattern[0] === '*' || pattern[0] === type[0]) && naiveMatch(pattern.slice(1), type.slice(1));
}

/** Checks every event, one by one. */
function naiveFind(filter: EventFilter, size: number): number[] {
  const found: number[] = [];
  for (let position = size - 1; position >= 0; position--) {
    const event = required(log[position], 'log[position]');
    const names = event.fact === null ? [event.type] : namesOf(fact);
    const { type, source, fromMs, toMs, correlationId } = filter;
    if (type !== undefined && !names.some((name) => naiveMatch(type.split('.'), name.split('.')))) continue;
    if (source !== undefined && event.source !== source) continue;
    if (fromMs !== undefined && event.occurredAt < fromMs) continue;
    if (toMs !== undefined && event.occurredAt > toMs) continue;
    if (correlationId !== undefined && event.correlationId !== correlationId) continue;
    found.push(position);
  }
  return found;
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const timeText = fc.oneof(
  fc.integer({ min: -1_000, max: EVENTS + 1_000 }).map((seconds) => START_MS + seconds * 1_000),
  // Exactly the time of an event, where inclusive and exclusive bounds differ.
  fc
    .integer({ min: 0, max: EVENTS - 1 })
    .map((position) => required(log[position], 'log[position]').occurredAt),
  fc.constantFrom(Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z') + 86_400_000),
);
const filterArbitrary: fc.Arbitrary<EventFilter> = fc.record({
  type: optional(
    fc.constantFrom(
      ...types,
      ...namesOf(fact),
      '*',
      '*.*',
      'order.*',
      '*.created',
      '*.item.*',
      'user.*.added',
      'contract.*',
      'execution.*',
      '*.*.*',
      'no.such',
    ),
  ),
  source: optional(fc.constantFrom(...sources, 'contracts', 'nobody')),
  fromMs: optional(timeText),
  toMs: optional(timeText),
  correlationId: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat(51).map((n) => `c-${n}`) },
  ),
});
const pageArbitrary = fc.record({
  offset: fc.oneof(fc.constant(0), fc.nat(100), fc.nat(EVENTS + 10)),
  limit: fc.integer({ min: 1, max: 100 }),
  asOf: optional(
    fc.oneof(
      fc.constant(EVENTS),
      fc.nat(EVENTS),
      fc.nat(Math.floor(EVENTS / CHUNK)).map((chunk) => chunk * CHUNK),
    ),
  ),
});

async function expectOracle(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(filterArbitrary, pageArbitrary, async (filter, page) => {
    const size = page.asOf ?? log.length;
    const expected = naiveFind(filter, size);
    const { offset, limit } = page;
    expect(await spine.services.reader.findPage(orgId, filter, page)).toEqual({
      total: expected.length,
      positions: expected.slice(offset, offset + limit),
      asOf: size,
    });
  });
  await fc.assert(property, { numRuns });
}

describe('any combination of filters finds the same as checking every event', () => {
  test('while nothing is indexed', () => expectOracle(100));

  test('while a part is indexed', async () => {
    const abort = new AbortController();
    const { rows: before } = await spine.pool.query(
      `insert into event_trees (org_id) values ($1) returning chunks`,
      [orgId],
    );
    expect(before).toEqual([{ chunks: 0 }]);
    const writing = writeFullChunks(spine.pool, orgId, {
      chunkEvents: CHUNK,
      wait: true,
      signal: abort.signal,
    });
    await expect
      .poll(async () => (await spine.pool.query('select chunks from event_trees')).rows[0].chunks)
      .toBeGreaterThan(10);
    abort.abort();
    await writing.catch(() => undefined);
    await expectOracle(150);
  });

  test('when every full chunk is indexed', async () => {
    await spine.services.integrator.integrateNow(orgId);
    const { rows } = await spine.pool.query(
      `select (select chunks from event_trees where org_id = $1) as chunks,
         (select max(level) from event_counts where org_id = $1) as level`,
      [orgId],
    );
    expect(rows).toEqual([{ chunks: Math.floor(log.length / CHUNK), level: 1 }]);
    await expectOracle(600);
  });
});

test('a log that is smaller than the requested size is reported', async () => {
  const page = { offset: 0, limit: 10, asOf: log.length + 1 };
  expect(await spine.services.reader.findPage(orgId, {}, page)).toBeUndefined();
});

test('a range contains what matches in it, in order, in parts of limited size', async () => {
  const found: number[] = [];
  for (let position = 100; position < 5_000; ) {
    const { events, next } = await spine.services.reader.readRange(orgId, position, 5_000);
    expect(events.length).toBeLessThanOrEqual(500);
    expect(next).toBeGreaterThan(position);
    found.push(...events.map((event) => event.position));
    position = next;
  }
  expect(found).toEqual(Array.from({ length: 4_900 }, (_, i) => 100 + i));
});

test('large events are read a few at a time, and completely', async () => {
  const org = await spine.addOrganization();
  const text = 'x'.repeat(700_000);
  await spine.appender.appendAll(Array.from({ length: 8 }, () => testEvent(org, { data: { text } })));
  const positions = [7, 6, 5, 4, 3, 2, 1, 0];
  const read = (await spine.services.reader.readPositions(org, positions)).map(({ position }) => position);
  expect(read).toEqual([7, 6, 5]);
  const { events, next } = await spine.services.reader.readRange(org, 0, 8);
  expect(events.map(({ position }) => position)).toEqual([0, 1, 2]);
  expect(next).toBe(3);
});
