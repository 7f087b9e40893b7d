import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { endsWithin } from '../../../../../kit/threads/ends-within.fixture.ts';
import { LocalSigner, newPrivateKey } from '../../../chains/signers/local-signer.ts';
import { signTransaction } from '../../../chains/signers/sign-transaction.ts';
import { type ContractsFixture, startContracts } from '../testing/contracts-fixture.ts';
import {
  forwardTo,
  type RpcProxy,
  startRpcProxy,
  startTestChain,
  TEST_NETWORK,
  type TestChain,
} from '../testing/test-chain.ts';
import { compileSubject } from '../testing/test-contract.ts';

/** One service with several chains as networks. */
let contracts: ContractsFixture;
let chain: TestChain;
/** In front of `chain`; the others are reached directly. */
let proxy: RpcProxy;
let smallBlocks: TestChain;
/** On every network except the one whose address belongs to another chain. */
let subject: string;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  chain = await startTestChain();
  smallBlocks = await startTestChain(['--block-time', '0.05']);
  const legacy = await startTestChain(['--block-time', '0.1', '--hardfork', 'berlin']);
  open.push(chain, smallBlocks, legacy);
  proxy = await startRpcProxy(chain.rpcUrl);
  open.push(proxy);
  contracts = await startContracts({
    networks: [
      chain.settings(proxy.url),
      { ...smallBlocks.settings(), name: 'small_blocks' },
      { ...legacy.settings(), name: 'legacy' },
      { ...chain.settings(), name: 'mistaken', chainId: 5 },
    ],
  });
  open.push(contracts);
  subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
  const deployments = await Promise.all(
    [TEST_NETWORK, 'small_blocks'].map((network) =>
      contracts.deploy(subject, { network, constructorArgs: ['0'] }),
    ),
  );
  for (const { id } of deployments) expect((await contracts.settled(id)).status).toBe('active');
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

/** Adds 1 this many times; resolves when every execution is settled. */
async function addOnes(count: number, confirmationsRequired = 1, network = TEST_NETWORK) {
  const accepted = await Promise.all(
    Array.from({ length: count }, () =>
      contracts.execute(subject, { network, function: 'add', args: ['1'], confirmationsRequired }),
    ),
  );
  return {
    accepted,
    settled: () => Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId))),
  };
}

const total = async (network = TEST_NETWORK) => Number(await contracts.call(subject, 'total', [], network));

async function blockNumber(chain: TestChain): Promise<number> {
  return Number(await chain.rpc('eth_blockNumber'));
}

describe('a reorganization of the chain', () => {
  const reorgs: number[] = [];
  beforeAll(() => {
    contracts.node.onBlock(({ reorgDepth }) => reorgs.push(reorgDepth));
  });

  test.each([1, 2, 3, 4, 5])(
    'of depth %i: nothing is confirmed on a replaced block, and everything is mined again',
    async (depth) => {
      const before = await total();
      const confirmations = depth + 3;
      // One block at a time, because a reorganization deeper than the confirmations is another case.
      await chain.pauseBlocks();
      const { accepted, settled } = await addOnes(20, confirmations);
      const ids = new Set(accepted.map(({ executionId }) => `exe_${executionId.replaceAll('-', '')}`));
      const first = required(accepted[0], 'accepted[0]').executionId;
      await expect
        .poll(async () => Number(((await chain.rpc('txpool_status')) as { pending: string }).pending))
        .toBe(20);
      await chain.rpc('evm_mine');
      await expect
        .poll(async () => (await contracts.find(first)).blockNumber, { interval: 10 })
        .not.toBeNull();
      const mined = await contracts.find(first);
      // So deep that the block with the transactions is replaced.
      for (let i = 1; i < depth; i++) await chain.rpc('evm_mine');
      await chain.rpc('anvil_reorg', depth, []);
      chain.resumeBlocks();
      const records = await settled();
      for (const record of records) {
        expect(record.status).toBe('confirmed');
        const block = (await chain.rpc(
          'eth_getBlockByNumber',
          `0x${required(record.blockNumber, 'record.blockNumber').toString(16)}`,
          false,
        )) as {
          hash: string;
          transactions: string[];
        };
        expect(block.hash).toBe(record.blockHash);
        expect(block.transactions).toContain(record.transactionHash);
        expect(record.confirmations).toBeGreaterThanOrEqual(confirmations);
      }
      expect(records[0]?.blockHash).not.toBe(mined.blockHash);
      expect(await total()).toBe(before + 20);
      const told = (await contracts.facts()).filter(
        ({ fact, data }) => fact === 'execution_confirmed' && ids.has(String(data.execution_id)),
      );
      expect(told).toHaveLength(20);
      for (const { data } of told) expect(data.confirmations).toBeGreaterThanOrEqual(confirmations);
    },
  );

  test('deeper than the confirmations does not stop anything: removed transactions are mined again before new ones', async () => {
    const before = await total();
    await chain.pauseBlocks();
    chain.resumeBlocks(30);
    const { settled } = await addOnes(5, 1);
    const highest = Math.max(
      ...(await settled()).map(({ blockNumber }) => required(blockNumber, 'blockNumber')),
    );
    await chain.pauseBlocks();
    await chain.rpc('anvil_reorg', (await blockNumber(chain)) - highest + 3, []);
    expect(await total()).toBeLessThan(before + 5);
    chain.resumeBlocks(30);
    const later = await addOnes(5, 1);
    for (const record of await later.settled()) expect(record.status).toBe('confirmed');
    expect(await total()).toBe(before + 10);
    await chain.pauseBlocks();
    chain.resumeBlocks();
  });

  test('was reported to those who listen for blocks', () => {
    // The depth that the service sees depends on how many of the replaced blocks it had seen.
    expect(reorgs.filter((depth) => depth > 0).length).toBeGreaterThan(0);
  });
});

test('all executions are confirmed through a proxy that breaks three of ten answers', async () => {
  const before = await total();
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const seen = new Map<string, number>();
  proxy.tamper = async (body, next) => {
    const whole = async () => ({ status: 200, body: await next() });
    if (random() >= 0.3) return whole();
    const kinds = [
      '429',
      '503',
      'lost answer',
      'hang up',
      'already known',
      'nonce too low',
      'nonce too high',
    ];
    const kind = required(kinds[Math.floor(random() * kinds.length)], 'a kind');
    const isSend = body.includes('eth_sendRawTransaction');
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (kind === '429' || kind === '503') return { status: Number(kind), body: 'later' };
    if (kind === 'hang up') return 'hang up';
    if (kind === 'lost answer') {
      await next();
      return 'hang up';
    }
    if (!isSend) return whole();
    // Errors of a node that has a transaction, or claims to have it; the last two are not passed on at all.
    if (kind === 'already known') await next();
    const calls = JSON.parse(body) as { id: number } | { id: number }[];
    const refuse = ({ id }: { id: number }) => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32000, message: kind },
    });
    return { status: 200, body: JSON.stringify(Array.isArray(calls) ? calls.map(refuse) : refuse(calls)) };
  };
  const ids: string[] = [];
  // A client repeats requests that failed because of the network, with the same key.
  const submit = async (idempotencyKey: string): Promise<void> => {
    const answer = await contracts
      .execute(subject, { function: 'add', args: ['1'], idempotencyKey })
      .catch((error) => error);
    if (answer.executionId !== undefined) return void ids.push(answer.executionId);
    expect(answer.code).toBe('network_unavailable');
    return submit(idempotencyKey);
  };
  const client = async (_: unknown, number: number) => {
    for (let i = 0; i < 25; i++) await submit(`key ${number}.${i}`);
  };
  await Promise.all(Array.from({ length: 8 }, client));
  const records = await Promise.all(ids.map((id) => contracts.settled(id)));
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  expect(seen.size).toBe(7);
  proxy.tamper = undefined;
  expect(await total()).toBe(before + 200);
});

test('after a quiet time without watching blocks, a new transaction does not count as waiting for long', async () => {
  await (await addOnes(1)).settled();
  await chain.pauseBlocks();
  await chain.rpc('anvil_mine', '0x10');
  const { accepted, settled } = await addOnes(1);
  const head = await blockNumber(chain);
  await expect.poll(() => contracts.node.core.pipeline.headOf(TEST_NETWORK), { interval: 10 }).toBe(head);
  // The service checks pending transactions after each new block.
  await chain.rpc('anvil_mine', '0x1');
  const [record] = await settled();
  expect(record?.hashes).toEqual([accepted[0]?.transactionHash]);
  chain.resumeBlocks();
});

test('transactions that a node drops from its pool are sent again', async () => {
  const before = await total();
  await chain.pauseBlocks();
  const { accepted, settled } = await addOnes(30);
  await expect
    .poll(async () => Number(((await chain.rpc('txpool_status')) as { pending: string }).pending), {
      interval: 20,
    })
    .toBe(30);
  for (const { transactionHash } of accepted.slice(10))
    await chain.rpc('anvil_dropTransaction', transactionHash);
  chain.resumeBlocks();
  const records = await settled();
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  expect(await total()).toBe(before + 30);
});

/** Sends transfers of another account that pays any price. */
async function crowd(chain: TestChain, count: number): Promise<void> {
  const signer = new LocalSigner(newPrivateKey());
  await chain.rpc('anvil_setBalance', signer.address, `0x${(10n ** 24n).toString(16)}`);
  const fees = { type: 'eip1559', maxFeePerGas: 10n ** 15n, maxPriorityFeePerGas: 10n ** 9n } as const;
  const shared = {
    chainId: chain.chainId,
    to: signer.address,
    data: '0x',
    value: 0n,
    gas: 21_000,
    fees,
  } as const;
  const signed = await Promise.all(
    Array.from({ length: count }, (_, nonce) => signTransaction({ ...shared, nonce }, signer)),
  );
  await chain.send(signed.map(({ raw }) => raw));
}

test('small blocks full of other transactions raise the price tenfold, and all executions are still confirmed in order', async () => {
  const chain = smallBlocks;
  await chain.pauseBlocks();
  // Fourteen transfers fill a block, and each full block raises the base fee by an eighth.
  await chain.rpc('evm_setBlockGasLimit', '0x493e0');
  await chain.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(10n ** 9n).toString(16)}`);
  await chain.rpc('evm_mine');
  const before = await blockNumber(chain);
  // The other transfers are first in the pool, and the executions after them get their price before the first full
  // block.
  await crowd(chain, 450);
  const { settled } = await addOnes(100, 1, 'small_blocks');
  chain.resumeBlocks(50);
  const { settled: laterSettled } = await addOnes(100, 1, 'small_blocks');
  const records = [...(await settled()), ...(await laterSettled())];
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  const last = Math.max(...records.map((record) => required(record.blockNumber, 'record.blockNumber')));
  const baseFees = await Promise.all(
    Array.from({ length: last - before + 1 }, async (_, i) => {
      const number = `0x${(before + i).toString(16)}`;
      const block = (await chain.rpc('eth_getBlockByNumber', number, false)) as { baseFeePerGas: string };
      return Number(block.baseFeePerGas);
    }),
  );
  expect(Math.max(...baseFees) / required(baseFees[0], 'baseFees[0]')).toBeGreaterThan(10);
  // Transactions that were too cheap when their turn came were replaced.
  const replaced = records.filter(({ hashes }) => hashes.length > 1);
  expect(replaced.length).toBeGreaterThan(10);
  for (const record of replaced) expect(record.hashes).toContain(record.transactionHash);
  records.sort((a, b) => required(a.nonce, 'a.nonce') - required(b.nonce, 'b.nonce'));
  const places = records.map(
    (record) =>
      required(record.blockNumber, 'record.blockNumber') * 1_000 +
      required(record.transactionIndex, 'record.transactionIndex'),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(await total('small_blocks')).toBe(200);
});

test('another program’s use of the account only affects transactions sent at that time', async () => {
  const before = await total();
  const used = Number(await chain.rpc('eth_getTransactionCount', chain.account, 'latest'));
  await chain.rpc('anvil_setNonce', chain.account, `0x${(used + 3).toString(16)}`);
  const lost = await contracts.execute(subject, { function: 'add', args: ['1'] });
  expect(await contracts.settled(lost.executionId)).toMatchObject({
    status: 'failed',
    error: { type: 'dropped' },
  });
  const { settled } = await addOnes(5);
  expect((await settled()).map(({ status }) => status)).toEqual(Array(5).fill('confirmed'));
  expect(await total()).toBe(before + 5);
});

test('a transaction that a node refuses for good is given up, and does not block later ones', async () => {
  const before = await total();
  const poison = `0x${'66'.repeat(32)}`;
  proxy.tamper = async (body, next) => {
    if (!body.includes(poison.slice(2))) return { status: 200, body: await next() };
    type Call = { id: number; method: string; params: string[] };
    const calls = JSON.parse(body) as Call | Call[];
    const list = Array.isArray(calls) ? calls : [calls];
    const taken = list.filter(
      ({ method, params }) =>
        method !== 'eth_sendRawTransaction' || !required(params[0], 'params[0]').includes(poison.slice(2)),
    );
    const answers = list
      .filter((call) => !taken.includes(call))
      .map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no such thing here' } }));
    const others = taken.length === 0 ? [] : JSON.parse(await forwardTo(proxy, taken));
    const all = [...answers, ...others];
    return { status: 200, body: JSON.stringify(Array.isArray(calls) ? all : all[0]) };
  };
  const first = await contracts.execute(subject, { function: 'mark', args: [poison] });
  const { settled } = await addOnes(10);
  const records = await settled();
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  const given = await contracts.settled(first.executionId);
  expect(given).toMatchObject({ status: 'failed', error: { type: 'dropped' } });
  expect(given.error?.reason).toContain('no such thing here');
  proxy.tamper = undefined;
  expect(await contracts.call(subject, 'keys', [poison])).toBe('0');
  expect(await total()).toBe(before + 10);
});

test('a network that does not answer is reported within 3 seconds, and records can still be read', async () => {
  proxy.tamper = () => new Promise(() => {});
  const refused = contracts.execute(subject, { function: 'add', args: ['1'] });
  expect(await endsWithin(3_500, refused)).toBe(true);
  await expect(refused).rejects.toMatchObject({ code: 'network_unavailable', status: 503, field: 'network' });
  proxy.tamper = undefined;
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'] });
  expect((await contracts.settled(executionId)).status).toBe('confirmed');
});

test('an address of the wrong chain is refused', async () => {
  const refused = contracts.deploy(subject, { network: 'mistaken', constructorArgs: ['0'] });
  await expect(refused).rejects.toMatchObject({
    code: 'network_unavailable',
    message: expect.stringContaining('99001'),
  });
});

test('a chain without EIP-1559 gets transactions with one price, and the cost is exact', async () => {
  // Bytecode that every chain can run: the compiler's output has instructions that this chain does not know.
  const abi = [{ type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' }];
  const id = await contracts.register({ abi, bytecode: '0x6001600c60003960016000f300', network: 'legacy' });
  expect((await contracts.settled((await contracts.deploy(id)).id)).status).toBe('active');
  const { executionId } = await contracts.execute(id, { function: 'ping' });
  const record = await contracts.settled(executionId);
  expect(record).toMatchObject({ status: 'confirmed', fees: { type: 'legacy' } });
  const { gasPrice } = record.fees as { gasPrice: bigint };
  expect(record.costWei).toBe(BigInt(required(record.gasUsed, 'record.gasUsed')) * gasPrice);
});
