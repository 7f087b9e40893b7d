import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const publish = (datas: object[], fields: object = {}, orgId = org.orgId) =>
  server.appender.appendAll(
    datas.map((data) => ({ orgId, type: 'order.made', source: 'shop', data, ...fields })),
  );

async function ask(parameters: Record<string, string | number>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  const answer = await server.get(org, `/v1/events/search?${search}`);
  return { status: answer.statusCode, body: answer.json() };
}

const numbersOf = ({ events }: { events: { data: { n: number } }[] }) => events.map(({ data }) => data.n);

test('finds events by a value in their payload, newest first, and only in the own organization', async () => {
  await publish([
    { n: 1, order: { id: 1001 } },
    { n: 2, order: { id: '1001' } },
    { n: 3, order: { id: 1002 } },
    { n: 4, order: { id: 1001.0 }, items: [{ sku: 'A-7' }] },
  ]);
  const other = await server.addOrganization();
  await publish([{ n: 5, order: { id: 1001 } }], {}, other.orgId);
  const { status, body } = await ask({ payload: 'data.order.id=1001' });
  expect({ status, found: numbersOf(body) }).toEqual({ status: 200, found: [4, 2, 1] });
  expect(body).toMatchObject({ total: 3, has_more: false, coverage: { complete: true, looked_at: 4 } });
  expect(numbersOf((await ask({ payload: 'data.items.0.sku=A-7' })).body)).toEqual([4]);
  expect(numbersOf((await ask({ payload: 'data.order.id=77' })).body)).toEqual([]);
});

test('finds events by several values at once, each with its own path', async () => {
  await publish([
    { n: 1, order: 7, note: 'a & b' },
    { n: 2, order: 7, note: 'a & data' },
    { n: 3, order: 8, note: 'a & b' },
    { n: 4, order: 7.0, note: 'a & b', items: [{ sku: 'A-7' }] },
  ]);
  const found = async (payload: string) => numbersOf((await ask({ payload })).body);
  expect(await found('data.order=7 & data.note=a & b')).toEqual([4, 1]);
  expect(await found('data.note=a & data')).toEqual([2]);
  expect(await found('data.order=7 & data.note=a & b & data.items.0.sku=A-7')).toEqual([4]);
  expect(await found('data.order=7 & data.note=c')).toEqual([]);
  const first = await ask({ payload: 'data.order=7 & data.note=a & b', limit: 1 });
  expect(first.body).toMatchObject({ total: 1, has_more: true });
  const { next_cursor: cursor } = first.body;
  const rest = await ask({ payload: 'data.order=7 & data.note=a & b', limit: 1, cursor });
  expect(numbersOf(rest.body)).toEqual([1]);
  expect((await ask({ payload: 'data.order=7', cursor })).status).toBe(400);
  for (const payload of ['data.order=7 & data.=1', Array(6).fill('data.n=1').join(' & ')]) {
    const refused = await ask({ payload });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'payload']);
  }
});

test('only searches events that match the other filters', async () => {
  await publish([{ n: 1, id: 7 }]);
  await publish([{ n: 2, id: 7 }], { type: 'order.paid', metadata: { correlationId: 'c-1' } });
  expect(numbersOf((await ask({ payload: 'data.id=7', type: 'order.paid' })).body)).toEqual([2]);
  expect((await ask({ payload: 'data.id=7', correlationId: 'c-1' })).body.coverage.looked_at).toBe(1);
});

test('pages neither overlap nor skip an event while others arrive, and a cursor belongs to its filters', async () => {
  await publish(Array.from({ length: 30 }, (_, n) => ({ n, is: n % 3 === 0 })));
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await ask({ payload: 'data.is=true', limit: 4, ...(cursor && { cursor }) });
    seen.push(...numbersOf(body));
    expect(body.total).toBe(seen.length);
    cursor = body.next_cursor;
    await publish([{ n: 100, is: true }]);
  } while (cursor !== undefined);
  expect(seen).toEqual([27, 24, 21, 18, 15, 12, 9, 6, 3, 0]);
  const { body } = await ask({ payload: 'data.is=true', limit: 4 });
  const strange = await ask({ payload: 'data.is=false', limit: 4, cursor: body.next_cursor });
  expect(strange).toMatchObject({ status: 400, body: { error: { field: 'cursor' } } });
});

test('skips matches on request', async () => {
  await publish(Array.from({ length: 5 }, (_, n) => ({ n, is: true })));
  const { body } = await ask({ payload: 'data.is=true', limit: 2, offset: 1 });
  expect({ found: numbersOf(body), offset: body.offset }).toEqual({ found: [3, 2], offset: 1 });
  const rest = await ask({ payload: 'data.is=true', cursor: body.next_cursor });
  expect(numbersOf(rest.body)).toEqual([1, 0]);
});

test.each([
  ['payload', { payload: 'order=1' }],
  ['payload', { payload: 'data.id' }],
  ['type', { payload: 'data.id=1', type: 'Not A Type' }],
  ['cursor', { payload: 'data.id=1', cursor: 'x' }],
])('an invalid %s is refused, naming the field', async (field, parameters) => {
  const { status, body } = await ask(parameters as Record<string, string>);
  expect({ status, field: body.error.field }).toEqual({ status: 400, field });
});

test('without a payload condition every event that matches the filters is found', async () => {
  await publish([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(numbersOf((await ask({ type: 'order.*' })).body)).toEqual([3, 2, 1]);
  expect(numbersOf((await ask({ type: 'order.*', offset: 2 })).body)).toEqual([1]);
});

test('one request checks at most 10,000 events, and the next one continues from there', async () => {
  await publish([{ n: 0, is: true }]);
  for (let batch = 0; batch < 21; batch++) {
    await publish(Array.from({ length: 500 }, () => ({ n: 1 })));
  }
  const { body: first } = await ask({ payload: 'data.is=true' });
  expect(first).toMatchObject({ events: [], coverage: { complete: false, looked_at: 10_000 } });
  const { body: second } = await ask({ payload: 'data.is=true', cursor: first.next_cursor });
  expect(numbersOf(second)).toEqual([0]);
  expect(second.coverage).toEqual({ complete: true, looked_at: 501 });
}, 60_000);
