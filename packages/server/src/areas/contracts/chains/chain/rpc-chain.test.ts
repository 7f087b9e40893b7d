import { describe, expect, test } from 'vitest';
import { startRpcProxy } from '../../transactions/executions/testing/test-chain.ts';
import type { Block } from './chain.ts';
import { JsonRpc } from './json-rpc.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';
import { RpcChain } from './rpc-chain.ts';

const account = '0x0b959a0314203248708C62e18fDEdE1f31efd604';

test.each([
  // The message of geth 1.16 about an account without enough funds: the address in it is not revert data.
  [`err: insufficient funds for gas * price + value: address ${account} have 7 want 8`, '0x'],
  ['transaction 0x5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c5d8d8f6f0d7f9c1c not found', '0x'],
  ['Reverted 0x82b42900', '0x82b42900'],
  [`VM execution error: Reverted 0x4e487b71${'11'.padStart(64, '0')}`, `0x4e487b71${'11'.padStart(64, '0')}`],
])('an error message of a node without data: %s', async (message, data) => {
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

const hash = `0x${'ab'.repeat(32)}` as const;
const otherHash = `0x${'cd'.repeat(32)}` as const;
const request = { from: account, to: account, data: '0x', value: 0n } as const;
const block = {
  number: '0x7',
  hash,
  parentHash: otherHash,
  timestamp: '0x6907b000',
  baseFeePerGas: '0x7',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  transactions: [hash],
};
const receipt = {
  transactionHash: hash,
  blockHash: hash,
  blockNumber: '0x7',
  transactionIndex: '0x0',
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x7',
  logs: [{ address: account, topics: [hash], data: '0x00' }],
};

/**
 * A question, the answer of an honest node, and answers that are wrong for this question, in addition to those that are
 * wrong for all.
 */
const questions: Record<
  string,
  { ask(chain: RpcChain): Promise<unknown>; honest: unknown; lies: unknown[] }
> = {
  'the last block': {
    ask: (chain) => chain.latestBlock(),
    honest: block,
    lies: ['0x7', ...without(block, ['baseFeePerGas']), { ...block, transactions: [1] }],
  },
  'a block by its number': {
    ask: (chain) => chain.blocks([7]),
    honest: block,
    lies: [{ ...block, number: '0x8' }, ...without(block, ['baseFeePerGas'])],
  },
  'a receipt': {
    ask: (chain) => chain.receipts([hash]),
    honest: receipt,
    lies: [
      { ...receipt, transactionHash: otherHash },
      { ...receipt, logs: [{}] },
      ...without(receipt, ['effectiveGasPrice', 'logs', 'blockHash']),
    ],
  },
  logs: {
    ask: (chain) => chain.logsOf(hash),
    honest: receipt,
    lies: [{ ...receipt, logs: [{ address: '0x', topics: [], data: '0x' }] }],
  },
  'a call': { ask: (chain) => chain.call(request, 'latest'), honest: '0x01', lies: ['0x1', 'x', 7] },
  'an estimate': { ask: (chain) => chain.estimateGas(request, 'latest'), honest: '0x5208', lies: numbers() },
  'a nonce': { ask: (chain) => chain.nonces([account], 'pending'), honest: '0x1', lies: numbers() },
  'a balance': { ask: (chain) => chain.balance(account), honest: '0x1', lies: ['0x', 1, '1', '-0x1'] },
  code: { ask: (chain) => chain.code(account), honest: '0x60', lies: ['60', '0x6', 0] },
  'a price': { ask: (chain) => chain.gasPrice(), honest: '0x1', lies: ['0x', 1, '1e9'] },
};
const neverAnAnswer = [{}, [], true, '', '0xzz', `0x${'f'.repeat(65)}`];

function without(whole: object, optional: string[]): object[] {
  return Object.keys(whole)
    .filter((name) => !optional.includes(name))
    .map((name) => ({ ...whole, [name]: undefined }));
}

function numbers(): unknown[] {
  return ['0x', '', 5, '5', null, '0x20000000000000'];
}

describe.each(Object.entries(questions))('asked for %s', (_what, { ask, honest, lies }) => {
  test("a node's answer in another form is invalid: the next address is tried, and without one the answer is 503", async () => {
    let result: unknown;
    const liar = await startRpcProxy('http://127.0.0.1:9');
    const other = await startRpcProxy('http://127.0.0.1:9');
    const says = (given: () => unknown) => async (body: string) => {
      const answers = [JSON.parse(body)].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: given() }));
      return { status: 200, body: JSON.stringify(body.startsWith('[') ? answers : answers[0]) };
    };
    liar.tamper = says(() => result);
    other.tamper = says(() => honest);
    for (result of [...lies, ...neverAnAnswer]) {
      const open = (...urls: string[]) => new JsonRpc({ network: 'test', urls });
      const [alone, both, good] = [open(liar.url), open(liar.url, other.url), open(other.url)];
      const shown = JSON.stringify(result) ?? 'undefined';
      await expect(ask(new RpcChain('test', 1, alone)), shown).rejects.toThrow(NetworkUnavailableError);
      const answer = await ask(new RpcChain('test', 1, both));
      expect(JSON.stringify(answer, bigText), shown).toBe(
        JSON.stringify(await ask(new RpcChain('test', 1, good)), bigText),
      );
      await Promise.all([alone, both, good].map((rpc) => rpc.close()));
    }
    await Promise.all([liar.close(), other.close()]);
  });
});

test('if the receipts of a block have another form, each receipt is requested separately', async () => {
  const node = await startRpcProxy('http://127.0.0.1:9');
  node.tamper = async (body) => {
    const answers = [JSON.parse(body)].flat().map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_getBlockReceipts' ? [{}] : { ...receipt, transactionHash: params[0] },
    }));
    return { status: 200, body: JSON.stringify(body.startsWith('[') ? answers : answers[0]) };
  };
  const rpc = new JsonRpc({ network: 'test', urls: [node.url] });
  const hashes = Array.from({ length: 5 }, (_, i) => `0x${`${i}`.repeat(64)}` as const);
  const found = await new RpcChain('test', 1, rpc).receiptsIn(
    { hash, transactions: hashes } as Block,
    hashes,
  );
  expect(found.map(({ transactionHash }) => transactionHash)).toEqual(hashes);
  await Promise.all([rpc.close(), node.close()]);
});

function bigText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

describe('an error that says nothing about the call', () => {
  const failures = [
    { code: -32000, message: 'header not found' },
    { code: -32000, message: 'missing trie node 0b (path ) state 0x0b is not available' },
    { code: -32002, message: 'request timed out' },
    { code: -32601, message: 'the method eth_estimateGas does not exist/is not available' },
    { code: -32603, message: 'Internal error' },
    { code: -32600, message: 'Must be authenticated!' },
    { code: -32008, message: 'Initial sync is still in progress' },
  ];
  const answerWith = (fields: object) => async (body: string) => {
    const answers = [JSON.parse(body)].flat().map(({ id }) => ({ jsonrpc: '2.0', id, ...fields }));
    return { status: 200, body: JSON.stringify(body.startsWith('[') ? answers : answers[0]) };
  };
  test('is no outcome of it: the next address is asked, and without one the answer is 503', async () => {
    const broken = await startRpcProxy('http://127.0.0.1:9');
    const other = await startRpcProxy('http://127.0.0.1:9');
    other.tamper = answerWith({ result: '0x5208' });
    const alone = new JsonRpc({ network: 'test', urls: [broken.url] });
    const both = new JsonRpc({ network: 'test', urls: [broken.url, other.url] });
    for (const error of failures) {
      broken.tamper = answerWith({ error });
      const refused = new RpcChain('test', 1, alone).estimateGas(request, 'pending');
      await expect(refused, error.message).rejects.toThrow(NetworkUnavailableError);
      const answered = await new RpcChain('test', 1, both).estimateGas(request, 'pending');
      expect(answered, error.message).toEqual({ ok: true, value: 21_000 });
    }
    await Promise.all([alone, both, broken, other].map((one) => one.close()));
  });

  test('is told apart from errors about the call', async () => {
    const node = await startRpcProxy('http://127.0.0.1:9');
    const rpc = new JsonRpc({ network: 'test', urls: [node.url] });
    for (const error of [
      { code: 3, message: 'execution reverted: rate limit exceeded', data: '0x08c379a0' },
      {
        code: -32603,
        message: "VM Exception while processing transaction: reverted with reason string 'no'",
      },
      { code: -32603, message: 'EVM error StackUnderflow' },
      { code: -32000, message: 'gas required exceeds allowance (16777216)' },
    ]) {
      node.tamper = answerWith({ error });
      const outcome = await new RpcChain('test', 1, rpc).estimateGas(request, 'pending');
      expect(outcome, error.message).toMatchObject({ ok: false, failure: { message: error.message } });
    }
    await Promise.all([rpc.close(), node.close()]);
  });
});
