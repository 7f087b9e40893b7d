import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { OrderWitness } from './testing/order-witness.ts';
import { type Received, type Receiver, startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode({ retryDelaysSeconds: [0, 0.01, 0.01] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

interface Numbered {
  key: string;
  n: number;
}

const eventsIn = ({ body }: Received): Numbered[] =>
  JSON.parse(body.toString()).map(({ data }: { data: Numbered }) => data);
const numbersIn = (received: Received) => eventsIn(received).map(({ n }) => n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
const publishAll = (events: Numbered[]) =>
  node.appender.appendAll(events.map((data) => ({ orgId, type: 'a.b', source: 'test', data })));
const batches = (maxEvents: number, maxSeconds = 1) => ({ batch: { maxEvents, maxSeconds } });
const oneOrder = { path: [] };
const byKey = { path: ['key'] };

/** Events of several keys in turn. */
const ofKeys = (keys: number, each: number) =>
  upTo(keys * each).map((i) => ({ key: `key-${i % keys}`, n: Math.floor(i / keys) }));

/** Checks the order of each key over batches; fails the chosen requests. */
function watchOrder(fails: (request: number) => boolean) {
  const witness = new OrderWitness();
  let requests = 0;
  receiver.answerWith((received, response) => {
    const request = requests++;
    const latest = new Map(eventsIn(received).map(({ key, n }) => [key, n]));
    for (const key of latest.keys()) {
      const numbers = eventsIn(received).flatMap((one) => (one.key === key ? [one.n] : []));
      const first = required(numbers[0], 'the first of a batch');
      witness.arrived(key, first);
      const isWhole = numbers.every((n, i) => n === first + i);
      if (!isWhole) witness.faults.push(`${key}: a batch with ${numbers}`);
    }
    setTimeout(() => {
      const succeeds = !fails(request);
      for (const [key, n] of latest) witness.answered(key, n, succeeds);
      response.writeHead(succeeds ? 200 : 500).end();
    }, Math.random() * 4);
  });
  return witness;
}

test('all events in one order are sent in full batches, one at a time, and the rest after its wait', async () => {
  await node.subscribe(orgId, receiver.url, { ordering: oneOrder, receiver: batches(50) });
  await publishAll(upTo(230).map((n) => ({ key: '', n })));
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(receiver.received.map((one) => numbersIn(one).length)).toEqual([50, 50, 50, 50, 30]);
  expect(receiver.received.flatMap(numbersIn)).toEqual(upTo(230));
  expect(receiver.mostOpen).toBe(1);
});

test('a batch fills while it waits, and is sent as soon as it is full', async () => {
  await node.subscribe(orgId, receiver.url, { ordering: oneOrder, receiver: batches(6, 60) });
  for (const n of upTo(6)) await publishAll([{ key: '', n }]);
  const [received] = await receiver.arrived(1);
  expect(numbersIn(required(received, 'a batch'))).toEqual(upTo(6));
});

test('keys keep their order over two nodes, each with one batch in progress, although every fourth batch fails', async () => {
  const ids: string[] = [];
  const options = { otherNodeIds: () => ids, retryDelaysSeconds: Array(20).fill(0.01) };
  const other = await fixture.startNode(options);
  ids.push(node.nodeId, other.nodeId);
  const witness = watchOrder((request) => request % 4 === 1);
  const retry = { delays: Array(20).fill(0), timeoutSeconds: null, success: null };
  await node.subscribe(orgId, receiver.url, { ordering: byKey, receiver: { ...batches(20), retry } });
  await publishAll(ofKeys(5, 60));
  await eventually(() => node.queued(orgId), 40_000).toBe(0);
  expect(witness.faults).toEqual([]);
  expect(upTo(5).map((key) => witness.latest(`key-${key}`))).toEqual(Array(5).fill(59));
  expect(receiver.received.length).toBeLessThan(100);
  await other.stop();
}, 60_000);

test('failed events are retried first, the last attempt separately, and `block` holds later events', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { ordering: oneOrder, receiver: batches(3) });
  await publishAll(upTo(5).map((n) => ({ key: '', n })));
  const deadLetters = () => node.operations.deadLetters.list(orgId, {}, { limit: 5, offset: 0 });
  await eventually(async () => (await deadLetters()).total).toBe(1);
  expect(receiver.received.map(numbersIn)).toEqual([[0, 1, 2], [0, 1, 2], [0]]);
  const { attempts } = await node.operations.deliveryLog.list({ orgId, id }, {}, { limit: 20, offset: 0 });
  expect(attempts).toHaveLength(7);
  receiver.answerStatus(200);
  await node.operations.deadLetters.replayEvent(
    orgId,
    required((await deadLetters()).deadLetters[0], 'a dead letter').eventId,
  );
  await eventually(() => node.queued(orgId)).toBe(0);
  // 1 and 2 have one attempt left.
  expect(receiver.received.slice(3).flatMap(numbersIn)).toEqual([0, 1, 2, 3, 4]);
});

test('the batch of a dead node is sent again by another one, and late responses to the dead one settle nothing', async () => {
  let isFrozen = false;
  const dead: string[] = [];
  const lost = await fixture.startNode({ mayAct: () => !isFrozen });
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  await lost.subscribe(orgId, receiver.url, { ordering: oneOrder, receiver: batches(2, 60) });
  const events = upTo(4).map((n) => ({ orgId, type: 'a.b', source: 'test', data: { n } }));
  await lost.appender.appendAll(events);
  await receiver.arrived(1);
  isFrozen = true;
  dead.push(lost.nodeId);
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  heir.engine.reconcile();
  await receiver.arrived(2);
  required(open[0], 'the first')();
  await eventually(() => lost.engine.figures).toMatchObject({ inFlight: 0, unwritten: 0 });
  expect(await node.queued(orgId)).toBe(4);
  receiver.answerStatus(200);
  required(open[1], 'the second')();
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(receiver.received.map(numbersIn)).toEqual([
    [0, 1],
    [0, 1],
    [2, 3],
  ]);
  await Promise.all([lost.stop(), heir.stop()]);
}, 30_000);
