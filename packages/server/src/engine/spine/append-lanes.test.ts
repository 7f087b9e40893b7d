import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppendLanes, type Places, type WaitingByOrg } from './append-lanes.ts';
import type { PendingEvent } from './event.ts';

/** Lanes whose statements end on request; `rowsOf` says how many rows an event of an organization causes. */
function lanesOf(rowsOf: Record<string, number>, places: Places = onOneMachine) {
  /** Events by organization, for each statement that has begun. */
  const statements: Record<string, number>[] = [];
  const ends: (() => void)[] = [];
  const lanes = new AppendLanes(async (batch) => {
    const events = countEvents(batch);
    statements.push(events);
    await new Promise<void>((resolve) => ends.push(resolve));
    for (const [orgId, count] of Object.entries(events)) {
      lanes.caused(orgId, count, count * (rowsOf[orgId] ?? 0));
    }
  }, places);
  const add = (orgId: string, count = 1) => {
    for (let i = 0; i < count; i++) lanes.add(orgId, { events: [event], resolve() {}, reject() {} });
  };
  const end = async (index: number) => {
    ends[index]?.();
    await setImmediate();
    await setImmediate();
  };
  return { lanes, statements, add, end };
}

const onOneMachine: Places = { of: () => -1, find: async () => {} };
const event = { data: '{}' } as PendingEvent;

function countEvents(batch: WaitingByOrg): Record<string, number> {
  return Object.fromEntries([...batch].map(([orgId, all]) => [orgId, all.length]));
}

test('an organization with thousands of waiting events shares the turns with the others', async () => {
  const { statements, add, end } = lanesOf({});
  add('loud', 2_000);
  await setImmediate();
  add('quiet', 3);
  await end(0);
  expect(statements).toEqual([{ loud: 500 }, { loud: 497, quiet: 3 }]);
});

test('an organization whose events cause many rows has its own statements, and delays no others', async () => {
  const { statements, add, end } = lanesOf({ wide: 60 });
  add('wide');
  await setImmediate();
  add('wide', 200);
  add('quiet');
  await end(0);
  // Events that waited with the others have also changed lanes; a statement of this lane has at most 2,000 rows.
  expect(statements).toEqual([{ wide: 1 }, { quiet: 1 }, { wide: 33 }]);
  await end(1);
  add('quiet', 2);
  await setImmediate();
  expect(statements.slice(3)).toEqual([{ quiet: 2 }]);
});

test('it shares statements again when its events cause few rows, and never writes in two lanes at once', async () => {
  const rowsOf = { changing: 60 };
  const { lanes, statements, add, end } = lanesOf(rowsOf);
  add('changing');
  await setImmediate();
  await end(0);
  rowsOf.changing = 1;
  add('changing', 34);
  await setImmediate();
  await end(1);
  expect(statements).toEqual([{ changing: 1 }, { changing: 33 }, { changing: 1 }]);
  await end(2);
  add('changing');
  add('quiet');
  await setImmediate();
  expect(statements[3]).toEqual({ changing: 1, quiet: 1 });
  const drained = lanes.drain();
  await end(3);
  await drained;
});

test('on a distributed log each statement is for one machine, and a slow or lost one only delays its own', async () => {
  const machines = new Map<string, number>();
  const places: Places = {
    of: (orgId) => machines.get(orgId),
    find: async (orgIds) => {
      for (const orgId of orgIds) machines.set(orgId, orgId < 'n' ? 1 : 2);
    },
  };
  const { lanes, statements, add, end } = lanesOf({}, places);
  add('a', 600);
  for (const name of ['b', 'x', 'y']) add(name);
  await setImmediate();
  await setImmediate();
  expect(statements).toEqual([
    { a: 499, b: 1 },
    { x: 1, y: 1 },
  ]);
  await end(1);
  add('x');
  add('b');
  await setImmediate();
  await setImmediate();
  expect(statements.slice(2)).toEqual([{ x: 1 }]);
  const drained = lanes.drain();
  await end(0);
  expect(statements.slice(3)).toEqual([{ a: 101, b: 1 }]);
  await end(2);
  await end(3);
  await drained;
});

test('events that wait for the lookup of their machine keep their order, and later ones are after them', async () => {
  const machines = new Map<string, number>();
  const found = Promise.withResolvers<void>();
  const order: number[] = [];
  const places: Places = { of: (orgId) => machines.get(orgId), find: () => found.promise };
  const lanes = new AppendLanes(async (batch) => {
    for (const { events } of batch.get('a') ?? []) order.push(events[0]?.occurredAt ?? -1);
  }, places);
  const add = (n: number) =>
    lanes.add('a', { events: [{ ...event, occurredAt: n }], resolve() {}, reject() {} });
  add(1);
  add(2);
  await setImmediate();
  machines.set('a', 1);
  found.resolve();
  await found.promise;
  add(3);
  await lanes.drain();
  expect(order).toEqual([1, 2, 3]);
});
