import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { only } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { createAddressPolicy, createGuardedClient, type GuardedClient } from '../../../../kit/net/index.ts';
import {
  type OtlpCollector,
  startOtlpCollector,
} from '../../../../kit/observability/testing/otlp-collector.ts';
import { required } from '../../../../kit/required.ts';
import { queueNewSpans } from './export-queue.repository.ts';
import { recordSpans, type Span } from './span.repository.ts';
import { SpanExporter } from './span-exporter.ts';
import { formatTraceId, newSpanId, newTraceId, rootSpanIdOf } from './trace-ids.ts';

let opened: OpenDatabase;
let db: AnyDatabase;
let client: GuardedClient;
let collector: OtlpCollector;
let exporter: SpanExporter | undefined;
const warnings: { fields: object; message: string }[] = [];
const orgId = newUuid();

beforeAll(async () => {
  opened = await openDatabase();
  ({ db } = opened);
  const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
  client = createGuardedClient({ policy, userAgent: 'test' });
  collector = await startOtlpCollector();
});
afterAll(async () => {
  await client.close();
  collector.close();
  await opened.close();
});
beforeEach(() => {
  collector.received = [];
  collector.answers = [];
  warnings.length = 0;
});
afterEach(async () => {
  await exporter?.stop();
  exporter = undefined;
  await sql`delete from trace_export_queue`.execute(db);
});

async function start(more: { maxWaiting?: number; everyMs?: number } = {}): Promise<void> {
  exporter = new SpanExporter({
    db,
    client,
    collector: { url: collector.url, headers: { 'x-api-key': 'k' } },
    log: { warn: (fields, message) => void warnings.push({ fields, message }) },
    onError: (error) => {
      throw error;
    },
    everyMs: 20,
    ...more,
  });
  await exporter.start();
}

const span = (traceId: string, more: Partial<Span> = {}): Span => ({
  traceId,
  spanId: newSpanId(),
  name: 'smtp.send',
  kind: 'client',
  startedAtMs: 1_760_000_000_000.25,
  durationMs: 12.5,
  status: 'ok',
  ...more,
});
const spans = () => collector.received.flatMap((one) => one.spans);
const waiting = async () =>
  only((await sql<{ n: number }>`select count(*)::int as n from trace_export_queue`.execute(db)).rows).n;

test('every span is sent in the format of the protocol, once, in one trace', async () => {
  await start();
  const [traceId, campaignId] = [newTraceId(), newUuid()];
  const sent = span(traceId, {
    campaignId,
    costMicros: 100,
    attributes: { 'server.address': 'mx', 'trivium.attempt': 1, share: 0.5, fine: true, list: ['a'] },
    events: [{ name: 'accepted', timeMs: 1_760_000_000_001 }],
  });
  const failed = span(traceId, {
    campaignId,
    parentSpanId: sent.spanId,
    status: 'error',
    statusMessage: 'refused',
  });
  await recordSpans(db, orgId, [sent, failed]);
  await vi.waitFor(() => expect(spans()).toHaveLength(3));
  await recordSpans(db, orgId, [span(traceId, { name: 'track.open' })]);
  await vi.waitFor(() => expect(spans()).toHaveLength(4));
  // They leave the queue after the collector has confirmed them.
  await vi.waitFor(async () => expect(await waiting()).toBe(0));

  const found = spans();
  const root = found.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(root).toHaveLength(1);
  expect(root[0]).toMatchObject({ name: 'outreach', spanId: rootSpanIdOf(traceId) });
  for (const one of found) {
    expect(one.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(one.traceId).toBe(formatTraceId(traceId));
    expect(one.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(one.kind).toBeGreaterThanOrEqual(1);
    expect(BigInt(one.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(one.startTimeUnixNano));
    expect([0, 1, 2]).toContain(one.status.code);
  }
  const told = required(
    found.find(({ spanId }) => spanId === sent.spanId),
    'the span',
  );
  expect(told).toMatchObject({
    kind: 3,
    parentSpanId: rootSpanIdOf(traceId),
    startTimeUnixNano: '1760000000000250000',
    endTimeUnixNano: '1760000000012750000',
    events: [{ name: 'accepted', timeUnixNano: '1760000000001000000' }],
  });
  expect(told.attributes).toEqual(
    expect.arrayContaining([
      { key: 'server.address', value: { stringValue: 'mx' } },
      { key: 'trivium.attempt', value: { intValue: '1' } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'fine', value: { boolValue: true } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
      { key: 'trivium.cost_usd', value: { doubleValue: 0.0001 } },
      { key: 'outreach.campaign.id', value: { stringValue: `cmp_${campaignId.replaceAll('-', '')}` } },
    ]),
  );
  expect(found.find(({ spanId }) => spanId === failed.spanId)?.status).toEqual({
    code: 2,
    message: 'refused',
  });
  expect(collector.received[0]?.headers).toMatchObject({
    'x-api-key': 'k',
    'content-type': 'application/json',
  });
  expect(collector.received[0]?.resource).toMatchObject({
    attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'trivium' } }]),
  });
});

test('while the collector is down spans wait in the database, survive a restart, and are sent completely', async () => {
  collector.answers = [{ status: 503 }, { status: 429, headers: { 'retry-after': '60' } }];
  await start();
  const traceId = newTraceId();
  await recordSpans(db, orgId, [span(traceId)]);
  await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0));
  expect([spans().length, await waiting()]).toEqual([0, 1]);
  await exporter?.stop();
  await recordSpans(db, orgId, [span(traceId)]);
  collector.answers = [];
  await start();
  await vi.waitFor(() => expect(spans()).toHaveLength(3));
  expect(spans().filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
});

test('a span whose transaction is rolled back is not sent', async () => {
  await start();
  await db
    .transaction()
    .execute(async (tx) => {
      await recordSpans(tx, orgId, [span(newTraceId(), { name: 'never.was' })]);
      throw new Error('taken back');
    })
    .catch(() => {});
  await recordSpans(db, orgId, [span(newTraceId(), { name: 'was' })]);
  await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain('was'));
  expect(spans().map(({ name }) => name)).not.toContain('never.was');
});

test('spans that the collector refuses for good are dropped and logged, and the rest is sent', async () => {
  collector.answers = [
    { status: 400 },
    { status: 200, body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}' },
  ];
  await start();
  await recordSpans(db, orgId, [span(newTraceId(), { name: 'refused' })]);
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  await recordSpans(db, orgId, [span(newTraceId(), { name: 'taken' })]);
  await vi.waitFor(() => expect(warnings).toHaveLength(2));
  expect(spans().map(({ name }) => name)).not.toContain('refused');
  expect(warnings[1]?.fields).toEqual({ rejectedSpans: '2', errorMessage: 'too old' });
  expect(await waiting()).toBe(0);
});

test('the number of waiting spans is limited: the oldest are dropped, and logged', async () => {
  await queueNewSpans(db);
  const traceId = newTraceId();
  await recordSpans(
    db,
    orgId,
    Array.from({ length: 30 }, (_, i) => span(traceId, { name: `n${i}` })),
  );
  await start({ maxWaiting: 10 });
  await vi.waitFor(() => expect(spans()).toHaveLength(11));
  expect(warnings[0]?.fields).toEqual({ dropped: 20 });
});

test('without a collector nothing is queued', async () => {
  await start();
  await exporter?.stop();
  exporter = new SpanExporter({
    db,
    client,
    collector: undefined,
    log: { warn: () => {} },
    onError: () => {},
  });
  await exporter.start();
  await recordSpans(db, orgId, [span(newTraceId())]);
  expect(await waiting()).toBe(0);
});

test('of two nodes only one sends each span', async () => {
  await start();
  const first = required(exporter, 'the exporter');
  await start();
  const traceIds = Array.from({ length: 40 }, () => newTraceId());
  await Promise.all(traceIds.map((traceId) => recordSpans(db, orgId, [span(traceId), span(traceId)])));
  await vi.waitFor(() => expect(spans()).toHaveLength(120));
  await first.stop();
  expect(new Set(spans().map(({ traceId, spanId }) => traceId + spanId)).size).toBe(120);
});
