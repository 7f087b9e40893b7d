import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { startTestChain, TEST_NETWORK, type TestChain } from './testing/test-chain.ts';
import { compileSubject } from './testing/test-contract.ts';

/** A configured network: what is there was made by others, and may go away. */
let chain: TestChain;
let contracts: ContractsFixture;
let subject: string;
let address: string;

beforeAll(async () => {
  chain = await startTestChain();
  contracts = await startContracts({ networks: [chain.settings()] });
  subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
  const { id } = await contracts.deploy(subject, { constructorArgs: ['0'] });
  address = required((await contracts.settled(id)).to, 'the address');
});
afterAll(async () => {
  await contracts.close();
  await chain.close();
});

const setBalance = (wei: bigint) => chain.rpc('anvil_setBalance', chain.account, `0x${wei.toString(16)}`);
const nextNonce = async () => Number(await chain.rpc('eth_getTransactionCount', chain.account, 'pending'));

test('an account that cannot pay the gas is refused before anything is signed', async () => {
  const before = await nextNonce();
  await setBalance(1_000n);
  const refusal = {
    code: 'insufficient_funds',
    status: 400,
    message: expect.stringMatching(
      new RegExp(`${chain.account}.* has 0\\.000000000000001 ETH.* may cost 0\\.`),
    ),
  };
  await expect(contracts.execute(subject, { function: 'add', args: ['1'] })).rejects.toMatchObject(refusal);
  await expect(contracts.deploy(subject, { constructorArgs: ['0'] })).rejects.toMatchObject(refusal);
  await setBalance(10n ** 24n);
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'] });
  expect(await contracts.settled(executionId)).toMatchObject({ status: 'confirmed', nonce: before });
});

test('a call at a block before the deployment names the block', async () => {
  const { callContract } = await import('./call-contract.ts');
  const request = { ...contracts.owner, contractId: subject, function: 'total', network: TEST_NETWORK };
  const early = callContract(contracts.node.core, { ...request, block: 0 });
  await expect(early).rejects.toMatchObject({ code: 'invalid_request', status: 400, field: 'block' });
});

test('a contract that is no longer on the chain is neither executed nor read', async () => {
  const code = await chain.rpc('eth_getCode', address, 'latest');
  await chain.rpc('anvil_setCode', address, '0x');
  const refusal = {
    code: 'contract_not_deployed',
    status: 409,
    field: 'network',
    message: expect.stringContaining(`no code at ${address}`),
  };
  await expect(contracts.execute(subject, { function: 'add', args: ['1'] })).rejects.toMatchObject(refusal);
  await expect(contracts.call(subject, 'total')).rejects.toMatchObject(refusal);
  await expect(contracts.call(subject, 'add', ['1'])).rejects.toMatchObject(refusal);
  await chain.rpc('anvil_setCode', address, code);
  expect(await contracts.call(subject, 'total')).toBe('1');
});
