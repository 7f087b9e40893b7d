import { expect, test } from 'vitest';
import { startRpcProxy } from '../../transactions/executions/testing/test-chain.ts';
import { JsonRpc } from './json-rpc.ts';
import { RpcChain } from './rpc-chain.ts';

const account = '0x0b959a0314203248708C62e18fDEdE1f31efd604';

test.each([
  // As geth 1.16 says it of an account that cannot pay: the address is no data of a revert.
  [`err: insufficient funds for gas * price + value: address ${account} have 7 want 8`, '0x'],
  ['transaction 0x5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c not found', '0x'],
  ['Reverted 0x82b42900', '0x82b42900'],
  [`VM execution error: Reverted 0x4e487b71${'11'.padStart(64, '0')}`, `0x4e487b71${'11'.padStart(64, '0')}`],
])('what a node says in words alone: %s', async (message, data) => {
  const node = await startRpcProxy('http://127.0.0.1:9');
  node.tamper = async () => ({
    status: 200,
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: -32000, message } }),
  });
  const rpc = new JsonRpc({ network: 'test', urls: [node.url] });
  const chain = new RpcChain('test', 1, rpc);
  const outcome = await chain.estimateGas({ from: account, to: account, data: '0x', value: 8n }, 'pending');
  expect(outcome).toEqual({ ok: false, failure: { code: -32000, message, data } });
  await rpc.close();
  await node.close();
});
