import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractsFixture, startContracts } from '../testing/contracts-fixture.ts';
import {
  type RpcProxy,
  startRpcProxy,
  startTestChain,
  TEST_NETWORK,
  type TestChain,
} from '../testing/test-chain.ts';
import { compileSubject } from '../testing/test-contract.ts';

/** Makes a block only when it has a transaction, as geth's developer chain and some rollups do. */
let chain: TestChain;
let proxy: RpcProxy;
let contracts: ContractsFixture;
let subject: string;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  chain = await startTestChain([]);
  proxy = await startRpcProxy(chain.rpcUrl);
  contracts = await startContracts({ networks: [chain.settings(proxy.url)] });
  open.push(chain, proxy, contracts);
  subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
  const { id } = await contracts.deploy(subject, { constructorArgs: ['0'] });
  expect((await contracts.settled(id)).status).toBe('active');
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

const addOne = () => contracts.execute(subject, { function: 'add', args: ['1'] });
const total = async () => Number(await contracts.call(subject, 'total'));

/** Answers the sends of one transaction in this way, and everything else as the node does. */
function tamperSend(times: number, answer: (ids: number[]) => string | undefined): void {
  let left = times;
  proxy.tamper = async (body, next) => {
    if (left === 0 || !body.includes('eth_sendRawTransaction')) return { status: 200, body: await next() };
    left--;
    const calls = [JSON.parse(body)].flat() as { id: number }[];
    const changed = answer(calls.map(({ id }) => id));
    return changed === undefined ? 'hang up' : { status: 200, body: changed };
  };
}

test('a transaction that did not reach the node is sent again, though no block comes without it', async () => {
  const before = await total();
  // The request, and the second one without company.
  tamperSend(2, () => undefined);
  const { executionId } = await addOne();
  expect((await contracts.settled(executionId)).status).toBe('confirmed');
  expect(await total()).toBe(before + 1);
});

test('a fee that became too low is raised, though no block comes without the transaction', async () => {
  const before = await total();
  const { executionId, transactionHash } = await (async () => {
    tamperSend(1, (ids) => {
      const error = {
        code: -32000,
        message: 'max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 2',
      };
      const answers = ids.map((id) => ({ jsonrpc: '2.0', id, error }));
      return JSON.stringify(answers.length === 1 ? answers[0] : answers);
    });
    return addOne();
  })();
  const record = await contracts.settled(executionId);
  expect(record).toMatchObject({ status: 'confirmed', hashes: [transactionHash, record.transactionHash] });
  expect(await total()).toBe(before + 1);
});
