import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { callerOf } from '../../../../kit/http/testing/call-api.ts';
import { required } from '../../../../kit/required.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
let leads: { id: string }[];
let traceId: string;

beforeAll(async () => {
  service = await startTestService();
  const key = await service.addKey('events');
  client = new OutreachClient(service, key);
  await client.import('email,title\na@acme.test,CTO\nb@acme.test,CFO\n');
  leads = (await client.get('/leads')).body.leads;
  for (const { id } of [...leads, firstLead()]) {
    const scored = await client.call('POST', `/leads/${id}/score`);
    traceId = scored.body.trace_id;
  }
  // A client's own event of the same type does not belong to the platform.
  const data = { lead_id: firstLead().id };
  await callerOf(service.address, key)('POST', '/v1/events', { type: 'lead.scored', source: 'me', data });
});
afterAll(() => service.stop());

const firstLead = () => required(leads[0], 'the first lead');

test('events are found by type, each name of a fact, lead and time, with exact totals', async () => {
  const total = async (query: string) => (await client.get(`/events${query}`)).body.total;
  expect(await total('')).toBe(4);
  expect(await total('?type=lead.*')).toBe(4);
  expect(await total('?type=lead.scored')).toBe(3);
  expect(await total('?type=lead.imported')).toBe(1);
  expect(await total('?type=outreach.*')).toBe(0);
  expect(await total(`?lead_id=${firstLead().id}`)).toBe(2);
  expect(await total('?from=2100-01-01T00:00:00Z')).toBe(0);
  const { body } = await client.get(`/events?lead_id=${firstLead().id}&limit=1`);
  expect(body).toMatchObject({ total: 2, has_more: true, limit: 1 });
  expect(body.events[0]).toMatchObject({
    type: 'lead.scored',
    lead_id: firstLead().id,
    data: { previous_score: expect.any(Number) },
  });
});

test.each([
  ['/events?type=lead', 'invalid_event_type', 'type'],
  ['/events?lead_id=x', 'invalid_request', 'lead_id'],
  ['/events?from=2026-02-01&to=2026-01-01', 'invalid_request', 'from'],
  ['/economics/costs?group_by=planet', 'invalid_group_by', 'group_by'],
  ['/economics/costs?from=2026-02-01&to=2026-01-01', 'invalid_request', 'from'],
])('%s is refused with %s', async (path, code, field) => {
  const { status, body } = await client.get(path);
  expect([status, body.error.code, body.error.field]).toEqual([400, code, field]);
});

test('a cursor continues where a page ended, whatever is published in between', async () => {
  const first = (await client.get('/events?limit=2')).body;
  expect([first.has_more, typeof first.next_cursor]).toEqual([true, 'string']);
  await client.call('POST', '/campaigns', { name: 'Meanwhile' });
  const seen = first.events.map(({ event_id }: { event_id: string }) => event_id);
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const { body } = await client.get(`/events?limit=2&cursor=${cursor}`);
    seen.push(...body.events.map(({ event_id }: { event_id: string }) => event_id));
    expect(body.has_more).toBe(body.next_cursor !== null);
    cursor = body.next_cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(first.total);
  expect((await client.get('/events?cursor=x')).body.error.field).toBe('cursor');
});

test('a trace has one root, and its children are within its time', async () => {
  const { status, body } = await client.get(`/traces/${traceId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ trace_id: traceId, lead_id: firstLead().id, span_count: 3, status: 'ok' });
  expect(body.spans.filter((span: { parent_span_id: null }) => span.parent_span_id === null)).toHaveLength(1);
  for (const span of body.spans) {
    expect(span.start_time >= body.started_at && span.end_time <= body.ended_at).toBe(true);
    expect(span.span_id).toMatch(/^[0-9a-f]{16}$/);
  }
  const otlp = (await client.get(`/traces/${traceId}?format=otlp`)).body;
  expect(otlp.resourceSpans[0].scopeSpans[0].spans).toHaveLength(3);
  expect((await client.get(`/traces/${'ab'.repeat(16)}`)).status).toBe(404);
});

test('the costs of an organization without spending are zero', async () => {
  const zero = { ai_inference_usd: 0, data_enrichment_usd: 0, channel_costs_usd: 0, total_usd: 0 };
  for (const groupBy of ['agent', 'campaign', 'day']) {
    expect((await client.get(`/economics/costs?group_by=${groupBy}`)).body).toMatchObject({
      group_by: groupBy,
      totals: zero,
      groups: [],
    });
  }
});
