import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractsFixture, startContracts } from '../executions/testing/contracts-fixture.ts';
import { type CompiledSubject, compileSubject } from '../executions/testing/test-contract.ts';

let contracts: ContractsFixture;
let code: CompiledSubject;

beforeAll(async () => {
  // Blocks are slow enough that concurrent deployments are mined and settled together.
  contracts = await startContracts({ blockTimeSeconds: 1 });
  code = await compileSubject();
});
afterAll(() => contracts?.close());

async function statusesOf(ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await contracts.find(id)).status));
}

test('of several deployments in one block the last one is active, and gets the executions', async () => {
  const id = await contracts.register(code);
  const asked = await Promise.all(
    ['1', '2', '3', '4'].map((start) => contracts.deploy(id, { constructorArgs: [start] })),
  );
  const ids = asked.map(({ id }) => id);
  const blocks = (await Promise.all(ids.map((one) => contracts.settled(one)))).map(
    ({ blockNumber }) => blockNumber,
  );
  expect(new Set(blocks).size).toBeLessThan(blocks.length);
  const last = [...asked]
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1))
    .at(-1);
  const statuses = await statusesOf(ids);
  expect(statuses.filter((status) => status === 'active')).toHaveLength(1);
  expect(ids[statuses.indexOf('active')]).toBe(last?.id);
  expect(await contracts.call(id, 'total')).toBe(last?.args?.[0]);
});

test('a deployment that waits for more confirmations does not replace a later one', async () => {
  const id = await contracts.register(code);
  const first = await contracts.deploy(id, { constructorArgs: ['1'], confirmationsRequired: 4 });
  const second = await contracts.deploy(id, { constructorArgs: ['2'] });
  await contracts.settled(second.id);
  expect(await statusesOf([first.id, second.id])).toEqual(['pending', 'active']);
  await contracts.settled(first.id);
  expect(await statusesOf([first.id, second.id])).toEqual(['superseded', 'active']);
  expect(await contracts.call(id, 'total')).toBe('2');
});
