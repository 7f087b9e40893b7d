import { type Hex, keccak256 } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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

/** A chain whose node answers sends in its own way for a while. */
let chain: TestChain;
let proxy: RpcProxy;
let contracts: ContractsFixture;
let subject: string;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  chain = await startTestChain();
  proxy = await startRpcProxy(chain.rpcUrl);
  contracts = await startContracts({ networks: [chain.settings(proxy.url)] });
  open.push(chain, proxy, contracts);
  subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
  const { id } = await contracts.deploy(subject, { constructorArgs: ['0'] });
  expect((await contracts.settled(id)).status).toBe('active');
});
afterEach(() => {
  proxy.tamper = undefined;
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

interface Call {
  id: number;
  method: string;
  params: [Hex, unknown?];
}

/** Answers sends with these fields, and passes on everything else; an undefined answer passes it on too. */
function answerSends(answer: (raw: Hex) => object | undefined): void {
  answerCalls(({ method, params: [raw] }) => (method === 'eth_sendRawTransaction' ? answer(raw) : undefined));
}

function answerCalls(answer: (call: Call) => object | undefined): void {
  proxy.tamper = async (body, next) => {
    const calls = JSON.parse(body) as Call | Call[];
    const own = new Map([calls].flat().map((call) => [call.id, answer(call)] as const));
    if ([...own.values()].every((fields) => fields === undefined)) return { status: 200, body: await next() };
    const others = [calls].flat().filter(({ id }) => own.get(id) === undefined);
    const passed = others.length === 0 ? [] : JSON.parse(await forwardTo(proxy, others));
    const changed = [...own].flatMap(([id, fields]) => (fields ? { jsonrpc: '2.0', id, ...fields } : []));
    const answers = [...passed, ...changed];
    return { status: 200, body: JSON.stringify(Array.isArray(calls) ? answers : answers[0]) };
  };
}

/** Refuses every send with this text; returns how often it did. */
function refuseSends(message: string): () => number {
  let times = 0;
  answerSends(() => {
    times++;
    return { error: { code: -32000, message } };
  });
  return () => times;
}

const addOne = () => contracts.execute(subject, { function: 'add', args: ['1'] });
const total = async () => Number(await contracts.call(subject, 'total'));
const blockNumber = async () => Number(await chain.rpc('eth_blockNumber'));
const blocksPass = async (count: number) => {
  const until = (await blockNumber()) + count;
  await expect.poll(blockNumber, { interval: 50, timeout: 50_000 }).toBeGreaterThanOrEqual(until);
};

test.each([
  'txpool is full',
  'in-flight transaction limit reached for delegated accounts',
  'nonce too high: address 0x01, tx: 7 state: 3',
  'request timed out',
])('“%s” does not end a transaction, however often it is said', async (message) => {
  const before = await total();
  const times = refuseSends(message);
  const { executionId, transactionHash } = await addOne();
  await expect.poll(times, { timeout: 50_000 }).toBeGreaterThan(7);
  proxy.tamper = undefined;
  expect(await contracts.settled(executionId)).toMatchObject({
    status: 'confirmed',
    hashes: [transactionHash],
  });
  expect(await total()).toBe(before + 1);
});

test('a wallet without money gets no higher fees to pay', async () => {
  const times = refuseSends('insufficient funds for gas * price + value: balance 0, tx cost 9, overshot 9');
  const { executionId, transactionHash } = await addOne();
  await expect.poll(times, { timeout: 50_000 }).toBeGreaterThan(7);
  proxy.tamper = undefined;
  expect(await contracts.settled(executionId)).toMatchObject({
    status: 'confirmed',
    hashes: [transactionHash],
  });
});

test('one with too little gas for this chain is given up at once, and without raising its fees', async () => {
  const before = await total();
  let refused: Hex | undefined;
  answerSends((raw) => {
    refused ??= raw;
    const message = 'intrinsic gas too low: gas 44000, minimum needed 53000';
    return raw === refused ? { error: { code: -32000, message } } : undefined;
  });
  const { executionId } = await addOne();
  const record = await contracts.settled(executionId);
  expect(record).toMatchObject({ status: 'failed', error: { type: 'dropped' } });
  expect(record.error?.reason).toContain('minimum needed 53000');
  expect(record.hashes).toHaveLength(2);
  expect(await total()).toBe(before);
});

test('fees are not raised without end while blocks leave a transaction out', async () => {
  const before = await total();
  answerSends((raw) => ({ result: keccak256(raw) }));
  // Almost ten times the usual tip: at most three raises are left.
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'], gasPrice: '9.5' });
  const hashesNow = async () => (await contracts.find(executionId)).hashes.length;
  await expect.poll(hashesNow, { timeout: 50_000 }).toBeGreaterThan(1);
  await blocksPass(24);
  expect(await hashesNow()).toBeLessThanOrEqual(4);
  proxy.tamper = undefined;
  const { status, hashes, transactionHash } = await contracts.settled(executionId);
  expect({ status, transactionHash }).toEqual({ status: 'confirmed', transactionHash: hashes.at(-1) });
  expect(await total()).toBe(before + 1);
});

test('a failure that a node without tracing and without old states cannot explain says so', async () => {
  const missing = { code: -32000, message: 'missing trie node 0b (path ) state 0x0b is not available' };
  answerCalls(({ method, params: [, at] }) => {
    if (method === 'debug_traceTransaction')
      return { error: { code: -32601, message: 'the method does not exist' } };
    return method === 'eth_call' && /^0x/.test(String(at)) ? { error: missing } : undefined;
  });
  const { executionId } = await contracts.execute(subject, {
    function: 'requireText',
    gasLimit: 100_000,
    skipSimulation: true,
  });
  const { status, error } = await contracts.settled(executionId);
  expect({ status, ...error }).toMatchObject({ status: 'failed', type: 'unknown' });
  expect(error?.reason).toMatch(/^The transaction failed in its block\. Why is unknown/);
});
