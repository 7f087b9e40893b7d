import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import {
  type RpcProxy,
  startRpcProxy,
  startTestChain,
  type TestChain,
} from '../../transactions/executions/testing/test-chain.ts';
import { JsonRpc } from './json-rpc.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';

let chain: TestChain;
/** Answers everything except the calls that cost its provider most. */
let limited: RpcProxy;

const chainId = { method: 'eth_chainId', params: [] };
const gasPrice = { method: 'eth_gasPrice', params: [] };

/** How a limited provider answers a call: with an error about its limit, with no answer, or with an empty one. */
const refusals = [
  (id: number) => [{ jsonrpc: '2.0', id, error: { code: -32005, message: 'daily request count exceeded' } }],
  () => [],
  (id: number) => [{ jsonrpc: '2.0', id }],
];
let refuse = required(refusals[0], 'refusals[0]');

beforeAll(async () => {
  chain = await startTestChain();
  limited = await startRpcProxy(chain.rpcUrl);
  limited.tamper = async (body, next) => {
    const calls = [JSON.parse(body)].flat() as { id: number; method: string }[];
    const isCostly = new Set(calls.filter(({ method }) => method === 'eth_gasPrice').map(({ id }) => id));
    const answers = [JSON.parse(await next())].flat() as { id: number }[];
    const kept = answers.flatMap((answer) => (isCostly.has(answer.id) ? refuse(answer.id) : [answer]));
    return { status: 200, body: JSON.stringify(body.startsWith('[') ? kept : (kept[0] ?? {})) };
  };
});
afterAll(async () => {
  await limited?.close();
  await chain?.close();
});

test.each(refusals)(
  'a call of a batch that one address does not answer is sent to the next address',
  async (one) => {
    refuse = one;
    const rpc = new JsonRpc({ network: 'test', urls: [limited.url, chain.rpcUrl] });
    const results = await rpc.batch([chainId, gasPrice, chainId]);
    expect(results).toEqual([
      { result: '0x182b9' },
      { result: expect.stringMatching(/^0x/) },
      { result: '0x182b9' },
    ]);
    await rpc.close();
  },
);

test.each(refusals)(
  'without another address the call fails, and the other calls of the batch get their answers',
  async (one) => {
    refuse = one;
    const rpc = new JsonRpc({ network: 'test', urls: [limited.url] });
    // The first request is sent alone; later ones share the next request.
    const [, gas, id] = await Promise.allSettled([
      rpc.call('lane', 'eth_chainId', []),
      rpc.call('lane', 'eth_gasPrice', []),
      rpc.call('lane', 'eth_chainId', []),
    ]);
    expect(gas).toMatchObject({ status: 'rejected', reason: expect.any(NetworkUnavailableError) });
    expect(id).toEqual({ status: 'fulfilled', value: { result: '0x182b9' } });
    await expect(rpc.call('alone', 'eth_gasPrice', [])).rejects.toThrow(NetworkUnavailableError);
    await expect(rpc.batch([chainId, gasPrice])).rejects.toThrow(NetworkUnavailableError);
    await rpc.close();
  },
);

test('an address of another chain is skipped, and named if there is no other address', async () => {
  const other = await startRpcProxy(chain.rpcUrl);
  other.tamper = async (body) => {
    const answers = [JSON.parse(body)].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
    return { status: 200, body: JSON.stringify(body.startsWith('[') ? answers : answers[0]) };
  };
  const both = new JsonRpc({ network: 'test', urls: [other.url, chain.rpcUrl], chainId: chain.chainId });
  expect(await both.call('lane', 'eth_chainId', [])).toEqual({ result: '0x182b9' });
  const alone = new JsonRpc({ network: 'test', urls: [other.url], chainId: chain.chainId });
  await expect(alone.call('lane', 'eth_gasPrice', [])).rejects.toThrow(
    /another chain: 1 instead of 99001.*NETWORK_TEST_RPC_URL/,
  );
  await Promise.all([both.close(), alone.close(), other.close()]);
});

test('an endless answer is cut off, and the next address is tried', async () => {
  const endless = await startRpcProxy(chain.rpcUrl);
  endless.tamper = async () => ({
    status: 200,
    body: `{"jsonrpc":"2.0","id":0,"result":"0x${'0'.repeat(40_000_000)}"}`,
  });
  const rpc = new JsonRpc({ network: 'test', urls: [endless.url, chain.rpcUrl], deadlineMs: 10_000 });
  expect(await rpc.call('lane', 'eth_chainId', [])).toEqual({ result: '0x182b9' });
  await Promise.all([rpc.close(), endless.close()]);
});
