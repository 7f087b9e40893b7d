import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { only } from '../kit/db/index.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import {
  type OtlpCollector,
  type OtlpSpan,
  startOtlpCollector,
} from '../kit/observability/testing/otlp-collector.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

/** A receiver that records the headers of its requests, and refuses the given number of them. */
async function openReceiver() {
  const got: { headers: IncomingHttpHeaders; type: string }[] = [];
  const state = { refusals: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { event, type } = JSON.parse(Buffer.concat(chunks).toString()) as { event?: string; type?: string };
    got.push({ headers: request.headers, type: event ?? type ?? '' });
    response.writeHead(state.refusals-- > 0 ? 500 : 204).end();
  });
  const { origin } = await listen(server);
  return {
    url: `${origin}/hook`,
    got,
    state,
    close: () => server.close(),
  };
}

let collector: OtlpCollector;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let service: TestService;
beforeAll(async () => {
  collector = await startOtlpCollector();
  receiver = await openReceiver();
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('/v1/traces', ''),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    WEBHOOK_RETRY_DELAYS: '0,1,1',
    SIMULATE_NETWORKS: 'off',
  });
  const subscription = { secret: 'shh', name: 'Traced', url: receiver.url, events: ['traced.*'] };
  expect((await service.call('POST', '/v1/webhooks/subscriptions', subscription)).status).toBe(201);
  const workflow = {
    name: 'Traced',
    trigger: { type: 'traced.begun' },
    actions: [{ action: 'events.publish', input: { type: 'traced.done', data: {} } }],
  };
  expect((await service.call('POST', '/v1/workflows', workflow)).status).toBe(201);
});
afterAll(async () => {
  await service?.stop();
  receiver?.close();
  collector?.close();
});

const spansOf = (traceId: string) =>
  collector.received.flatMap(({ spans }) => spans).filter((span) => span.traceId === traceId);

async function publish(type: string, flags = '01') {
  const traceId = randomBytes(16).toString('hex');
  const parentId = randomBytes(8).toString('hex');
  const body = { type, source: 'test', data: {} };
  const headers = { traceparent: `00-${traceId}-${parentId}-${flags}` };
  expect((await service.call('POST', '/v1/events', body, headers)).status).toBe(201);
  return { traceId, parentId };
}

const byName = (spans: OtlpSpan[], name: string) => spans.filter((span) => span.name === name);

describe('a trace', () => {
  test('leads from the request through the statement, the delivery and the workflow to the receiver', async () => {
    const { traceId, parentId } = await publish('traced.begun');
    await expect
      .poll(
        () =>
          spansOf(traceId)
            .map(({ name }) => name)
            .sort(),
        { timeout: 60_000 },
      )
      .toEqual(['POST /v1/events', 'append event', 'append event', 'deliver', 'deliver', 'run workflow']);
    const spans = spansOf(traceId);
    const request = only(byName(spans, 'POST /v1/events'));
    expect(request.parentSpanId).toBe(parentId);
    const appended = only(byName(spans, 'append event').filter((one) => one.parentSpanId === request.spanId));
    const run = only(byName(spans, 'run workflow'));
    expect(run.parentSpanId).toBe(appended.spanId);
    const second = only(byName(spans, 'append event').filter((one) => one.parentSpanId === run.spanId));
    const parents = byName(spans, 'deliver').map((one) => one.parentSpanId);
    expect(parents.sort()).toEqual([appended.spanId, second.spanId].sort());
    // The receiver gets the span of exactly that attempt.
    const handedOn = receiver.got.map(({ headers }) => headers.traceparent);
    for (const { spanId } of byName(spans, 'deliver'))
      expect(handedOn).toContain(`00-${traceId}-${spanId}-01`);
    const [first] = collector.received;
    expect(first?.headers['x-api-key']).toBe('of the collector');
    expect(JSON.stringify(first?.resource)).toContain('"deployment.environment.name"');
  });

  test('continues when a delivery is retried from the database', async () => {
    receiver.state.refusals = 1;
    const { traceId } = await publish('traced.refused');
    await expect.poll(() => byName(spansOf(traceId), 'deliver').length, { timeout: 60_000 }).toBe(2);
    const attempts = byName(spansOf(traceId), 'deliver');
    const codes = attempts.map(({ attributes, status }) => {
      const code = attributes.find(({ key }) => key === 'http.response.status_code')?.value.intValue;
      return [Number(code), status.code];
    });
    // Code 2 is an error.
    expect(codes.sort()).toEqual([
      [204, 0],
      [500, 2],
    ]);
    expect(new Set(attempts.map(({ parentSpanId }) => parentSpanId)).size).toBe(1);
  });

  test('that its caller does not sample is not exported, and the receiver is told so', async () => {
    const { traceId } = await publish('traced.unkept', '00');
    await expect
      .poll(() => receiver.got.some(({ headers }) => headers.traceparent?.includes(traceId)))
      .toBe(true);
    const handedOn = receiver.got.find(({ headers }) => headers.traceparent?.includes(traceId));
    expect(handedOn?.headers.traceparent).toMatch(/-00$/);
    // A later span that is sampled has arrived, so this one would have arrived too.
    const later = await publish('traced.kept');
    await expect.poll(() => byName(spansOf(later.traceId), 'deliver').length, { timeout: 60_000 }).toBe(1);
    expect(spansOf(traceId)).toEqual([]);
  });

  test('appears in OpenMetrics as an exemplar', async () => {
    const { traceId } = await publish('traced.seen');
    await expect.poll(() => byName(spansOf(traceId), 'deliver').length, { timeout: 60_000 }).toBe(1);
    const answer = await fetch(`${service.address}/metrics`, {
      headers: { accept: 'application/openmetrics-text; version=1.0.0' },
    });
    const text = await answer.text();
    for (const name of ['trivium_http_request_duration_seconds', 'trivium_delivery_response_seconds'])
      expect(text).toMatch(
        new RegExp(`^${name}_bucket\\{.*\\} \\d+ # \\{trace_id="[0-9a-f]{32}"\\} [\\d.e-]+ \\d+`, 'm'),
      );
  });

  test('starts anew if the header is invalid', async () => {
    const body = { type: 'traced.odd', source: 'test', data: {} };
    const headers = { traceparent: 'no-trace' };
    expect((await service.call('POST', '/v1/events', body, headers)).status).toBe(201);
    await expect
      .poll(() => receiver.got.some(({ type }) => type === 'traced.odd'), { timeout: 30_000 })
      .toBe(true);
    const got = receiver.got.find(({ type }) => type === 'traced.odd');
    expect(got?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

test('without a collector no trace is recorded or passed on', async () => {
  const plain = await startTestService({ SIMULATE_NETWORKS: 'off' });
  try {
    const subscription = { secret: 'shh', name: 'Plain', url: receiver.url, events: ['plain.*'] };
    expect((await plain.call('POST', '/v1/webhooks/subscriptions', subscription)).status).toBe(201);
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const body = { type: 'plain.one', source: 'test', data: {} };
    expect((await plain.call('POST', '/v1/events', body, headers)).status).toBe(201);
    await expect
      .poll(() => receiver.got.some(({ type }) => type === 'plain.one'), { timeout: 30_000 })
      .toBe(true);
    const got = receiver.got.find(({ type }) => type === 'plain.one');
    expect(got?.headers).not.toHaveProperty('traceparent');
  } finally {
    await plain.stop();
  }
});
