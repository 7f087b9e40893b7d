import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatId, newUuid } from '../../kit/ids.ts';
import { leafHash } from '../../kit/merkle/index.ts';
import { required } from '../../kit/required.ts';
import { recordOf } from './event-rows.ts';
import { changeLabel, createLabelParticipant, createLabelTables } from './labels.fixture.ts';
import { startSpine, type TestNode, type TestSpine, testEvent } from './spine.fixture.ts';

const first = createLabelParticipant();
const second = createLabelParticipant();
let spine: TestSpine;
let other: TestNode;
let orgId: string;

beforeAll(async () => {
  spine = await startSpine({ participants: [first.participant as never] });
  await createLabelTables(spine.database);
  other = await spine.addNode({ participants: [second.participant as never] });
});
beforeEach(async () => {
  orgId = await spine.addOrganization();
});
afterAll(() => spine.close());

const readLog = async (org = orgId) => (await spine.services.reader.readRange(org, 0, 1_000_000)).events;
const numbered = (count: number, org = orgId) =>
  Array.from({ length: count }, (_, n) => testEvent(org, { data: { n } }));

describe('the log', () => {
  test('assigns gapless positions, in the order of commits, to writers on two nodes', async () => {
    const before = spine.appender.statements + other.appender.statements;
    const results = await Promise.all(
      numbered(400).map((event, n) => (n % 2 === 0 ? spine : other).appender.append(event)),
    );
    const positions = results.map(({ position }) => position).sort((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 400 }, (_, i) => i));
    const events = await readLog();
    expect(events).toHaveLength(400);
    for (const { id, position } of results) expect(events[position]?.id).toBe(id);
    // Group commit: events that arrive together share a statement.
    expect(spine.appender.statements + other.appender.statements - before).toBeLessThan(40);
  });

  test('contains the hash of exactly the record that readers get', async () => {
    const data = { text: 'ü\u0000\ud800', n: 1.5 };
    await spine.appender.append(testEvent(orgId, { data, metadata: { tags: ['a'], more: {} } }));
    const [event] = await readLog();
    expect(leafHash(recordOf(required(event, 'event'))).equals(required(event, 'event').leafHash)).toBe(true);
    expect(JSON.parse(recordOf(required(event, 'event')))).toMatchObject({
      orgId: formatId('org', orgId),
      data,
    });
  });

  test('accepts an event on retry after a deadlock, or after its shard moved', async () => {
    const owner = new pg.Client(spine.database.owner);
    await owner.connect();
    // Values of a sequence are not rolled back, so two attempts fail.
    await owner.query(`create sequence failures;
      grant usage on sequence failures to public;
      create function fail_twice() returns trigger language plpgsql as $$ begin
        case nextval('failures')
          when 1 then raise exception 'deadlock detected' using errcode = '40P01';
          when 2 then raise exception 'could not find valid entry for shard 102052' using errcode = 'XX000';
          else return null;
        end case;
      end $$;
      create trigger fail_twice before insert on events for each statement execute function fail_twice()`);
    try {
      expect(await spine.appender.append(testEvent(orgId))).toMatchObject({ position: 0 });
      expect(await readLog()).toHaveLength(1);
    } finally {
      await owner.query('drop function fail_twice cascade; drop sequence failures');
      await owner.end();
    }
  });

  test('is created automatically for an organization without one', async () => {
    const newcomer = newUuid();
    expect(await spine.appender.append(testEvent(newcomer))).toMatchObject({ position: 0 });
  });

  test('keeps the order of a batch, and accepts all of it or nothing', async () => {
    const logged = await spine.appender.appendAll(numbered(20));
    expect(logged.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    const spoilt = [...numbered(3), testEvent(orgId, { source: 'nul \0' }), ...numbered(3)];
    await expect(spine.appender.appendAll(spoilt)).rejects.toThrow(/invalid byte sequence/);
    expect(await readLog()).toHaveLength(20);
  });
});

test('an organization whose events cause many rows delays nobody, even if its statement never ends', async () => {
  const { participant } = createLabelParticipant();
  const wide: typeof participant = {
    ...participant,
    rows: (plan) => (plan.orgId === orgId ? 60 * plan.events : plan.events),
  };
  const node = await spine.addNode({ participants: [wide as never] });
  await node.appender.append(testEvent(orgId));
  const holder = await spine.pool.connect();
  await holder.query('begin');
  await holder.query('select from event_logs where org_id = $1 for update', [orgId]);
  const held = Promise.all(numbered(100).map((event) => node.appender.append(event)));
  const quiet = await spine.addOrganization();
  await Promise.all(numbered(100, quiet).map((event) => node.appender.append(event)));
  expect(await readLog(orgId)).toHaveLength(1);
  await holder.query('rollback');
  holder.release();
  expect((await held).map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  await node.close();
});

describe('a refused event', () => {
  test('does not affect others in the same statement', async () => {
    const [third, fourth] = [await spine.addOrganization(), await spine.addOrganization()];
    const events = [
      ...numbered(5),
      testEvent(orgId, { source: 'nul \0' }),
      ...numbered(5, third),
      testEvent(third, { source: 'nul \0' }),
      ...numbered(5, fourth),
    ];
    const results = await Promise.allSettled(events.map((event) => spine.appender.append(event)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    for (const org of [orgId, third, fourth]) expect(await readLog(org)).toHaveLength(5);
  });

  test('leaves no plan of any participant', async () => {
    const { seen } = first;
    await Promise.allSettled(
      [...numbered(3), testEvent(orgId, { source: 'nul \0' })].map((event) => spine.appender.append(event)),
    );
    expect(seen.committed.length + seen.abandoned).toBe(seen.planned);
    const committed = seen.committed.filter((plan) => plan.orgId === orgId);
    expect(committed.reduce((sum, { events }) => sum + events, 0)).toBe(3);
  });
});

describe('an id chosen by the caller', () => {
  const eventId = () => formatId('evt', newUuid());

  test('is written once, however often and wherever it is appended at the same time', async () => {
    const wanted = testEvent(orgId, { eventId: eventId() });
    const tries = [spine, other, spine, other, spine].map(({ appender }) => appender.append(wanted));
    const results = await Promise.all([
      ...tries,
      ...numbered(10).map((event) => spine.appender.append(event)),
    ]);
    expect(new Set(results.slice(0, 5).map(({ position }) => position)).size).toBe(1);
    expect(await readLog()).toHaveLength(11);
  });

  test('returns the original positions for a repeated batch', async () => {
    const batch = numbered(5).map((event) => ({ ...event, eventId: eventId() }));
    const logged = await spine.appender.appendAll(batch);
    const again = await other.appender.appendAll(batch);
    expect(again.map(({ id, position }) => [id, position])).toEqual(
      logged.map(({ id, position }) => [id, position]),
    );
    const changed = batch.with(4, { ...required(batch[4], 'batch[4]'), data: { other: 1 } });
    await expect(spine.appender.appendAll(changed)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await readLog()).toHaveLength(5);
  });

  test('of another organization is a conflict, and shows nothing of its log', async () => {
    const wanted = testEvent(orgId, { eventId: eventId() });
    await spine.appender.append(wanted);
    const foreign = { ...wanted, orgId: await spine.addOrganization() };
    await expect(spine.appender.append(foreign)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});

test('each event causes what the routes at its position in the log say, while they change', async () => {
  const nodes = [spine, other];
  await changeLabel(spine.pool, orgId, 'label 0');
  let isChanging = true;
  const change = async () => {
    for (let i = 1; i <= 30; i++) {
      const size = await spine.services.reader.sizeOf(orgId);
      await changeLabel(other.pool, orgId, `label ${i}`);
      while ((await spine.services.reader.sizeOf(orgId)) === size) await setImmediate();
    }
    isChanging = false;
  };
  const write = async ({ appender }: TestNode) => {
    while (isChanging) await Promise.all(numbered(3).map((event) => appender.append(event)));
  };
  await Promise.all([change(), ...nodes.flatMap((node) => [write(node), write(node)])]);
  const { rows: wrong } = await spine.pool.query(
    `select l.position, l.label, c.label as in_force from labelled l cross join lateral (
       select label from label_changes c where c.org_id = l.org_id and c.size <= l.position
       order by c.size desc, substring(c.label from '\\d+')::int desc limit 1) c
     where l.org_id = $1 and l.label <> c.label`,
    [orgId],
  );
  expect(wrong).toEqual([]);
  const { rows } = await spine.pool.query(
    `select (select count(*) from labelled where org_id = $1) as labelled, size,
       (select count(distinct label) from labelled where org_id = $1) as labels
     from event_logs where org_id = $1`,
    [orgId],
  );
  expect(rows[0].labelled).toBe(rows[0].size);
  expect(rows[0].labels).toBeGreaterThan(5);
});

test('an event is acknowledged only if it is in the log, even if connections die', async () => {
  const superuser = new pg.Client(spine.database.superuser);
  await superuser.connect();
  const acknowledged: string[] = [];
  let refused = 0;
  let isKilling = true;
  const write = async () => {
    while (isKilling) {
      await spine.appender.append(testEvent(orgId)).then(
        ({ id }) => acknowledged.push(id),
        () => refused++,
      );
    }
  };
  const kill = async () => {
    for (let kills = 0; kills < 20; ) {
      const { rowCount } = await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%heads as%'`,
      );
      kills += required(rowCount, 'rowCount');
    }
    isKilling = false;
  };
  await Promise.all([kill(), write(), write(), write()]);
  await superuser.end();
  expect(refused).toBeGreaterThan(0);
  const ids = new Set((await readLog()).map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(await spine.appender.append(testEvent(orgId))).toMatchObject({ position: ids.size });
});
