import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newUuid } from '../../../../../kit/ids.ts';
import { required } from '../../../../../kit/required.ts';
import { toDeploymentRecord } from '../../deployments/deployment.schema.ts';
import { type ContractsFixture, startContracts, startContractsNode } from '../testing/contracts-fixture.ts';
import { startTestChain, TEST_NETWORK, type TestChain } from '../testing/test-chain.ts';
import { compileSubject } from '../testing/test-contract.ts';
import { cancelTransaction } from './cancel-transaction.ts';

let chain: TestChain;
let contracts: ContractsFixture;
let subject: string;

beforeAll(async () => {
  chain = await startTestChain();
  contracts = await startContracts({ networks: [chain.settings()] });
  subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
  await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['0'] })).id);
});
afterAll(async () => {
  await contracts?.close();
  await chain?.close();
});

const cancel = (id: string, reason: string | null = null, { core } = contracts.node) =>
  cancelTransaction(core, { ...contracts.owner, kind: 'execution', id, reason });
const add = (amount: string) => contracts.execute(subject, { function: 'add', args: [amount] });
const total = async () => Number(await contracts.call(subject, 'total'));

/** Waits until the chain's pool has the empty transaction, so that the next block includes it. */
async function untilReplaced(id: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const empty = (await contracts.find(id)).error?.cancelled_by?.at(-1);
      return empty !== undefined && (await chain.rpc('eth_getTransactionByHash', empty)) !== null;
    },
    { timeout: 20_000, interval: 20 },
  );
}

async function factsOf(executionId: string) {
  const id = `exe_${executionId.replaceAll('-', '')}`;
  return (await contracts.facts()).filter(({ data }) => data.execution_id === id);
}

test('a cancelled execution never runs, an empty transaction uses its nonce, and others are confirmed', async () => {
  const before = await total();
  await chain.pauseBlocks();
  const [first, second, third] = [await add('1'), await add('10'), await add('100')];
  const asked = await cancel(second.executionId, 'ordered twice');
  expect(asked).toMatchObject({ status: 'pending', cancelReason: 'ordered twice' });
  await untilReplaced(second.executionId);
  // A repeated request signs nothing more, and the first reason is kept.
  const again = await cancel(second.executionId, 'another');
  expect([again.cancelReason, again.cancelRequestedAt]).toEqual(['ordered twice', asked.cancelRequestedAt]);
  chain.resumeBlocks();
  const [one, two, three] = await Promise.all(
    [first, second, third].map(({ executionId }) => contracts.settled(executionId)),
  );
  expect([one?.status, two?.status, three?.status]).toEqual(['confirmed', 'cancelled', 'confirmed']);
  expect(await total()).toBe(before + 101);
  expect([two?.nonce, three?.nonce]).toEqual([
    required(required(one, 'one').nonce, 'one.nonce') + 1,
    required(required(one, 'one').nonce, 'one.nonce') + 2,
  ]);
  const mined = (await chain.rpc('eth_getTransactionByHash', required(two, 'two').transactionHash)) as Record<
    string,
    string
  >;
  expect(mined).toMatchObject({
    input: '0x',
    value: '0x0',
    nonce: `0x${required(required(two, 'two').nonce, 'two.nonce').toString(16)}`,
  });
  expect(mined.to?.toLowerCase()).toBe(mined.from?.toLowerCase());
  expect(two).toMatchObject({ gasUsed: 21_000, error: { reason: 'Cancelled on request: ordered twice' } });
  expect(two?.costWei).toBe(
    21_000n * required(required(two, 'two').effectiveGasPriceWei, 'two.effectiveGasPriceWei'),
  );
  const told = await factsOf(second.executionId);
  expect(told.map(({ fact }) => fact)).toEqual(['execution_started', 'execution_failed']);
  expect(told[1]?.data.error).toMatchObject({ type: 'dropped', gas_used: 21_000 });
  expect((await cancel(second.executionId)).status).toBe('cancelled');
});

test('a cancelled deployment never exists, counts as failed, and the previous one stays active', async () => {
  await chain.pauseBlocks();
  const { id } = await contracts.deploy(subject, { constructorArgs: ['5'] });
  const { core } = contracts.node;
  const reason = 'the wrong arguments';
  await cancelTransaction(core, { ...contracts.owner, kind: 'deployment', id, reason });
  await untilReplaced(id);
  chain.resumeBlocks();
  const record = await contracts.settled(id);
  expect(record).toMatchObject({ status: 'cancelled', gasUsed: 21_000 });
  expect(await chain.rpc('eth_getCode', record.to, 'latest')).toBe('0x');
  expect(toDeploymentRecord(record, 1)).toMatchObject({ status: 'cancelled', deployed_at: null });
  const told = (await contracts.facts()).filter(
    ({ data }) => data.deployment_id === `dep_${id.replaceAll('-', '')}`,
  );
  expect(told.map(({ fact }) => fact)).toEqual(['contract_deployment_failed']);
  expect(told[0]?.data.error).toMatchObject({ type: 'dropped', reason: `Cancelled on request: ${reason}` });
  const before = await total();
  await contracts.settled((await add('1')).executionId);
  expect(await total()).toBe(before + 1);
});

test('cancelled while blocks arrive, an execution is either on the chain or cancelled, as its record says', async () => {
  const before = await total();
  await chain.pauseBlocks();
  const accepted = await Promise.all(Array.from({ length: 40 }, () => add('1')));
  const [early, late] = [accepted.slice(0, 20), accepted.slice(20)];
  const asked = new Map<string, unknown>();
  const ask = async ({ executionId }: (typeof accepted)[number]) => {
    asked.set(executionId, await cancel(executionId).catch((error) => error.code));
  };
  await Promise.all(early.map(ask));
  await Promise.all(early.map(({ executionId }) => untilReplaced(executionId)));
  chain.resumeBlocks();
  await Promise.all(
    late.map(async (one, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * 10));
      await ask(one);
    }),
  );
  const records = await Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId)));
  const counts = (status: string) => records.filter((record) => record.status === status).length;
  expect(counts('confirmed') + counts('cancelled')).toBe(40);
  expect(await total()).toBe(before + counts('confirmed'));
  expect(counts('cancelled')).toBeGreaterThan(0);
  for (const record of records) {
    // The answer `invalid_state` means that it was too late to cancel.
    if (asked.get(record.id) === 'invalid_state') expect(record.status).toBe('confirmed');
    if (record.status === 'cancelled') expect(record.cancelRequestedAt).not.toBeNull();
  }
});

test('a cancellation can be requested on another node than the one that watches the chain', async () => {
  const other = await startContractsNode(contracts.options);
  try {
    await chain.pauseBlocks();
    const { executionId } = await add('1000');
    await cancel(executionId, null, other);
    await untilReplaced(executionId);
    chain.resumeBlocks();
    expect((await contracts.settled(executionId)).status).toBe('cancelled');
  } finally {
    await other.close();
  }
});

test('a settled, unknown or foreign execution cannot be cancelled', async () => {
  const { executionId } = await add('1');
  await contracts.settled(executionId);
  await expect(cancel(executionId)).rejects.toMatchObject({
    code: 'invalid_state',
    status: 409,
    message: expect.stringContaining('`confirmed`'),
  });
  const id = newUuid();
  const { core } = contracts.node;
  await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' });
  const own = { ...contracts.owner, kind: 'execution', id: executionId, reason: null } as const;
  await expect(cancelTransaction(core, { ...own, orgId: newUuid() })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(cancelTransaction(core, { ...own, kind: 'deployment' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await contracts.find(executionId)).cancelRequestedAt).toBeNull();
});
