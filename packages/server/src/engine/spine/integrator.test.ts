import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../kit/clock.ts';
import { pastTriggers } from '../../kit/db/testing/past-triggers.ts';
import {
  leafHash,
  parseVerifierKey,
  verifyCheckpoint,
  verifyConsistency,
  verifyInclusion,
} from '../../kit/merkle/index.ts';
import { naiveLeaf, naiveRoot } from '../../kit/merkle/testing/naive-tree.ts';
import { required } from '../../kit/required.ts';
import { rotateCheckpointKey } from './checkpoint-signer.ts';
import { recordOf } from './event-rows.ts';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';

const CHUNK = 256;
let spine: TestSpine;
let orgId: string;

beforeAll(async () => {
  spine = await startSpine({ chunkEvents: CHUNK });
});
beforeEach(async () => {
  orgId = await spine.addOrganization();
});
afterAll(() => spine.close());

const publish = (count: number, org = orgId) =>
  spine.appender.appendAll(Array.from({ length: count }, (_, n) => testEvent(org, { data: { n } })));

async function readLeaves(org = orgId): Promise<Buffer[]> {
  const leaves: Buffer[] = [];
  const end = await spine.services.reader.sizeOf(org);
  for (let position = 0; position < end; ) {
    const { events, next } = await spine.services.reader.readRange(org, position, end);
    leaves.push(...events.map((event) => naiveLeaf(Buffer.from(recordOf(event)))));
    position = next;
  }
  return leaves;
}

const readCheckpoints = async (org = orgId) =>
  (await spine.services.provableLog.listCheckpoints(org, { offset: 0, limit: 1_000 })).checkpoints;

describe('a checkpoint', () => {
  test('is signed over the RFC 6962 tree of all records, however the log grew', async () => {
    const { provableLog, integrator } = spine.services;
    for (const count of [1, 2, 252, 1, 1, 600, 256, 2_000, 1_300]) {
      await publish(count);
      if (count !== 2) await integrator.integrateNow(orgId);
    }
    const leaves = await readLeaves();
    const keys = (await provableLog.verifierKeys(orgId)).map(parseVerifierKey);
    const checkpoints = await readCheckpoints();
    expect(checkpoints.map(({ size }) => size)).toEqual([4_413, 3_113, 1_113, 857, 257, 256, 255, 1]);
    for (const { size, rootHash, note } of checkpoints) {
      expect(rootHash.equals(naiveRoot(leaves.slice(0, size)))).toBe(true);
      const { root, ...head } = verifyCheckpoint(note, keys);
      expect(head).toMatchObject({ origin: expect.stringMatching(/^trivium\/org_/), size });
      expect(rootHash.equals(root)).toBe(true);
    }
  });

  test('is made automatically within the interval, once for each growth, and never without new events', async () => {
    const node = await spine.addNode({ intervalMs: 20 });
    await node.appender.append(testEvent(orgId));
    await expect.poll(readCheckpoints).toHaveLength(1);
    node.services.onCommitted([orgId]);
    await node.appender.append(testEvent(orgId));
    await expect.poll(async () => (await readCheckpoints()).map(({ size }) => size)).toEqual([2, 1]);
    for (let i = 0; i < 5; i++) {
      node.services.onCommitted([orgId]);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(await readCheckpoints()).toHaveLength(2);
    await node.close();
  });

  test('is not signed for a log that was changed since the last one, and other logs are not affected', async () => {
    const edited = orgId;
    const cut = await spine.addOrganization();
    const whole = await spine.addOrganization();
    for (const org of [edited, cut, whole]) await publish(CHUNK + 5, org);
    for (const org of [edited, cut, whole]) await spine.services.integrator.integrateNow(org);
    const intruder = new pg.Client(spine.database.superuser);
    await intruder.connect();
    await pastTriggers(intruder, async () => {
      await intruder.query(`update events set leaf_hash = sha256('x') where org_id = $1 and position = $2`, [
        edited,
        CHUNK + 1,
      ]);
      await intruder.query('delete from events where org_id = $1 and position = $2', [cut, CHUNK + 2]);
    });
    await intruder.end();
    for (const org of [edited, cut, whole]) await publish(1, org);
    // It only knows of the logs what is in the database.
    const node = await spine.addNode({ intervalMs: 10 });
    await expect.poll(async () => (await readCheckpoints(whole)).length).toBe(2);
    for (const org of [edited, cut]) {
      await expect(node.services.integrator.integrateNow(org)).rejects.toThrow('is damaged');
      expect((await readCheckpoints(org)).map(({ size }) => size)).toEqual([CHUNK + 5]);
    }
    await node.close();
  });

  test.each([
    ['tiles', `update event_tiles set hashes = substr(hashes, 1, 20) where org_id = $1`],
    [
      'index',
      `insert into event_chunks (org_id, chunk, earliest_ms, latest_ms, times) select org_id, 1, 0, 0, '' from event_logs where org_id = $1`,
    ],
  ])(
    'is refused for a log whose %s are damaged, by name, while all others get theirs',
    async (_name, damage) => {
      const hurt = orgId;
      const others = [await spine.addOrganization(), await spine.addOrganization()];
      for (const org of [hurt, ...others]) await publish(CHUNK + 5, org);
      for (const org of [hurt, ...others]) await spine.services.integrator.integrateNow(org);
      const intruder = new pg.Client(spine.database.superuser);
      await intruder.connect();
      await pastTriggers(intruder, () => intruder.query(damage, [hurt]));
      const node = await spine.addNode({ intervalMs: 10 });
      for (const org of [required(others[0], 'others[0]'), hurt, required(others[1], 'others[1]')])
        await publish(CHUNK, org);
      node.services.integrator.wake([
        required(others[0], 'others[0]'),
        hurt,
        required(others[1], 'others[1]'),
      ]);
      for (const org of others) {
        await expect.poll(async () => (await readCheckpoints(org))[0]?.size).toBe(2 * CHUNK + 5);
      }
      const { damagedLogs } = node.services.integrator;
      await expect.poll(() => damagedLogs.get(hurt)).toMatch(/./);
      for (const org of others) expect([...damagedLogs.keys()]).not.toContain(org);
      expect((await readCheckpoints(hurt)).map(({ size }) => size)).toEqual([CHUNK + 5]);
      await node.close();
      await pastTriggers(intruder, () => intruder.query('delete from event_logs where org_id = $1', [hurt]));
      await intruder.end();
    },
  );

  test('also covers events of a node that has ended', async () => {
    await publish(3);
    const node = await spine.addNode({ intervalMs: 10 });
    await expect.poll(readCheckpoints).toHaveLength(1);
    await node.close();
  });

  test('is signed with one key on all nodes, which no row shows', async () => {
    const node = await spine.addNode();
    await publish(1);
    await node.services.integrator.integrateNow(orgId);
    expect(await node.services.provableLog.verifierKeys(orgId)).toEqual(
      await spine.services.provableLog.verifierKeys(orgId),
    );
    const { rows } = await spine.pool.query('select sealed_private_key from checkpoint_keys');
    expect(rows).toHaveLength(1);
    expect(rows[0].sealed_private_key).not.toContain('PRIVATE KEY');
    await node.close();
  });

  test('is signed with the new key on every node after a rotation, and earlier ones still verify', async () => {
    const node = await spine.addNode();
    const sign = async ({ services }: typeof node) => {
      await publish(1);
      await services.integrator.integrateNow(orgId);
      return required((await readCheckpoints())[0], '(await readCheckpoints())[0]').note;
    };
    const keysOf = async () => (await node.services.provableLog.verifierKeys(orgId)).map(parseVerifierKey);
    const verifies = (note: string, keys: Awaited<ReturnType<typeof keysOf>>) => {
      try {
        return verifyCheckpoint(note, keys).size > 0;
      } catch {
        return false;
      }
    };
    const before = [await sign(spine), await sign(node)];
    await rotateCheckpointKey({ pool: spine.pool, clock: systemClock, secretBox: spine.secretBox });
    const keys = await keysOf();
    const [newKey] = keys;
    for (const one of [spine, node])
      await expect.poll(async () => verifies(await sign(one), [required(newKey, 'newKey')])).toBe(true);
    expect(
      before.map((note) => [verifies(note, keys), verifies(note, [required(newKey, 'newKey')])]),
    ).toEqual([
      [true, false],
      [true, false],
    ]);
    const { rows } = await spine.pool.query(
      "select count(*)::int as usable from checkpoint_keys where sealed_private_key <> ''",
    );
    expect(rows).toEqual([{ usable: 1 }]);
    await node.close();
  });
});

test('nodes that index the same logs at the same time make one tree and one index', async () => {
  const nodes = [spine, await spine.addNode(), await spine.addNode()];
  let isWriting = true;
  const integrate = async ({ services }: (typeof nodes)[number]) => {
    while (isWriting) await services.integrator.integrateNow(orgId);
  };
  const write = async () => {
    for (let i = 0; i < 40; i++) await publish(130);
    isWriting = false;
  };
  await Promise.all([write(), ...nodes.map(integrate)]);
  await spine.services.integrator.integrateNow(orgId);
  const leaves = await readLeaves();
  for (const { size, rootHash } of await readCheckpoints()) {
    expect(rootHash.equals(naiveRoot(leaves.slice(0, size)))).toBe(true);
  }
  const { rows } = await spine.pool.query(
    `select level, sum(events)::int as events from event_counts n join event_kinds k using (org_id, kind)
     where org_id = $1 and source is null group by level order by level`,
    [orgId],
  );
  expect(rows).toEqual([
    { level: 0, events: 20 * CHUNK },
    { level: 1, events: 16 * CHUNK },
  ]);
  for (const node of nodes.slice(1)) await node.close();
});

describe('proofs', () => {
  test('of every kind are valid for sizes before, on and after the stored tiles', async () => {
    const { provableLog, integrator } = spine.services;
    const logged = [...(await publish(400)), ...(await publish(700))];
    await integrator.integrateNow(orgId);
    logged.push(...(await publish(77)));
    const roots = new Map((await readCheckpoints()).map(({ size, rootHash }) => [size, rootHash]));
    for (const position of [0, 1, 255, 256, 511, 1_023, 1_024, 1_099, 1_100, 1_176]) {
      const answer = required(
        await provableLog.proveInclusion(orgId, required(logged[position], 'logged[position]').id),
        'the proof',
      );
      const { checkpoint, proof, leafHash: leaf, event } = answer;
      expect(leaf.equals(leafHash(recordOf(event)))).toBe(true);
      expect(event.position).toBe(position);
      const { size, rootHash: root } = checkpoint;
      expect(verifyInclusion({ leafHash: leaf, index: position, size, proof, root })).toBe(true);
      roots.set(size, root);
    }
    const leaves = await readLeaves();
    for (const [from, to] of [
      [0, 1_177],
      [1, 1_177],
      [256, 1_100],
      [300, 1_024],
      [1_100, 1_177],
      [1_177, 1_177],
      [1_050, 1_060],
    ]) {
      const { fromRoot, toRoot, proof } = required(
        await provableLog.proveConsistency(orgId, required(from, 'from'), required(to, 'to')),
        'the proof',
      );
      expect(fromRoot.equals(naiveRoot(leaves.slice(0, from)))).toBe(true);
      expect(toRoot.equals(roots.get(required(to, 'to')) ?? naiveRoot(leaves.slice(0, to)))).toBe(true);
      const claim = {
        oldSize: required(from, 'from'),
        newSize: required(to, 'to'),
        oldRoot: fromRoot,
        newRoot: toRoot,
        proof,
      };
      expect(verifyConsistency(claim)).toBe(true);
    }
  });

  test('are available as soon as the event is acknowledged, for any number of concurrent callers', async () => {
    const { provableLog } = spine.services;
    const logged = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { id } = await spine.appender.append(testEvent(orgId, { data: { n } }));
        return provableLog.proveInclusion(orgId, id);
      }),
    );
    for (const answer of logged) {
      const { checkpoint, event, proof, leafHash: leaf } = required(answer, 'answer');
      const { size, rootHash: root } = checkpoint;
      expect(verifyInclusion({ leafHash: leaf, index: event.position, size, proof, root })).toBe(true);
    }
  });

  test('of another organization’s event are not available', async () => {
    const [event] = await publish(1);
    const other = await spine.addOrganization();
    expect(
      await spine.services.provableLog.proveInclusion(other, required(event, 'event').id),
    ).toBeUndefined();
  });
});
