import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventsServer, startEventsServer, type TestOrganization } from './events.fixture.ts';

let server: EventsServer;
let org: TestOrganization;

beforeAll(async () => {
  server = await startEventsServer();
  org = await server.addOrganization();
});
afterAll(() => server.close());

const event = { type: 'order.created', source: 'shop', data: { id: 1 } };
const publish = (body: unknown, headers?: Record<string, string>) =>
  server.post(org, '/v1/events', body, headers);
const read = async (eventId: string) => (await server.get(org, `/v1/events/${eventId}`)).body;

async function expectRefusal(body: unknown, status: number, code: string, field?: string) {
  const answer = await publish(body);
  expect([answer.statusCode, answer.json().error.code, answer.json().error.field]).toEqual([
    status,
    code,
    field,
  ]);
}

describe('a published event', () => {
  test('gets 201 with the fields of the interface, and can be read at once', async () => {
    const answer = await publish({ ...event, metadata: { correlationId: 'c-1', extra: [1] } });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'order.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'published',
      workflowsTriggered: 0,
    });
    const record = {
      eventId: answer.json().eventId,
      ...event,
      orgId: org.publicId,
      timestamp: answer.json().timestamp,
      metadata: { correlationId: 'c-1', extra: [1] },
    };
    const page = (await server.get(org, '/v1/events?correlationId=c-1')).json();
    expect(page).toMatchObject({ total: 1, offset: 0, limit: 20, has_more: false });
    expect(page.events).toEqual([record]);
    const one = await server.get(org, `/v1/events/${record.eventId}`);
    expect(one.json()).toEqual({ ...record, position: expect.any(Number) });
  });

  test('treats null as a missing value, for metadata and for its parts', async () => {
    const nothing = await publish({ ...event, metadata: null });
    expect(nothing.statusCode).toBe(201);
    expect(JSON.parse(await read(nothing.json().eventId))).toMatchObject({ metadata: {} });
    const metadata = { correlationId: null, userId: null, orgId: null, tags: null, own: null };
    const wide = `{"type":"a.b","source":"s","data":{"n":12345678901234567890,"x":null},"metadata":${JSON.stringify(metadata)}}`;
    for (const answer of [
      await publish({ ...event, data: { x: null }, metadata }),
      await publish({ ...event, data: { pad: 'x'.repeat(100_000), x: null }, metadata }),
      await publish(wide),
    ]) {
      expect(answer.statusCode).toBe(201);
      const record = JSON.parse(await read(answer.json().eventId));
      // The client's own values are stored unchanged.
      expect([record.metadata, record.data.x]).toEqual([{ own: null }, null]);
    }
    const batch = await server.post(org, '/v1/events/batch', { events: [{ ...event, metadata: null }] });
    expect(batch.statusCode).toBe(201);
    await expectRefusal({ ...event, data: null }, 400, 'invalid_request', 'data');
  });

  test('keeps data exactly: wide numbers, NUL, surrogates, __proto__ and deep nesting', async () => {
    const data = `{"wide":12345678901234567890.123456789,"nul":"\\u0000","lone":"\\ud800","__proto__":{"x":1},"deep":${'['.repeat(120)}${']'.repeat(120)}}`;
    const answer = await publish(`{"type":"a.b","source":"s","data":${data}}`);
    expect(answer.statusCode).toBe(201);
    expect(await read(answer.json().eventId)).toContain(`"data":${data},`);
  });

  test('gets the same id and timestamp when its request with a key is repeated after a crash', async () => {
    const { orgId } = await server.addOrganization();
    const eventId = 'evt_00000000000080008000000000000001';
    const wanted = { orgId, type: 'a.b', source: 's', data: { n: 1 }, eventId };
    const first = await server.appender.append(wanted);
    const again = await server.appender.append(wanted);
    expect(again).toMatchObject({ id: first.id, position: 0, occurredAt: first.occurredAt });
    await expect(server.appender.append({ ...wanted, data: { n: 2 } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await server.services.reader.sizeOf(orgId)).toBe(1);
  });

  test('is published once for any number of requests with one Idempotency-Key', async () => {
    const other = await server.addOrganization();
    const key = { 'idempotency-key': 'k-1' };
    const first = await server.post(other, '/v1/events', event, key);
    const again = await server.post(other, '/v1/events', event, key);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await server.services.reader.sizeOf(other.orgId)).toBe(1);
  });
});

describe('what is refused', () => {
  test.each(['type', 'source', 'data'])('a missing %s names the field', async (field) => {
    await expectRefusal({ ...event, [field]: undefined }, 400, 'missing_required_field', field);
  });

  test.each([
    ['order', 'Order.created', 'order..created', '.a.b', 'a.b.', 'a b.c', 'ä.b', '', `a.${'b'.repeat(254)}`],
    [1, null, true, [], {}, ['a.b']],
  ])('types that are not in dot notation', async (...types) => {
    for (const type of types) await expectRefusal({ ...event, type }, 400, 'invalid_event_type', 'type');
  });

  test.each([
    ['source', ''],
    ['source', 7],
    ['source', 'a\0b'],
    ['source', '\ud800'],
    ['source', 'x'.repeat(256)],
    ['data', []],
    ['data', null],
    ['data', 'text'],
    ['metadata', 'text'],
    ['metadata', []],
    ['metadata.correlationId', { correlationId: 'a\0' }],
    ['metadata.correlationId', { correlationId: 5 }],
    ['metadata.userId', { userId: 'x'.repeat(256) }],
    ['metadata.tags', { tags: 'a' }],
    ['metadata.tags', { tags: Array(101).fill('a') }],
    ['metadata.tags.1', { tags: ['a', 2] }],
  ])('a wrong value of %s: %j', async (field, value) => {
    await expectRefusal({ ...event, [field.replace(/\..*/, '')]: value }, 400, 'invalid_request', field);
  });

  test('a number too large for a double is kept exactly, but is not an object', async () => {
    const wide = '12345678901234567890';
    await expectRefusal(`{"type":"a.b","source":"s","data":${wide}}`, 400, 'invalid_request', 'data');
    const metadata = `{"type":"a.b","source":"s","data":{},"metadata":${wide}}`;
    await expectRefusal(metadata, 400, 'invalid_request', 'metadata');
    await expectRefusal(`{"type":${wide},"source":"s","data":{}}`, 400, 'invalid_event_type', 'type');
  });

  test('unknown fields in addition to the four', async () => {
    await expectRefusal({ ...event, extra: 1 }, 400, 'invalid_request', 'extra');
  });

  test('an organization in the metadata that is not that of the key', async () => {
    const other = await server.addOrganization();
    for (const orgId of [other.publicId, other.orgId, org.orgId, 'x']) {
      await expectRefusal({ ...event, metadata: { orgId } }, 403, 'forbidden', 'metadata.orgId');
    }
    expect((await publish({ ...event, metadata: { orgId: org.publicId } })).statusCode).toBe(201);
  });

  test('a body over 1,048,576 bytes, but not one of exactly that size', async () => {
    const shell = JSON.stringify({ ...event, data: { text: '' } });
    const bodyOf = (bytes: number) => shell.replace('""', `"${'x'.repeat(bytes - shell.length)}"`);
    await expectRefusal(bodyOf(1_048_577), 413, 'payload_too_large');
    expect((await publish(bodyOf(1_048_576))).statusCode).toBe(201);
  });

  test('a key without the scope', async () => {
    const reader = { ...org, token: `${org.orgId}/events:read` };
    expect((await server.post(reader, '/v1/events', event)).json().error.code).toBe('forbidden');
    const writer = { ...org, token: `${org.orgId}/events:write` };
    expect((await server.get(writer, '/v1/events')).json().error.code).toBe('forbidden');
  });
});

describe('a batch', () => {
  const batch = (target: TestOrganization, body: unknown, headers?: Record<string, string>) =>
    server.post(target, '/v1/events/batch', body, headers);

  test('is published completely, in order, at consecutive positions', async () => {
    const other = await server.addOrganization();
    const events = Array.from({ length: 500 }, (_, n) => ({ ...event, data: { n } }));
    const answer = await batch(other, { events });
    expect(answer.statusCode).toBe(201);
    const ids = answer.json().events.map(({ eventId }: { eventId: string }) => eventId);
    const { events: logged } = await server.services.reader.readRange(other.orgId, 0, 500);
    expect(logged.map(({ data }) => data)).toEqual(events.map(({ data }) => JSON.stringify(data)));
    expect(ids.map((id: string) => id.slice(4))).toEqual(logged.map(({ id }) => id.replaceAll('-', '')));
  });

  test('is refused completely because of one invalid event, which is named', async () => {
    const other = await server.addOrganization();
    for (const [wrong, code, field] of [
      [{ ...event, type: 'x' }, 'invalid_event_type', 'events.3.type'],
      [{ ...event, source: undefined }, 'missing_required_field', 'events.3.source'],
      [{ ...event, metadata: { orgId: org.publicId } }, 'forbidden', 'events.3.metadata.orgId'],
      [{ ...event, more: 1 }, 'invalid_request', 'events.3.more'],
    ] as const) {
      const answer = await batch(other, { events: [event, event, event, wrong, event] });
      expect(answer.json().error).toMatchObject({ code, field });
    }
    expect(await server.services.reader.sizeOf(other.orgId)).toBe(0);
  });

  test('is refused when empty or longer than 500', async () => {
    for (const events of [[], Array(501).fill(event)]) {
      expect((await batch(org, { events })).json().error).toMatchObject({
        code: 'invalid_request',
        field: 'events',
      });
    }
  });

  test('is published once with one Idempotency-Key', async () => {
    const other = await server.addOrganization();
    const key = { 'idempotency-key': 'b-1' };
    const first = await batch(other, { events: [event, event] }, key);
    const again = await batch(other, { events: [event, event] }, key);
    expect(again.body).toBe(first.body);
    expect(await server.services.reader.sizeOf(other.orgId)).toBe(2);
  });
});
