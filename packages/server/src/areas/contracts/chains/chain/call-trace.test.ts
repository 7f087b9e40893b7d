import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readCallTrace, readFlatTrace } from './call-trace.ts';
import { JsonRpc } from './json-rpc.ts';
import { RpcChain } from './rpc-chain.ts';

let server: Server | undefined;
let rpc: JsonRpc | undefined;
afterEach(async () => {
  await rpc?.close();
  server?.close();
});

/** A node that answers every call with this text. */
async function chainThatAnswers(answer: object | string): Promise<RpcChain> {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        typeof answer === 'string' ? answer : JSON.stringify({ jsonrpc: '2.0', id: 0, ...answer }),
      );
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  rpc = new JsonRpc({ network: 'test', urls: [`http://127.0.0.1:${port}`] });
  return new RpcChain('test', 1, rpc);
}

const HASH = `0x${'ab'.repeat(32)}` as const;

test.each([
  [{ error: { code: -32601, message: 'the method debug_traceTransaction does not exist' } }, 'not_offered'],
  [{ error: { code: -32600, message: 'not on this plan' } }, 'not_offered'],
  [{ error: { code: -32000, message: 'required historical state unavailable' } }, 'not_kept'],
  [{ result: null }, 'not_kept'],
  [{ result: { gas: 21_000, structLogs: [] } }, 'not_kept'],
  [{ result: { type: 'CALL', input: `0x${'00'.repeat(600_000)}` } }, 'too_large'],
])('for the answer %j the state is %s', async (answer, state) => {
  const chain = await chainThatAnswers(answer);
  expect(await chain.callsOf(HASH)).toEqual({ state });
});

test('a node that only supports the tracing of OpenEthereum is read too', () => {
  const [from, to] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
  const trace = readFlatTrace([
    {
      type: 'call',
      traceAddress: [],
      result: { gasUsed: '0x64', output: '0x01' },
      action: { callType: 'call', from, to, input: '0x12345678', value: '0x5' },
    },
    {
      type: 'create',
      traceAddress: [0],
      action: { from: to, init: '0x60', creationMethod: 'create2' },
      result: { address: from, code: '0x00', gasUsed: '0x10' },
    },
    {
      type: 'call',
      traceAddress: [1],
      action: { callType: 'staticcall', from: to, to },
      error: 'Reverted',
    },
  ]);
  expect(trace).toMatchObject({
    state: 'traced',
    calls: [
      { type: 'CALL', depth: 0, from, to, input: '0x12345678', output: '0x01', valueWei: 5n, gasUsed: 100 },
      { type: 'CREATE2', depth: 1, from: to, to: from, input: '0x60', output: '0x00', error: null },
      { type: 'STATICCALL', depth: 1, error: 'Reverted', gasUsed: 0 },
    ],
  });
  expect(readFlatTrace([])).toEqual({ state: 'not_kept' });
  expect(readFlatTrace(null)).toEqual({ state: 'not_kept' });
});

test('a node whose answer is not JSON counts as unavailable, not as one without traces', async () => {
  const chain = await chainThatAnswers('<html>busy</html>');
  await expect(chain.callsOf(HASH)).rejects.toMatchObject({ code: 'network_unavailable' });
});

test('nested calls are in the order in which they were made, at any depth', () => {
  const nested = (depth: number): object => ({
    type: `D${depth}`,
    ...(depth < 1_000 && { calls: [nested(depth + 1)] }),
  });
  const trace = readCallTrace({ type: 'A', calls: [{ type: 'B', calls: [{ type: 'C' }] }, nested(1)] });
  const calls = trace.state === 'traced' ? trace.calls : [];
  expect(calls.slice(0, 4).map(({ type, depth }) => [type, depth])).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 2],
    ['D1', 1],
  ]);
  expect(calls.length).toBe(1_003);
});
