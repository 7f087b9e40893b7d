import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import type { AnyDatabase } from './any-database.ts';
import { changeLabel, createLabelParticipant, createLabelTables } from './labels.fixture.ts';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';
import { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts';

const { participant, seen } = createLabelParticipant();
let spine: TestSpine;
let db: AnyDatabase;
let unitOfWork: UnitOfWork;
let orgId: string;

beforeAll(async () => {
  spine = await startSpine({ participants: [participant as never] });
  await createLabelTables(spine.database);
  await withClient(spine.database.owner, (client) =>
    client.query(`
    create table things (id int primary key);
    create table parts (thing int references things deferrable initially deferred);
    select grant_service_access('${spine.database.connection.user}')`),
  );
  db = new Kysely({ dialect: new PostgresDialect({ pool: spine.pool }) });
  unitOfWork = createUnitOfWork(db, spine.appender);
});
beforeEach(async () => {
  orgId = await spine.addOrganization();
  seen.planned = seen.abandoned = 0;
  seen.committed = [];
});
afterAll(() => spine.close());

const count = async (table: string) =>
  (await spine.pool.query(`select count(*) from ${table}`)).rows[0].count as number;

test('rows, events and their effects are committed together', async () => {
  const value = await unitOfWork(async (tx) => {
    await sql`insert into things values (1)`.execute(tx);
    return { value: 'done', events: [testEvent(orgId), testEvent(orgId)] };
  });
  expect(value).toBe('done');
  expect(await count('things where id = 1')).toBe(1);
  expect(await spine.services.reader.sizeOf(orgId)).toBe(2);
  expect(await count(`labelled where org_id = '${orgId}'`)).toBe(2);
  expect(seen.committed).toMatchObject([{ base: 0, events: 2 }]);
});

test('work that throws leaves neither rows nor events', async () => {
  const work = unitOfWork(async (tx) => {
    await sql`insert into things values (2)`.execute(tx);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await count('things where id = 2')).toBe(0);
});

test('a commit that the database refuses leaves no event, and plans are dropped', async () => {
  const work = unitOfWork(async (tx) => {
    await sql`insert into parts values (404)`.execute(tx);
    return { value: undefined, events: [testEvent(orgId)] };
  });
  await expect(work).rejects.toThrow(/foreign key/);
  expect(await spine.services.reader.sizeOf(orgId)).toBe(0);
  expect(seen).toMatchObject({ planned: 1, abandoned: 1, committed: [] });
});

test('an event that the database refuses also removes the rows, and nothing stays planned', async () => {
  const secondOrg = await spine.addOrganization();
  const work = unitOfWork(async (tx) => {
    await sql`insert into things values (3)`.execute(tx);
    return { value: undefined, events: [testEvent(secondOrg), testEvent(orgId, { source: 'nul \0' })] };
  });
  await expect(work).rejects.toThrow(/invalid byte sequence/);
  expect(await count('things where id = 3')).toBe(0);
  expect(await spine.services.reader.sizeOf(secondOrg)).toBe(0);
  expect(seen.abandoned).toBe(seen.planned);
});

test('events of several organizations are all written although the routes of one had changed', async () => {
  const secondOrg = await spine.addOrganization();
  await spine.appender.append(testEvent(orgId));
  await changeLabel(spine.pool, orgId, 'changed elsewhere');
  await unitOfWork(async () => ({ value: undefined, events: [testEvent(secondOrg), testEvent(orgId)] }));
  const { rows } = await spine.pool.query(
    'select position, label from labelled where org_id = any($1) order by org_id = $2, position',
    [[orgId, secondOrg], orgId],
  );
  expect(rows.map(({ label }) => label)).toEqual(['none', 'none', 'changed elsewhere']);
  expect(seen.committed.length + seen.abandoned).toBe(seen.planned);
});

test('work in one unit never waits for ever for an append with the same organizations', async () => {
  const secondOrg = await spine.addOrganization();
  const units = Array.from({ length: 30 }, (_, i) =>
    unitOfWork(async () => {
      const pair = [testEvent(orgId), testEvent(secondOrg)];
      return { value: undefined, events: i % 2 ? pair : pair.reverse() };
    }),
  );
  const appends = Array.from({ length: 30 }, (_, i) =>
    spine.appender.append(testEvent(i % 2 ? orgId : secondOrg)),
  );
  await Promise.all([...units, ...appends]);
  expect(await spine.services.reader.sizeOf(orgId)).toBe(45);
  expect(await spine.services.reader.sizeOf(secondOrg)).toBe(45);
});

test('work that a deadlock rolled back is repeated completely: rows and events exist once', async () => {
  await spine.pool.query('insert into things values (71), (72)');
  const seenBy: number[][] = [];
  /** Locks the first row, waits until the other transaction has locked the second one, and then wants that. */
  const cross = (first: number, then: number, met: () => Promise<void>) =>
    unitOfWork(async (tx) => {
      await sql`select from things where id = ${first} for update`.execute(tx);
      await met();
      await sql`select from things where id = ${then} for update`.execute(tx);
      seenBy.push([first, then]);
      await sql`insert into things values (${first + 100})`.execute(tx);
      return { value: undefined, events: [testEvent(orgId)] };
    });
  const bothAreIn = meetingOf(2);
  await Promise.all([cross(71, 72, bothAreIn), cross(72, 71, bothAreIn)]);
  expect(seenBy).toHaveLength(2);
  expect(await count('things where id in (171, 172)')).toBe(2);
  expect(await spine.services.reader.sizeOf(orgId)).toBe(2);
  expect(seen.committed).toHaveLength(2);
});

/** Resolves for all callers once `size` have come, and at once for later ones. */
function meetingOf(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    if (++come >= size) resolve();
    return promise;
  };
}
