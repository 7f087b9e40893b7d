import { expect, test } from 'vitest';
import { actAs, actForAll, actorIn } from './acting.ts';
import { GroupCommit } from './batching/index.ts';

const ada = { orgId: 'a', actor: 'usr_ada' };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the work of a request has the identity of its caller, only in that organization', async () => {
  const seen = await actAs(ada, async () => {
    await turn();
    return [actorIn('a'), actorIn('b')];
  });
  expect(seen).toEqual(['usr_ada', undefined]);
  expect(actorIn('a')).toBeUndefined();
});

test('background work that a request starts has no identity', async () => {
  let later: Promise<string | undefined> = Promise.resolve('never');
  await actAs(ada, async () => {
    later = turn()
      .then(turn)
      .then(() => actorIn('a'));
  });
  expect(await later).toBeUndefined();
});

test('a failed request also ends its identity', async () => {
  let later: Promise<string | undefined> = Promise.resolve('never');
  const failing = () =>
    actAs(ada, () => {
      later = turn().then(() => actorIn('a'));
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(await later).toBeUndefined();
});

test('a batch of many requests has no identity, and each continues with its own', async () => {
  const group = new GroupCommit<string, string | undefined>({
    maxItems: 10,
    run: async (items) => items.map((org) => actorIn(org)),
  });
  const ask = (orgId: string) =>
    actAs({ orgId, actor: `usr_${orgId}` }, async () => [await group.add(orgId), actorIn(orgId)]);
  expect(await Promise.all([ask('a'), ask('b')])).toEqual([
    [undefined, 'usr_a'],
    [undefined, 'usr_b'],
  ]);
  expect(actForAll(() => actorIn('a'))).toBeUndefined();
});
