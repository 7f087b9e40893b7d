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
/** Answers everything but what costs its provider most. */
let limited: RpcProxy;

const chainId = { method: 'eth_chainId', params: [] };
const gasPrice = { method: 'eth_gasPrice', params: [] };

/** What a limited provider makes of the answer to a call: over its limit, not there, or nothing of use. */
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
  'a call that one address leaves unanswered among others is asked of the next',
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
  'without a next one it is no answer, and those that shared its request have theirs',
  async (one) => {
    refuse = one;
    const rpc = new JsonRpc({ network: 'test', urls: [limited.url] });
    // The first goes out alone; those that come meanwhile share the next request.
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
