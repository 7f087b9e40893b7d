import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { factByKey, namesOf, primaryName } from '../../engine/catalog/index.ts';
import { required } from '../../kit/required.ts';
import { type EventsServer, startEventsServer, type TestOrganization } from './events.fixture.ts';

const MAX_STREAMS = 6;
let server: EventsServer;
let org: TestOrganization;
let port: number;

beforeAll(async () => {
  server = await startEventsServer({ maxStreams: MAX_STREAMS, heartbeatMs: 50, checkMs: 20 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
beforeEach(async () => {
  org = await server.addOrganization();
});
afterAll(() => server.close());

interface Frame {
  id: string | undefined;
  data: string | undefined;
}

/** Reads a stream like a browser. */
class Client {
  readonly response: IncomingMessage;
  readonly frames: Frame[] = [];
  text = '';
  lastEventId: string | undefined;
  ended: Promise<unknown>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.ended = once(response, 'close');
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    });
    response.on('error', () => {});
  }

  get positions(): number[] {
    return this.events.map(({ id }) => Number(id));
  }

  get events(): Frame[] {
    return this.frames.filter(({ data }) => data !== undefined);
  }

  close(): void {
    this.response.destroy();
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const frame = { id: field('id'), data: field('data') };
    if (frame.id !== undefined) this.lastEventId = frame.id;
    this.frames.push(frame);
  }
}

async function open(search = '', lastEventId?: string, token = org.token): Promise<Client> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const [response] = await once(get({ port, path: `/v1/events/stream${search}`, headers }), 'response');
  return new Client(response);
}

const publish = (count: number, fields: object = {}) =>
  server.appender.appendAll(
    Array.from({ length: count }, (_, n) => ({
      orgId: org.orgId,
      type: 'a.b',
      source: 's',
      data: { n },
      ...fields,
    })),
  );
const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

describe('a stream', () => {
  test('sends each event once, in the order of the log, over any number of reconnects with four writers', async () => {
    const COUNT = 1_200;
    const write = async (writer: number) => {
      for (let n = 0; n < COUNT / 4; n++) {
        await server.appender.append({ orgId: org.orgId, type: 'a.b', source: `w${writer}`, data: { n } });
      }
    };
    const follow = async (reconnectAfter: number) => {
      const seen: number[] = [];
      let lastEventId: string | undefined;
      while (seen.length < COUNT) {
        const client = await open('?from_position=0', lastEventId);
        const wanted = Math.min(reconnectAfter, COUNT - seen.length);
        await expect
          .poll(() => client.events.length, { interval: 5, timeout: 20_000 })
          .toBeGreaterThanOrEqual(wanted);
        client.close();
        seen.push(...client.positions);
        lastEventId = client.lastEventId;
      }
      expect(seen).toEqual(range(0, COUNT));
    };
    await Promise.all([...[0, 1, 2, 3].map(write), follow(37), follow(211), follow(COUNT)]);
  });

  test('starts with the next event, and sends the exact records of the log', async () => {
    await publish(3);
    const client = await open();
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    await publish(2);
    await expect.poll(() => client.positions).toEqual([3, 4]);
    client.close();
    const { events } = (await server.get(org, '/v1/events?limit=2')).json();
    expect(client.events.map(({ data }) => JSON.parse(required(data, 'the data')))).toEqual(events.reverse());
  });

  test('starts at a position, or after the last event that the client names', async () => {
    await publish(5);
    for (const [search, lastEventId, first] of [
      ['?from_position=0', undefined, 0],
      ['?from_position=3', undefined, 3],
      ['?from_position=0', '3', 4],
      ['', '1', 2],
    ] as const) {
      const client = await open(search, lastEventId);
      await expect.poll(() => client.positions).toEqual(range(first, 5));
      client.close();
    }
  });

  test('sends what matches its filters, old and new, by any name of a fact', async () => {
    const fact = factByKey('execution_confirmed');
    const mix = async () => {
      await publish(1, { type: primaryName(fact), source: 'contracts', fact: fact.key });
      await publish(1, { type: primaryName(fact), source: 'a client' });
      await publish(1, { source: 'other', metadata: { correlationId: 'c' } });
    };
    await mix();
    const clients = await Promise.all(
      [
        `?type=${namesOf(fact).at(-1)}`,
        '?type=execution.*',
        '?source=a+client',
        '?correlationId=c',
        '?to=2001-01-01',
      ].map((search) => open(`${search}&from_position=0`)),
    );
    await mix();
    const expected = [[0, 3], [0, 3], [1, 4], [2, 5], []];
    await expect.poll(() => clients.map(({ positions }) => positions)).toEqual(expected);
    for (const client of clients) client.close();
  });

  test('moves the client’s position past events that its filters leave out', async () => {
    const client = await open('?type=never.seen');
    await publish(7);
    await expect.poll(() => client.lastEventId).toBe('6');
    expect(client.events).toEqual([]);
    client.close();
  });

  test('keeps an idle connection alive', async () => {
    const client = await open();
    await expect.poll(() => client.text.match(/^: keep-alive$/gm)?.length ?? 0).toBeGreaterThan(2);
    client.close();
  });

  test('loses nothing for a slow client, and does not slow down others', async () => {
    const slow = await open('?from_position=0');
    slow.response.pause();
    const quick = await open('?from_position=0');
    const text = 'x'.repeat(20_000);
    for (let i = 0; i < 30; i++) await publish(20, { data: { text } });
    await expect.poll(() => quick.events.length, { timeout: 10_000 }).toBe(600);
    expect(slow.events.length).toBeLessThan(600);
    slow.response.resume();
    await expect.poll(() => slow.positions.length, { timeout: 10_000 }).toBe(600);
    expect(slow.positions).toEqual(range(0, 600));
    slow.close();
    quick.close();
  });
});

describe('a stream ends', () => {
  test('when its key is revoked', async () => {
    const token = `${org.orgId}/events:read`;
    const client = await open('', undefined, token);
    server.revoked.add(token);
    await client.ended;
    expect(client.response.complete).toBe(true);
  });

  test('in order when the service stops, after everything was sent', async () => {
    const stopping = await startEventsServer();
    const { port: otherPort } = await stopping.app
      .listen({ port: 0, host: '127.0.0.1' })
      .then(() => stopping.app.server.address() as AddressInfo);
    const { orgId, token } = await stopping.addOrganization();
    const headers = { authorization: `Bearer ${token}` };
    const [response] = await once(get({ port: otherPort, path: '/v1/events/stream', headers }), 'response');
    const client = new Client(response);
    await stopping.appender.append({ orgId, type: 'a.b', source: 's', data: {} });
    await expect.poll(() => client.positions).toEqual([0]);
    await stopping.close();
    await client.ended;
    expect(client.response.complete).toBe(true);
  });

  test('when the client disconnects, which frees its place', async () => {
    const clients = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open()));
    const refused = await server.get(org, '/v1/events/stream');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { open_streams: MAX_STREAMS },
    });
    expect(refused.headers['retry-after']).toBe('10');
    clients[0]?.close();
    await expect.poll(() => server.services.feed.readersOf(org.orgId)).toBe(MAX_STREAMS - 1);
    const again = await open();
    expect(again.response.statusCode).toBe(200);
    for (const client of [...clients, again]) client.close();
    await expect.poll(() => server.services.feed.readersOf(org.orgId)).toBe(0);
  });
});

describe('what is refused', () => {
  test.each([
    ['', 'x', 'Last-Event-ID'],
    ['', '-1', 'Last-Event-ID'],
    ['', '3', 'Last-Event-ID'],
    ['', '99999999999999999999', 'Last-Event-ID'],
    ['?from_position=4', undefined, 'from_position'],
    ['?from_position=-1', undefined, 'from_position'],
    ['?type=x', undefined, 'type'],
    ['?orgId=x', undefined, 'orgId'],
    ['?limit=3', undefined, 'limit'],
  ])('%s with Last-Event-ID %s', async (search, lastEventId, field) => {
    await publish(3);
    const client = await open(search, lastEventId);
    await client.ended;
    expect(client.response.statusCode).toBe(field === 'orgId' ? 403 : 400);
    expect(JSON.parse(client.text).error.field).toBe(field);
    expect(server.services.feed.readersOf(org.orgId)).toBe(0);
  });
});
