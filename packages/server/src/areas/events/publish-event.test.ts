import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventsServer, startEventsServer } from './events.fixture.ts';

let server: EventsServer;
let org: Awaited<ReturnType<EventsServer['addOrganization']>>;

beforeAll(async () => {
  server = await startEventsServer();
  org = await server.addOrganization();
});
afterAll(() => server.close());

function post(payload: string | Buffer, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/v1/events',
    headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json', ...headers },
    payload,
  });
}

function get(query: string) {
  return server.app.inject({ url: `/v1/events${query}`, headers: { authorization: `Bearer ${org.token}` } });
}

const event = { type: 'order.created', source: 'shop', data: { id: 1 } };

describe('publishing', () => {
  test('answers 201 with the fields of the interface, and the event can be read at once', async () => {
    const answer = await post(JSON.stringify({ ...event, metadata: { correlationId: 'c-1', extra: [1] } }));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'order.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'published',
      workflowsTriggered: 0,
    });
    const page = (await get('?correlationId=c-1')).json();
    expect(page).toMatchObject({ total: 1, offset: 0, limit: 20, has_more: false });
    expect(page.events).toEqual([
      {
        eventId: answer.json().eventId,
        type: 'order.created',
        source: 'shop',
        orgId: org.publicId,
        timestamp: answer.json().timestamp,
        data: { id: 1 },
        metadata: { correlationId: 'c-1', extra: [1] },
      },
    ]);
  });
});
