import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { factByKey, namesOf, primaryName } from '../../engine/catalog/index.ts';
import { only } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { type EventsServer, startEventsServer, type TestOrganization } from './events.fixture.ts';

let server: EventsServer;
let org: TestOrganization;

beforeAll(async () => {
  server = await startEventsServer({ chunkEvents: 256 });
});
beforeEach(async () => {
  org = await server.addOrganization();
});
afterAll(() => server.close());

interface Page {
  events: { eventId: string; type: string; data: { n: number } }[];
  total: number;
  offset: number;
  limit: number;
  has_more: boolean;
  as_of: number;
  next_cursor?: string;
}

async function query(parameters: Record<string, string | number> = {}): Promise<Page> {
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await server.get(org, `/v1/events?${search}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function expectRefusal(search: string, status: number, code: string, field: string) {
  const answer = await server.get(org, `/v1/events?${search}`);
  expect([answer.statusCode, answer.json().error.code, answer.json().error.field]).toEqual([
    status,
    code,
    field,
  ]);
}

const publish = (first: number, count: number, fields: object = {}) =>
  server.appender.appendAll(
    Array.from({ length: count }, (_, i) => ({
      orgId: org.orgId,
      type: 'test.happened',
      source: 'test',
      data: { n: first + i },
      ...fields,
    })),
  );

describe('a page', () => {
  test('has the newest events first, with an exact total', async () => {
    await publish(0, 45);
    const page = await query();
    expect(page.events.map(({ data }) => data.n)).toEqual(Array.from({ length: 20 }, (_, i) => 44 - i));
    expect(page).toMatchObject({ total: 45, offset: 0, limit: 20, has_more: true, as_of: 45 });
    const last = await query({ offset: 40 });
    expect(last.events.map(({ data }) => data.n)).toEqual([4, 3, 2, 1, 0]);
    expect(last.has_more).toBe(false);
    expect(last.next_cursor).toBeUndefined();
    expect(await query({ offset: 2_147_483_647 })).toMatchObject({ events: [], total: 45, has_more: false });
  });

  test('has at most 100 events, and says so', async () => {
    await publish(0, 120);
    const page = await query({ limit: 5000 });
    expect(page.limit).toBe(100);
    expect(page.events).toHaveLength(100);
  });

  test('of an organization without events is empty, and shows no events of others', async () => {
    await publish(0, 3);
    org = await server.addOrganization();
    expect(await query()).toEqual({ events: [], total: 0, offset: 0, limit: 20, has_more: false, as_of: 0 });
  });

  test('of large events is complete', async () => {
    const text = 'x'.repeat(900_000);
    await publish(0, 6, { data: { n: 1, text } });
    const answer = await server.get(org, '/v1/events?limit=6');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const page: Page = answer.json();
    expect(page).toMatchObject({ total: 6, has_more: false });
    expect(page.events.map(({ data }) => (data as unknown as { text: string }).text.length)).toEqual(
      Array(6).fill(900_000),
    );
  });

  test('by cursor neither overlaps others nor skips events while events arrive', async () => {
    await publish(0, 700);
    await server.services.integrator.integrateNow(org.orgId);
    let isReading = true;
    let written = 700;
    const write = async () => {
      while (isReading) {
        await publish(written++, 1);
        if (written % 50 === 0) await server.services.integrator.integrateNow(org.orgId);
      }
    };
    const read = async (type: string) => {
      const seen: number[] = [];
      let page = await query({ limit: 37, type });
      const { as_of: size } = page;
      for (;;) {
        seen.push(...page.events.map(({ data }) => data.n));
        expect(page).toMatchObject({ total: size, as_of: size });
        if (page.next_cursor === undefined) break;
        page = await query({ limit: 37, type, cursor: page.next_cursor });
      }
      expect(seen).toEqual(Array.from({ length: size }, (_, i) => size - 1 - i));
    };
    const reads = Promise.all([read('*'), read('test.*'), read('test.happened')]).finally(() => {
      isReading = false;
    });
    await Promise.all([reads, write()]);
    expect(written).toBeGreaterThan(700);
  });

  test('by offset with the same as_of does not shift either', async () => {
    await publish(0, 30);
    const { as_of } = await query();
    await publish(30, 10);
    expect((await query({ as_of, offset: 25 })).events.map(({ data }) => data.n)).toEqual([4, 3, 2, 1, 0]);
    expect((await query({ as_of })).total).toBe(30);
    expect((await query()).total).toBe(40);
  });
});

describe('filters', () => {
  test('find events of a platform by each name of their fact, and no others', async () => {
    const fact = factByKey('execution_confirmed');
    const type = primaryName(fact);
    await publish(0, 2, { type, source: 'contracts', fact: fact.key });
    await publish(2, 3, { type, source: 'a client' });
    for (const name of namesOf(fact)) expect((await query({ type: name })).total).toBe(name === type ? 5 : 2);
    expect((await query({ type: 'execution.*' })).events.map((event) => event.type)).toEqual([type, type]);
    expect((await query({ type: 'execution.*', source: 'a client' })).total).toBe(0);
  });

  test('treat from and to as inclusive, with any offset from UTC', async () => {
    const { occurredAt } = only(await publish(0, 1));
    const at = new Date(occurredAt).toISOString();
    const before = new Date(occurredAt - 1).toISOString();
    const after = new Date(occurredAt + 1).toISOString();
    const inTokyo = `${new Date(occurredAt + 9 * 3_600_000).toISOString().slice(0, -1)}+09:00`;
    for (const [from, to, total] of [
      [at, at, 1],
      [inTokyo, inTokyo, 1],
      [before, after, 1],
      [after, '9999-12-31T23:59:59Z', 0],
      ['0001-01-01', before, 0],
      ['0001-01-01', '9999-12-31', 1],
    ] as const) {
      expect((await query({ from, to })).total).toBe(total);
    }
  });

  test('treat every character literally', async () => {
    for (const source of ['50%', "o'clock", 'a_b', '\\', '"', 'naïve ☃ 😀', '%', '_']) {
      await publish(0, 1, { source, metadata: { correlationId: source } });
      expect((await query({ source })).total).toBe(1);
      expect((await query({ correlationId: source })).total).toBe(1);
    }
    expect((await query({ source: 'a%b' })).total).toBe(0);
  });

  test('that name the key’s own organization have no effect', async () => {
    await publish(0, 2);
    expect((await query({ orgId: org.publicId })).total).toBe(2);
  });
});

describe('what is refused', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=99999999999999999999', 'offset'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['source=', 'source'],
    ['source=%00', 'source'],
    ['source=a&source=b', 'source'],
    [`source=${'x'.repeat(256)}`, 'source'],
    ['correlationId=', 'correlationId'],
    ['as_of=-1', 'as_of'],
    ['as_of=1', 'as_of'],
    ['unknown=1', 'unknown'],
    ['cursor=abc', 'cursor'],
    ['cursor=abc&offset=1', 'offset'],
    ['cursor=abc&as_of=0', 'as_of'],
  ])('?%s', (search, field) => expectRefusal(search, 400, 'invalid_request', field));

  test.each(['order', 'Order.*', 'a..b', '*a.b', 'a.%25', 'a%27b.c'])('?type=%s', (type) =>
    expectRefusal(`type=${type}`, 400, 'invalid_event_type', 'type'),
  );

  test('another organization', async () => {
    await expectRefusal(`orgId=${formatId('org', newUuid())}`, 403, 'forbidden', 'orgId');
    await expectRefusal('orgId=x', 403, 'forbidden', 'orgId');
  });

  test('a cursor with different filters', async () => {
    await publish(0, 30);
    const { next_cursor } = await query({ source: 'test' });
    await expectRefusal(`cursor=${next_cursor}`, 400, 'invalid_request', 'cursor');
    await expectRefusal(`cursor=${next_cursor}&source=other`, 400, 'invalid_request', 'cursor');
    expect((await query({ cursor: required(next_cursor, 'the cursor'), source: 'test' })).offset).toBe(20);
  });
});
