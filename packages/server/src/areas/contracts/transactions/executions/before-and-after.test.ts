import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { readWalletState } from '../../chains/wallets/read-wallet-state.ts';
import { estimateDeployment } from '../deployments/deploy-contract.ts';
import { feeHistoryOf } from './fee-history.ts';
import { listExecutionEvents } from './list-execution-events.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { type CompiledSubject, compileOnce } from './testing/test-contract.ts';

// What clients can learn before a transaction is signed, and after it is mined.

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Shop {
    struct Item { uint64 sku; string name; }
    event Sold(address indexed buyer, string indexed note, Item item, int8 change);
    event Closed();
    uint256 public sold;
    constructor(uint256 start) payable { require(start < 10, "start too large"); sold = start; }
    function sell(string calldata note) external {
        sold += 1;
        emit Sold(msg.sender, note, Item(7, "Tea"), -3);
        emit Closed();
    }
}
`;

let contracts: ContractsFixture;
let code: CompiledSubject;

beforeAll(async () => {
  contracts = await startContracts();
  code = await compileOnce(source, 'Shop');
});
afterAll(() => contracts?.close());

test('an estimate of a deployment shows its cost or why it would fail, and leaves nothing behind', async () => {
  const { core } = contracts.node;
  const contractId = await contracts.register(code);
  const request = { ...contracts.owner, keyId: null, contractId };
  const fine = await estimateDeployment(core, { ...request, constructorArgs: ['3'] });
  expect(fine.prepared).toMatchObject({ predictedFailure: undefined, version: '1.0.0' });
  const failing = await estimateDeployment(core, { ...request, constructorArgs: ['10'] });
  expect(failing.prepared.predictedFailure).toMatchObject({ type: 'revert', reason: 'start too large' });
  const kept = await core.db
    .selectFrom('transactions')
    .select('id')
    .where('contract_id', '=', contractId)
    .execute();
  expect(kept).toEqual([]);
  const { id } = await contracts.deploy(contractId, { constructorArgs: ['3'] });
  const { gasUsed, costWei } = await contracts.settled(id);
  expect(Math.abs(fine.estimatedGas / required(gasUsed, 'the gas') - 1)).toBeLessThan(0.1);
  expect(fine.estimatedCost.total_eth).toBeGreaterThan(Number(costWei) / 1e18);
  await expect(estimateDeployment(core, { ...request, contractId: newUuid() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('an execution shows its events by the ABI and the fees offered for its nonce, and its account shows the nonce', async () => {
  const { core } = contracts.node;
  const contractId = await contracts.register(code);
  const deployment = await contracts.deploy(contractId, { constructorArgs: ['0'] });
  await contracts.settled(deployment.id);
  const { executionId } = await contracts.execute(contractId, { function: 'sell', args: ['hello'] });
  const record = await contracts.settled(executionId);
  const { events, total } = await listExecutionEvents(core, record, { limit: 50, offset: 0 });
  expect(total).toBe(2);
  expect(events).toMatchObject([
    {
      decoded: {
        signature: 'Sold(address,string,(uint64,string),int8)',
        args: [
          { name: 'buyer', type: 'address', indexed: true, value: record.from },
          // For an indexed text, only its hash is known.
          { name: 'note', indexed: true, value: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
          { name: 'item', indexed: false, value: { sku: '7', name: 'Tea' } },
          { name: 'change', indexed: false, value: '-3' },
        ],
      },
    },
    { decoded: { name: 'Closed', args: [] } },
  ]);
  const page = await listExecutionEvents(core, record, { limit: 1, offset: 1 });
  expect(page).toMatchObject({ events: [{ decoded: { name: 'Closed' } }], total: 2 });

  expect(feeHistoryOf(record)).toEqual([
    {
      transaction_hash: record.transactionHash,
      max_fee_gwei: expect.any(Number),
      priority_fee_gwei: expect.any(Number),
      is_empty: false,
    },
  ]);
  const chain = await core.networks.get('devnet').open();
  const wallet = await readWalletState(chain, record.from, 2_000);
  expect(wallet.minedNonce).toBe(required(record.nonce, 'its nonce') + 1);
  expect(BigInt(wallet.balanceWei)).toBeGreaterThan(0n);
  expect(required(wallet.balanceUsd, 'its worth')).toBeCloseTo(wallet.balanceEth * 2_000, 1);
});

test('events that are missing in the ABI are shown undecoded', async () => {
  const { core } = contracts.node;
  const abi = code.abi.filter((item) => item.type !== 'event' || item.name !== 'Sold');
  const contractId = await contracts.register({ ...code, abi });
  await contracts.settled((await contracts.deploy(contractId, { constructorArgs: ['0'] })).id);
  const { executionId } = await contracts.execute(contractId, { function: 'sell', args: ['x'] });
  const record = await contracts.settled(executionId);
  const { events } = await listExecutionEvents(core, record, { limit: 50, offset: 0 });
  expect(events).toMatchObject([
    { decoded: null, address: expect.stringMatching(/^0x/), data: expect.stringMatching(/^0x[0-9a-f]+$/) },
    { decoded: { name: 'Closed' } },
  ]);
});
