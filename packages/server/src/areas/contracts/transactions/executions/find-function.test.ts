import { getAddress } from 'viem/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { addVersion } from '../../code/contracts/add-version.ts';
import { toExecutionEvent } from './execution.schema.ts';
import { listExecutionCalls } from './list-execution-calls.ts';
import { listExecutionEvents } from './list-execution-events.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { compileOnce } from './testing/test-contract.ts';

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Purse {
    event Got(address indexed from, uint256 amount, bytes data);
    uint256 public got;
    receive() external payable { got += msg.value; emit Got(msg.sender, msg.value, ""); }
    fallback() external payable { emit Got(msg.sender, msg.value, msg.data); }
}
contract Counter {
    event Counted(uint256 count);
    uint256 public count;
    function increment() external { count += 1; emit Counted(count); }
}
contract Proxy {
    address immutable behind;
    constructor(address counter) { behind = counter; }
    fallback() external payable {
        address to = behind;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
        }
    }
}
`;

const page = { limit: 20, offset: 0 };
let contracts: ContractsFixture;

beforeAll(async () => {
  contracts = await startContracts();
});
afterAll(() => contracts?.close());

async function deployed(name: string, constructorArgs: string[] = []): Promise<{ id: string; to: string }> {
  const id = await contracts.register(await compileOnce(source, name));
  const { to } = await contracts.settled((await contracts.deploy(id, { constructorArgs })).id);
  return { id, to: required(to, 'an address') };
}

async function execute(id: string, request: Parameters<ContractsFixture['execute']>[1]) {
  return contracts.settled((await contracts.execute(id, request)).executionId);
}

async function eventsOf(record: Awaited<ReturnType<typeof execute>>) {
  const { events } = await listExecutionEvents(contracts.node.core, record, page);
  return events.map(toExecutionEvent);
}

test('`receive` pays a contract without a call, and `fallback` sends raw bytes', async () => {
  const { id, to } = await deployed('Purse');
  const paid = await execute(id, { function: 'receive', value: '12' });
  expect(paid).toMatchObject({ status: 'confirmed', function: 'receive()', valueWei: 12n });
  expect(await contracts.call(id, 'got')).toBe('12');
  const given = await execute(id, { function: 'fallback', args: ['0xdeadbeef01'], value: '3' });
  expect(await eventsOf(given)).toMatchObject([
    { name: 'Got', address: getAddress(to), args: [{}, { value: '3' }, { value: '0xdeadbeef01' }] },
  ]);
  const refused = contracts.execute(id, { function: 'fallback', args: ['12'] });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('a contract without `receive` in its ABI has no such function', async () => {
  const { id } = await deployed('Counter');
  const refused = contracts.execute(id, { function: 'receive', value: '1' });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request', field: 'function' });
});

test('a proxy is executed, called and decoded with the ABI of its contract’s newest version', async () => {
  const counter = await compileOnce(source, 'Counter');
  const { to } = await deployed('Counter');
  const { id } = await deployed('Proxy', [to]);
  const service = contracts.node.core;
  await addVersion(service, {
    ...contracts.owner,
    contractId: id,
    version: '1.1.0',
    changes: undefined,
    abi: counter.abi,
    bytecode: counter.bytecode,
  });
  const record = await execute(id, { function: 'increment' });
  expect(record.status).toBe('confirmed');
  expect(await contracts.call(id, 'count')).toBe('1');
  expect(await eventsOf(record)).toMatchObject([{ name: 'Counted', args: [{ value: '1' }] }]);
  const { calls } = await listExecutionCalls(contracts.node.core, record, page);
  expect(calls.map(({ signature }) => signature)).toEqual(['increment()', 'increment()']);
});
