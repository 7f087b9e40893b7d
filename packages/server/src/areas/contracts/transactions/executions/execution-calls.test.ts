import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toExecutionCall } from './execution-calls.schema.ts';
import { listExecutionCalls } from './list-execution-calls.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { compileOnce } from './testing/test-contract.ts';

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Vault {
    error Full(uint256 most);
    uint256 public kept;
    function keep(uint256 amount) external payable returns (uint256 total) {
        if (kept + amount > 10) revert Full(10);
        kept += amount;
        return kept;
    }
}
contract Till {
    Vault vault;
    bool public wasKept;
    constructor(Vault where) { vault = where; }
    function pay(uint256 amount) external payable { vault.keep{value: msg.value}(amount); }
    function tryToPay(uint256 amount) external {
        try vault.keep(amount) { wasKept = true; } catch { wasKept = false; }
    }
    function payOften(uint256 times) external { for (uint256 i = 0; i < times; i++) vault.kept(); }
}
`;

let contracts: ContractsFixture;
let till: string;
let vault: string;

beforeAll(async () => {
  contracts = await startContracts();
  const [vaultCode, tillCode] = [await compileOnce(source, 'Vault'), await compileOnce(source, 'Till')];
  vault = await contracts.register(vaultCode);
  const { to } = await contracts.settled((await contracts.deploy(vault, {})).id);
  till = await contracts.register(tillCode);
  await contracts.settled((await contracts.deploy(till, { constructorArgs: [to] })).id);
});
afterAll(() => contracts?.close());

async function execute(request: {
  function: string;
  args: string[];
  value?: string;
}): Promise<TransactionRecord> {
  const { executionId } = await contracts.execute(till, request);
  return contracts.settled(executionId);
}

const read = (record: TransactionRecord, page = { limit: 50, offset: 0 }) =>
  listExecutionCalls(contracts.node.core, record, page);

test("each call is before the calls that it made, with names, values and gas, decoded with the environment's ABIs", async () => {
  const record = await execute({ function: 'pay', args: ['3'], value: '5' });
  const { state, calls, total } = await read(record);
  expect({ state, total }).toEqual({ state: 'traced', total: 2 });
  expect(calls.map(toExecutionCall)).toMatchObject([
    {
      type: 'CALL',
      depth: 0,
      function: 'pay(uint256)',
      value_wei: '5',
      error: null,
      contract: { id: expect.stringMatching(/^ctr_/), version: '1.0.0' },
      args: [{ name: 'amount', type: 'uint256', value: '3' }],
    },
    {
      type: 'CALL',
      depth: 1,
      function: 'keep(uint256)',
      value_wei: '5',
      error: null,
      args: [{ name: 'amount', value: '3' }],
      outputs: [{ name: 'total', type: 'uint256', value: '3' }],
    },
  ]);
  expect(calls[1]?.contract?.contractId).toBe(vault);
  expect(calls[0]?.gasUsed).toBeGreaterThan(calls[1]?.gasUsed ?? 0);
});

test('a failed call within a successful one shows why it failed', async () => {
  const { calls } = await read(await execute({ function: 'tryToPay', args: ['100'] }));
  expect(calls.map(({ error }) => error === null)).toEqual([true, false]);
  expect(calls[1]).toMatchObject({
    outputs: [],
    revert: { name: 'Full', reason: expect.stringContaining('10') },
  });
});

test('pages are in order, and only the requested page of a long trace is decoded', async () => {
  const record = await execute({ function: 'payOften', args: ['30'] });
  const { calls, total } = await read(record, { limit: 10, offset: 25 });
  expect(total).toBe(31);
  expect(calls.length).toBe(6);
  expect(new Set(calls.map(({ signature }) => signature))).toEqual(new Set(['kept()']));
});

test('a trace that is too long, and a transaction without a block, are reported as such', async () => {
  const record = await execute({ function: 'payOften', args: ['6000'] });
  expect(await read(record)).toEqual({ state: 'too_large', calls: [], total: 0 });
  expect(await read({ ...record, blockNumber: null })).toEqual({ state: 'not_mined', calls: [], total: 0 });
});

test('the embedded chain still has the calls when it no longer has the state of the block', async () => {
  const record = await execute({ function: 'pay', args: ['1'] });
  const chain = await contracts.node.core.networks.get('devnet').open();
  const since = (await chain.latestBlock()).number;
  await vi.waitUntil(async () => (await chain.latestBlock()).number > since + 40, { timeout: 30_000 });
  const { state, calls } = await read(record);
  expect({ state, calls: calls.map(({ signature }) => signature) }).toEqual({
    state: 'traced',
    calls: ['pay(uint256)', 'keep(uint256)'],
  });
});

test('another organization’s contract at the address provides no names', async () => {
  const record = await execute({ function: 'pay', args: ['1'] });
  const { calls } = await read({ ...record, environment: 'staging' });
  expect(calls.map(({ contract, signature }) => [contract, signature])).toEqual([
    [undefined, null],
    [undefined, null],
  ]);
});
