import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LocalSigner, newPrivateKey } from '../../signers/local-signer.ts';
import { signTransaction } from '../../signers/sign-transaction.ts';
import { type ContractsFixture, startContracts } from '../testing/contracts-fixture.ts';
import {
  forwardTo,
  type RpcProxy,
  startRpcProxy,
  startTestChain,
  TEST_NETWORK,
  type TestChain,
} from '../testing/test-chain.ts';
import { type CompiledSubject, compileSubject } from '../testing/test-contract.ts';

let code: CompiledSubject;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  code = await compileSubject();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(chainArgs?: string[], viaProxy = false) {
  const chain = await startTestChain(chainArgs);
  open.push(chain);
  let proxy: RpcProxy | undefined;
  if (viaProxy) {
    proxy = await startRpcProxy(chain.rpcUrl);
    open.push(proxy);
  }
  const contracts = await startContracts({ networks: [chain.settings(proxy?.url)] });
  open.push(contracts);
  const subject = await contracts.register({ ...code, network: TEST_NETWORK });
  const deployment = await contracts.deploy(subject, { constructorArgs: ['0'] });
  expect((await contracts.settled(deployment.id)).status).toBe('active');
  return { chain, contracts, subject, proxy };
}

/** Adds 1 so often; resolves when each has its last word. */
async function addOnes(
  contracts: ContractsFixture,
  subject: string,
  count: number,
  confirmationsRequired = 1,
) {
  const accepted = await Promise.all(
    Array.from({ length: count }, () =>
      contracts.execute(subject, { function: 'add', args: ['1'], confirmationsRequired }),
    ),
  );
  return {
    accepted,
    settled: () => Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId))),
  };
}

async function blockNumber(chain: TestChain): Promise<number> {
  return Number(await chain.rpc('eth_blockNumber'));
}

describe('a reorganization of the chain', () => {
  let shared: Awaited<ReturnType<typeof start>>;
  const parts: { close(): Promise<void> }[] = [];
  const reorgs: number[] = [];
  beforeAll(async () => {
    shared = await start();
    shared.contracts.node.onBlock(({ reorgDepth }) => reorgs.push(reorgDepth));
    parts.push(...open.splice(0));
  });
  afterAll(async () => {
    for (const part of parts.reverse()) await part.close();
  });

  test.each([1, 2, 3, 4, 5])(
    'of depth %i: nothing is confirmed on a replaced block, and all lands again',
    async (depth) => {
      const { chain, contracts, subject } = shared;
      const before = Number(await contracts.call(subject, 'total'));
      const required = depth + 3;
      const { accepted, settled } = await addOnes(contracts, subject, 20, required);
      const ids = new Set(accepted.map(({ executionId }) => `exe_${executionId.replaceAll('-', '')}`));
      const first = accepted[0]!.executionId;
      await expect
        .poll(async () => (await contracts.find(first)).blockNumber, { interval: 10 })
        .not.toBeNull();
      const mined = await contracts.find(first);
      // So deep that the block that holds them is replaced.
      while ((await blockNumber(chain)) < mined.blockNumber! + depth - 1)
        await new Promise((r) => setTimeout(r, 10));
      await chain.rpc('anvil_reorg', (await blockNumber(chain)) - mined.blockNumber! + 1, []);
      const records = await settled();
      for (const record of records) {
        expect(record.status).toBe('confirmed');
        const block = (await chain.rpc(
          'eth_getBlockByNumber',
          `0x${record.blockNumber!.toString(16)}`,
          false,
        )) as {
          hash: string;
          transactions: string[];
        };
        expect(block.hash).toBe(record.blockHash);
        expect(block.transactions).toContain(record.transactionHash);
        expect(record.confirmations).toBeGreaterThanOrEqual(required);
      }
      expect(records[0]!.blockHash).not.toBe(mined.blockHash);
      expect(await contracts.call(subject, 'total')).toBe(String(before + 20));
      const told = (await contracts.facts()).filter(
        ({ fact, data }) => fact === 'execution_confirmed' && ids.has(String(data.execution_id)),
      );
      expect(told).toHaveLength(20);
      for (const { data } of told) expect(data.confirmations).toBeGreaterThanOrEqual(required);
    },
  );

  test('was told to those who listen for blocks', () => {
    // How deep one looks depends on how many of the replaced blocks had been seen.
    expect(reorgs.filter((depth) => depth > 0).length).toBeGreaterThan(0);
  });
});

test('all executions land through a proxy that breaks three answers in ten', async () => {
  const { contracts, subject, proxy } = await start(undefined, true);
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const seen = new Map<string, number>();
  proxy!.tamper = async (body, next) => {
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
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    const isSend = body.includes('eth_sendRawTransaction');
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (kind === '429' || kind === '503') return { status: Number(kind), body: 'later' };
    if (kind === 'hang up') return 'hang up';
    if (kind === 'lost answer') {
      await next();
      return 'hang up';
    }
    if (!isSend) return whole();
    // What a node says of a transaction that it has, or claims to have; the last two are not passed on at all.
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
  // A client tries again what was refused for the network, under the same key.
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
  proxy!.tamper = undefined;
  expect(await contracts.call(subject, 'total')).toBe('200');
});

test('transactions that a node throws out of its pool are sent again', async () => {
  const { chain, contracts, subject } = await start();
  await chain.pauseBlocks();
  const { accepted, settled } = await addOnes(contracts, subject, 30);
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
  expect(await contracts.call(subject, 'total')).toBe('30');
});

/** Sends transfers of somebody else's who pays any price. */
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
  await Promise.all(signed.map(({ raw }) => chain.rpc('eth_sendRawTransaction', raw)));
}

test('small blocks full of others raise the price thirtyfold, and all executions land in order all the same', async () => {
  const { chain, contracts, subject } = await start(['--block-time', '0.05']);
  const before = await blockNumber(chain);
  // Fourteen transfers fill a block, and each full one raises the base fee by an eighth.
  await chain.rpc('evm_setBlockGasLimit', '0x493e0');
  const { settled } = await addOnes(contracts, subject, 100);
  await crowd(chain, 520);
  const { settled: laterSettled } = await addOnes(contracts, subject, 100);
  const records = [...(await settled()), ...(await laterSettled())];
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  const last = Math.max(...records.map((record) => record.blockNumber!));
  const baseFees = await Promise.all(
    Array.from({ length: last - before + 1 }, async (_, i) => {
      const number = `0x${(before + i).toString(16)}`;
      const block = (await chain.rpc('eth_getBlockByNumber', number, false)) as { baseFeePerGas: string };
      return Number(block.baseFeePerGas);
    }),
  );
  expect(Math.max(...baseFees) / Math.min(...baseFees)).toBeGreaterThan(30);
  // Whose turn came when they were too cheap for it were offered again.
  const replaced = records.filter(({ hashes }) => hashes.length > 1);
  expect(replaced.length).toBeGreaterThan(10);
  for (const record of replaced) expect(record.hashes).toContain(record.transactionHash);
  records.sort((a, b) => a.nonce! - b.nonce!);
  const places = records.map((record) => record.blockNumber! * 1_000 + record.transactionIndex!);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(await contracts.call(subject, 'total')).toBe('200');
});

test('what a node refuses for good is given up, and holds up nothing behind it', async () => {
  const { contracts, subject, proxy } = await start(undefined, true);
  const poison = `0x${'66'.repeat(32)}`;
  proxy!.tamper = async (body, next) => {
    if (!body.includes('eth_sendRawTransaction') || !body.includes(poison.slice(2))) {
      return { status: 200, body: await next() };
    }
    const calls = JSON.parse(body) as { id: number; params: string[] } | { id: number; params: string[] }[];
    const list = Array.isArray(calls) ? calls : [calls];
    const taken = list.filter(({ params }) => !params[0]!.includes(poison.slice(2)));
    const answers = list
      .filter((call) => !taken.includes(call))
      .map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no such thing here' } }));
    const others = taken.length === 0 ? [] : JSON.parse(await forwardTo(proxy!, taken));
    const all = [...answers, ...others];
    return { status: 200, body: JSON.stringify(Array.isArray(calls) ? all : all[0]) };
  };
  const first = await contracts.execute(subject, { function: 'mark', args: [poison] });
  const { settled } = await addOnes(contracts, subject, 10);
  const records = await settled();
  expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
  const given = await contracts.settled(first.executionId);
  expect(given).toMatchObject({ status: 'failed', error: { type: 'dropped' } });
  expect(given.error!.reason).toContain('no such thing here');
  expect(await contracts.call(subject, 'keys', [poison])).toBe('0');
  expect(await contracts.call(subject, 'total')).toBe('10');
});

test('a network that does not answer is told within 3 seconds, and reads of records go on', async () => {
  const { contracts, subject, proxy } = await start(undefined, true);
  proxy!.tamper = () => new Promise(() => {});
  const startedAt = performance.now();
  await expect(contracts.execute(subject, { function: 'add', args: ['1'] })).rejects.toMatchObject({
    code: 'network_unavailable',
    status: 503,
    field: 'network',
  });
  expect(performance.now() - startedAt).toBeLessThan(3_500);
  proxy!.tamper = undefined;
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'] });
  expect((await contracts.settled(executionId)).status).toBe('confirmed');
});

test('an address that serves another chain than it should is refused', async () => {
  const chain = await startTestChain();
  open.push(chain);
  const contracts = await startContracts({ networks: [{ ...chain.settings(), chainId: 5 }] });
  open.push(contracts);
  const subject = await contracts.register({ ...code, network: TEST_NETWORK });
  await expect(contracts.deploy(subject, { constructorArgs: ['0'] })).rejects.toMatchObject({
    code: 'network_unavailable',
    message: expect.stringContaining('99001'),
  });
});
