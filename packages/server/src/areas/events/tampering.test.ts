import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pastTriggers } from '../../kit/db/testing/past-triggers.ts';
import { type LogReport, readExportLines, verifyLog } from '../../kit/merkle/index.ts';
import { type EventsServer, startEventsServer, type TestOrganization } from './events.fixture.ts';

let server: EventsServer;
let org: TestOrganization;
/** A database administrator, who can bypass every trigger. */
let intruder: pg.Client;
let kept: string[];
let key: string;

beforeAll(async () => {
  server = await startEventsServer({ chunkEvents: 256 });
  intruder = new pg.Client(server.database.superuser);
  await intruder.connect();
});
afterAll(async () => {
  await intruder.end();
  await server.close();
});

const publish = (count: number) =>
  server.post(org, '/v1/events/batch', {
    events: Array.from({ length: count }, (_, n) => ({ type: 'a.b', source: 's', data: { n, euro: '€' } })),
  });

beforeEach(async () => {
  org = await server.addOrganization();
  await publish(300);
  const older = (await server.get(org, '/v1/events/checkpoint')).json();
  await publish(250);
  const newer = (await server.get(org, '/v1/events/checkpoint')).json();
  kept = [older.checkpoint, newer.checkpoint];
  [key] = newer.public_keys;
});

async function verify(checkpoints = kept): Promise<LogReport> {
  const { rawPayload } = await server.get(org, '/v1/events/export');
  return verifyLog({ entries: readExportLines([rawPayload]), checkpoints, verifierKeys: [key] });
}

async function tamper(statement: string): Promise<void> {
  const text = statement.replaceAll(':org', `'${org.orgId}'`);
  const { rowCount } = await pastTriggers(intruder, () => intruder.query(text));
  expect(rowCount).toBeGreaterThan(0);
}

test('an unchanged log is valid, and proven up to the newest checkpoint', async () => {
  await publish(5);
  expect(await verify()).toMatchObject({ ok: true, size: 555, provenSize: 550, uncovered: 5, problems: [] });
});

describe('changes by an administrator behind the service’s back are detected', () => {
  test.each([
    ['a payload', `update events set data = '{"n":-1}' where org_id = :org and position = 7`],
    [
      'one letter of a payload',
      `update events set data = replace(data, '€', 'E') where org_id = :org and position = 7`,
    ],
    ['a type', `update events set type = 'a.c' where org_id = :org and position = 7`],
    ['a source', `update events set source = 'x' where org_id = :org and position = 7`],
    ['a time', `update events set occurred_at = '2020-01-01T00:00:00Z' where org_id = :org and position = 7`],
    ['metadata', `update events set metadata = '{"userId":"x"}' where org_id = :org and position = 7`],
    ['an id', `update events set id = '${randomUUID()}' where org_id = :org and position = 7`],
    ['a leaf hash', `update events set leaf_hash = sha256('x') where org_id = :org and position = 7`],
    [
      'a payload and its leaf hash',
      `update events set data = '{}', leaf_hash = sha256('x') where org_id = :org and position = 7`,
    ],
  ])('%s', async (_what, statement) => {
    await tamper(statement);
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.problems[0]).toMatchObject({ kind: 'edited' });
  });

  test('a deleted event', async () => {
    await tamper('delete from events where org_id = :org and position = 7');
    expect((await verify()).problems[0]).toMatchObject({ kind: 'missing', index: 7 });
  });

  test('a deleted event whose gap was closed', async () => {
    await tamper('delete from events where org_id = :org and position = 7');
    await tamper('update events set position = -position where org_id = :org and position > 7');
    await tamper('update events set position = -position - 1 where org_id = :org and position < 0');
    await tamper('update event_logs set size = size - 1 where org_id = :org');
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.checkpoints.map(({ status }) => status)).not.toContain('confirmed');
  });

  test('two swapped events', async () => {
    await tamper('update events set position = -position where org_id = :org and position in (7, 9)');
    await tamper('update events set position = 16 + position where org_id = :org and position < 0');
    expect((await verify()).ok).toBe(false);
  });

  test('a truncated log, with the help of a stored checkpoint', async () => {
    await tamper('delete from events where org_id = :org and position >= 540');
    await tamper('update event_logs set size = 540 where org_id = :org');
    const report = await verify();
    expect(report.counts).toEqual({ truncated: 1 });
    expect(report.provenSize).toBe(300);
  });

  test('a rewritten and re-signed history', async () => {
    await tamper(
      `update events set data = '{}', leaf_hash = sha256('x') where org_id = :org and position = 7`,
    );
    for (const table of ['event_checkpoints', 'event_trees', 'event_chunks', 'event_counts', 'event_tiles']) {
      await pastTriggers(intruder, () =>
        intruder.query(`delete from ${table} where org_id = $1`, [org.orgId]),
      );
    }
    await publish(1);
    const forged = (await server.get(org, '/v1/events/checkpoint')).json().checkpoint;
    expect((await verify([...kept, forged])).ok).toBe(false);
  });
});
