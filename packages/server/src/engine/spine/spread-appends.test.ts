import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import { newUuid } from '../../kit/ids.ts';
import { leafHash } from '../../kit/merkle/index.ts';
import { required } from '../../kit/required.ts';
import { recordOf } from './event-rows.ts';
import { changeLabel, createLabelParticipant, createLabelTables } from './labels.fixture.ts';
import {
  countLocationLookups,
  keepTogether,
  spreadLogs,
  startSpine,
  type TestNode,
  type TestSpine,
  testEvent,
} from './spine.fixture.ts';

const labels = createLabelParticipant();
let spine: TestSpine;
/** Has a participant whose rows the function does not write, as for runs of workflows. */
let labelling: TestNode;

beforeAll(async () => {
  spine = await startSpine({ chunkEvents: 256 });
  await createLabelTables(spine.database);
  await spreadLogs(spine.database);
  labelling = await spine.addNode({ participants: [labels.participant as never] });
  for (const node of [spine, labelling]) await untilSpread(node);
});
afterAll(() => spine.close());

const readLog = async (orgId: string) => (await spine.services.reader.readRange(orgId, 0, 1_000_000)).events;

/** The first append also starts the lookup of the logs' locations; from then on, each new organization is looked up. */
async function untilSpread({ appender }: TestNode): Promise<void> {
  const before = await countLocationLookups(spine.database);
  while ((await countLocationLookups(spine.database)) < before + 2)
    await appender.append(testEvent(await spine.addOrganization()));
}

test('distributed logs contain events like others, for any number of organizations at once', async () => {
  const orgIds = await Promise.all(Array.from({ length: 9 }, () => spine.addOrganization()));
  const events = orgIds.flatMap((orgId) =>
    Array.from({ length: 20 }, (_, n) =>
      testEvent(orgId, {
        data: { n, text: 'ü\u0000\ud800' },
        fact: n % 2 === 0 ? 'test.fact' : undefined,
        metadata: { correlationId: `c${n}` },
      }),
    ),
  );
  const written = await Promise.all(events.map((event) => spine.appender.append(event)));
  for (const [i, orgId] of orgIds.entries()) {
    const log = await readLog(orgId);
    expect(log.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    for (const event of log) expect(leafHash(recordOf(event)).equals(event.leafHash)).toBe(true);
    const own = written.slice(i * 20, i * 20 + 20);
    for (const { id, position } of own) expect(log[position]?.id).toBe(id);
  }
});

test('events of a unit of work in several distributed logs exist once it commits, and not otherwise', async () => {
  const orgIds = [await spine.addOrganization(), await spine.addOrganization()];
  for (const end of ['rollback', 'commit']) {
    const client = await spine.pool.connect();
    try {
      await client.query('begin');
      const { settle } = await labelling.appender.appendIn(
        async (text, values) => (await client.query(text, values as never[])).rows as never,
        orgIds.map((orgId) => testEvent(orgId)),
      );
      await client.query(end);
      settle(end === 'commit');
    } finally {
      client.release();
    }
    for (const orgId of orgIds) expect(await readLog(orgId)).toHaveLength(end === 'commit' ? 1 : 0);
  }
});

test('the effects of an event in a distributed log follow the routes at that moment, however often they change', async () => {
  const orgId = await spine.addOrganization();
  await changeLabel(spine.pool, orgId, 'label 0');
  let changes = 0;
  for (let n = 0; n < 60; n++) {
    const written = Promise.all(
      [0, 1, 2].map(() => labelling.appender.append(testEvent(orgId, { data: { n } }))),
    );
    if (n % 3 === 0) await changeLabel(spine.pool, orgId, `label ${++changes}`);
    await written;
  }
  const { rows: wrong } = await spine.pool.query(
    `select l.position, l.label, c.label as in_force from labelled l cross join lateral (
       select label from label_changes c where c.org_id = l.org_id and c.size <= l.position
       order by c.size desc, substring(c.label from '\\d+')::int desc limit 1) c
     where l.org_id = $1 and l.label <> c.label`,
    [orgId],
  );
  expect(wrong).toEqual([]);
  const { rows } = await spine.pool.query(
    'select count(*)::int as n, count(distinct label)::int as labels from labelled where org_id = $1',
    [orgId],
  );
  expect(rows[0].n).toBe(180);
  expect(rows[0].labels).toBeGreaterThan(10);
});

test('an event of a distributed log is written once per id', async () => {
  const orgId = await spine.addOrganization();
  const event = testEvent(orgId, { eventId: `evt_${newUuid(Date.now()).replaceAll('-', '')}` });
  const first = await spine.appender.append(event);
  expect(await spine.appender.append(event)).toMatchObject({ id: first.id, position: 0 });
  expect(await readLog(orgId)).toHaveLength(1);
});

test('a distributed log is indexed and signed like others: it is found by type, source and time, and proven', async () => {
  const [orgId, plain] = [await spine.addOrganization(), await spine.addOrganization()];
  const batch = (org: string) =>
    Array.from({ length: 700 }, (_, n) =>
      testEvent(org, {
        type: `test.${n % 3}`,
        source: `source ${n % 2}`,
        fact: n % 5 === 0 ? 'test.fact' : undefined,
      }),
    );
  for (const org of [orgId, plain]) {
    await spine.appender.appendAll(batch(org));
    await spine.appender.appendAll(batch(org));
  }
  await spine.services.integrator.integrateNow(orgId);
  await keepTogether(spine.database);
  await spine.services.integrator.integrateNow(plain);
  await spreadLogs(spine.database);
  const index = (org: string) =>
    withClient(spine.database.owner, async (client) => {
      const { rows } = await client.query(
        `select k.type, k.source, k.fact, c.level, c.block, c.events, length(c.positions) as positions
         from event_kinds k join event_counts c using (org_id, kind) where k.org_id = $1 order by 1, 2, 3, 4, 5`,
        [org],
      );
      const chunks = await client.query(
        'select chunk, latest_ms >= earliest_ms as spans, length(times) as times from event_chunks where org_id = $1 order by 1',
        [org],
      );
      return { kinds: rows, chunks: chunks.rows };
    });
  expect((await index(orgId)).chunks.length).toBeGreaterThan(0);
  expect(await index(orgId)).toEqual(await index(plain));
});

test('while the machine of some logs is down, their events are refused as unavailable, and others are accepted', async () => {
  const orgIds = await Promise.all(Array.from({ length: 8 }, () => spine.addOrganization()));
  const isAway = (orgId: string) => Number.parseInt(orgId.slice(0, 2), 16) % 2 === 1;
  if (!orgIds.some(isAway)) orgIds.push(required(orgIds[0], 'an organization').replace(/^../, '01'));
  await withClient(spine.database.owner, (client) =>
    client.query(`
      create function be_away() returns trigger language plpgsql as $$ begin
        if get_byte(uuid_send(new.org_id), 0) % 2 = 1 then
          raise exception 'connection to the remote node failed' using errcode = '08006';
        end if;
        return new;
      end $$;
      create trigger be_away before update on event_logs for each row execute function be_away()`),
  );
  try {
    const results = await Promise.allSettled(orgIds.map((orgId) => spine.appender.append(testEvent(orgId))));
    for (const [i, { status }] of results.entries())
      expect(status).toBe(isAway(required(orgIds[i], 'an organization')) ? 'rejected' : 'fulfilled');
  } finally {
    await withClient(spine.database.owner, (client) => client.query('drop function be_away cascade'));
  }
  for (const orgId of orgIds) await spine.appender.append(testEvent(orgId));
});

test('while the machine of a log is down, the other logs get their checkpoints', async () => {
  const [away, ...others] = await Promise.all(Array.from({ length: 4 }, () => spine.addOrganization()));
  await withClient(spine.database.owner, (client) =>
    client.query(`
      create function be_away() returns trigger language plpgsql as $$ begin
        if new.org_id = '${away}' then
          raise exception 'connection to the remote node failed' using errcode = '08006';
        end if;
        return new;
      end $$;
      create trigger be_away before insert on event_checkpoints for each row execute function be_away();
      create or replace function log_machines(org_ids uuid[]) returns table (org_id uuid, machine integer)
      language sql stable as $$ select o, (o = '${away}')::int from unnest(org_ids) o $$`),
  );
  const node = await spine.addNode({ intervalMs: 10 });
  const sizes = async (orgId: string) =>
    (await spine.services.provableLog.listCheckpoints(orgId, { offset: 0, limit: 9 })).checkpoints.map(
      ({ size }) => size,
    );
  try {
    const all = [required(away, 'an organization'), ...others];
    for (const orgId of all) await spine.appender.append(testEvent(orgId));
    node.services.integrator.wake(all);
    for (const orgId of others) await expect.poll(() => sizes(orgId)).toEqual([1]);
    expect(await sizes(required(away, 'an organization'))).toEqual([]);
    expect([...node.services.integrator.damagedLogs.keys()]).toEqual([]);
  } finally {
    await withClient(spine.database.owner, (client) => client.query('drop function be_away cascade'));
  }
  await expect.poll(() => sizes(required(away, 'an organization'))).toEqual([1]);
  await node.close();
});
