import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { callContract } from './call-contract.ts';
import { upsertSpendLimit } from './costs/spend.repository.ts';
import { estimateExecution } from './estimate-execution.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { type CompiledSubject, compileSubject } from './testing/test-contract.ts';

let contracts: ContractsFixture;
let subject: string;
let account: string;
let code: CompiledSubject;

beforeAll(async () => {
  contracts = await startContracts();
  code = await compileSubject();
  subject = await contracts.register(code);
  const deployment = await contracts.deploy(subject, { constructorArgs: ['0'] });
  account = deployment.from;
  expect((await contracts.settled(deployment.id)).status).toBe('active');
});
afterAll(() => contracts?.close());

async function refusalOf(attempt: Promise<unknown>): Promise<AppError> {
  return attempt.then(
    () => {
      throw new Error('it was accepted');
    },
    (error) => error as AppError,
  );
}

test('1,000 concurrent executions leave no gap in the nonces, and the exact sum on the chain', async () => {
  const before = BigInt((await contracts.call(subject, 'total')) as string);
  const amounts = Array.from({ length: 1_000 }, (_, i) => i + 1);
  const accepted = await Promise.all(
    amounts.map((amount) => contracts.execute(subject, { function: 'add', args: [String(amount)] })),
  );
  expect(new Set(accepted.map(({ transactionHash }) => transactionHash)).size).toBe(1_000);
  const records = await Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId)));
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['confirmed']));
  // Each was mined with the hash of its first answer.
  expect(records.map(({ transactionHash }) => transactionHash)).toEqual(
    accepted.map(({ transactionHash }) => transactionHash),
  );
  const nonces = records.map(({ nonce }) => required(nonce, 'nonce')).sort((a, b) => a - b);
  expect(nonces).toEqual(Array.from({ length: 1_000 }, (_, i) => required(nonces[0], 'nonces[0]') + i));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  expect(await contracts.call(subject, 'total')).toBe(String(before + BigInt(sum)));
  expect(await contracts.call(subject, 'counts', [account])).toBe('1000');
});

describe('an idempotency key', () => {
  test('makes one transaction from 50 concurrent requests, and all get its answer', async () => {
    const request = { function: 'mark', args: [`0x${'11'.repeat(32)}`], idempotencyKey: 'fifty' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => contracts.execute(subject, request)));
    expect(new Set(answers.map(({ executionId }) => executionId)).size).toBe(1);
    expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await contracts.settled(required(answers[0], 'answers[0]').executionId);
    expect(await contracts.call(subject, 'keys', request.args)).toBe('1');
    const other = await refusalOf(contracts.execute(subject, { ...request, args: [`0x${'12'.repeat(32)}`] }));
    expect(other).toMatchObject({ code: 'idempotency_conflict', status: 409, field: 'idempotency_key' });
  });

  test('keeps the answer of a refused execution, which is not tried again', async () => {
    const request = { function: 'whenOpen', idempotencyKey: 'refused' };
    const first = await refusalOf(contracts.execute(subject, request));
    await contracts.settled((await contracts.execute(subject, { function: 'unlock' })).executionId);
    const second = await refusalOf(contracts.execute(subject, request));
    expect(second).toMatchObject({ code: 'execution_failed', details: first.details });
  });
});

test('an execution that depends on a pending transaction is not refused', async () => {
  const fresh = await contracts.register(code);
  await contracts.settled((await contracts.deploy(fresh, { constructorArgs: ['1'] })).id);
  const [unlock, dependent] = await Promise.all([
    contracts.execute(fresh, { function: 'unlock' }),
    contracts
      .execute(fresh, { function: 'add', args: ['1'] })
      .then(() => contracts.execute(fresh, { function: 'whenOpen' })),
  ]);
  expect((await contracts.settled(unlock.executionId)).status).toBe('confirmed');
  expect((await contracts.settled(dependent.executionId)).status).toBe('confirmed');
});

describe('a revert that the chain predicts is decoded, stored and reported, and nothing is sent', () => {
  const panic = (code: string) => ({ kind: 'panic', name: 'Panic', args: [code] });
  test.each<[string, unknown[], Record<string, unknown>]>([
    ['requireText', [], { kind: 'error', name: 'Error', args: ['not today'], reason: 'not today' }],
    ['requireNuls', ['3'], { kind: 'error', name: 'Error', args: ['␀␀␀'], reason: '␀␀␀' }],
    ['requireEmpty', [], { kind: 'empty', raw: '0x' }],
    ['custom', [], { kind: 'custom_error', name: 'Refused' }],
    ['bubbled', [], { kind: 'custom_error', name: 'FromInside', args: ['7', 'inside'] }],
    ['panicAssert', [], panic('0x01')],
    ['panicOverflow', ['1'], panic('0x11')],
    ['panicDivision', ['0'], panic('0x12')],
    ['panicEnum', ['5'], panic('0x21')],
    ['panicEncoding', [], panic('0x22')],
    ['panicPop', [], panic('0x31')],
    ['panicIndex', ['9'], panic('0x32')],
    ['panicMemory', [String(2n ** 200n)], panic('0x41')],
    ['panicUnset', [], panic('0x51')],
    ['burn', [], { kind: 'out_of_gas' }],
    ['invalidOpcode', [], { kind: 'invalid_opcode' }],
  ])('%s', async (name, args, details) => {
    if (name === 'bubbled') {
      // The error belongs to the inner contract, whose ABI the environment has.
      const inner = {
        type: 'error',
        name: 'FromInside',
        inputs: [
          { type: 'uint256', name: 'code' },
          { type: 'string', name: 'what' },
        ],
      };
      await contracts.register({ abi: [inner] });
    }
    const refusal = await refusalOf(contracts.execute(subject, { function: name, args }));
    expect(refusal).toMatchObject({ code: 'execution_failed', status: 500, details });
    const id = String(required(refusal.details, 'refusal.details').execution_id).slice('exe_'.length);
    const record = await contracts.find(
      `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    );
    expect(record).toMatchObject({ status: 'failed', transactionHash: null, nonce: null });
    const told = required(
      (await contracts.facts()).filter(({ fact }) => fact === 'execution_failed').at(-1),
      'the event of the execution',
    );
    expect(told.data).toMatchObject({
      execution_id: required(refusal.details, 'refusal.details').execution_id,
      transaction_hash: null,
      status: 'failed',
      gas_used: 0,
    });
  });

  test('a transaction that was sent anyway shows the same error', async () => {
    const { executionId } = await contracts.execute(subject, {
      function: 'custom',
      skipSimulation: true,
      gasLimit: 100_000,
    });
    const record = await contracts.settled(executionId);
    expect(record).toMatchObject({
      status: 'failed',
      error: { type: 'custom_error', name: 'Refused', args: [account, '42'] },
    });
    expect(record.blockNumber).toBeGreaterThan(0);
    expect(record.error?.gas_used).toBe(record.gasUsed);
  });

  test('a very long revert message is shortened, and delays nothing', async () => {
    const { executionId } = await contracts.execute(subject, {
      function: 'requireNuls',
      args: ['50000'],
      skipSimulation: true,
      gasLimit: 1_000_000,
    });
    const { status, error } = await contracts.settled(executionId);
    expect([status, error?.type, error?.reason]).toEqual(['failed', 'revert', '␀'.repeat(2_000)]);
    expect(error?.raw).toHaveLength(10_000);
    const next = await contracts.execute(subject, { function: 'add', args: ['1'] });
    expect((await contracts.settled(next.executionId)).status).toBe('confirmed');
  });
});

test('the cost of a confirmed execution is exact to the wei, and its dollars state their price', async () => {
  const { executionId } = await contracts.execute(subject, { function: 'pay', value: '0.5 ether' });
  const record = await contracts.settled(executionId);
  const chain = await contracts.node.core.networks.get('devnet').open();
  const [receipt] = await chain.receipts([required(record.transactionHash, 'record.transactionHash')]);
  expect(record.costWei).toBe(
    BigInt(required(receipt, 'receipt').gasUsed) * required(receipt, 'receipt').effectiveGasPrice,
  );
  expect(record.valueWei).toBe(5n * 10n ** 17n);
  expect(record.price).toMatchObject({ asset: 'ETH', source: expect.stringContaining('2025-06-30') });
  expect(record.costUsd).toBeCloseTo(
    (Number(record.costWei) / 1e18) * required(record.price, 'record.price').usd,
    7,
  );
  expect(record.confirmations).toBeGreaterThanOrEqual(record.confirmationsRequired);
});

test('the requested gas price is the one that is paid', async () => {
  const { executionId } = await contracts.execute(subject, {
    function: 'add',
    args: ['1'],
    gasPrice: '3.25',
  });
  const record = await contracts.settled(executionId);
  expect(record).toMatchObject({ status: 'confirmed', fees: { type: 'legacy', gasPrice: 3_250_000_000n } });
  expect(record.costWei).toBe(BigInt(required(record.gasUsed, 'record.gasUsed')) * 3_250_000_000n);
});

test('each step of a contract is an event in the log, in order', async () => {
  const id = await contracts.register(code);
  const deployment = await contracts.deploy(id, { constructorArgs: ['5'] });
  await contracts.settled(deployment.id);
  const { executionId } = await contracts.execute(id, { function: 'set(uint256,uint256)', args: ['2', '3'] });
  await contracts.settled(executionId);
  const own = (await contracts.facts()).filter(({ data }) =>
    String(data.contract_id).includes(id.replaceAll('-', '')),
  );
  expect(own.map(({ fact }) => fact)).toEqual([
    'contract_created',
    'contract_deployed',
    'execution_started',
    'execution_confirmed',
  ]);
  expect(await contracts.call(id, 'total')).toBe('5');
});

test('a deployment whose constructor reverts fails with its reason before anything is sent', async () => {
  const id = await contracts.register(code);
  const refusal = await refusalOf(contracts.deploy(id, { constructorArgs: ['1000'] }));
  expect(refusal).toMatchObject({ code: 'deployment_failed', details: { reason: 'start too large' } });
});

test('arguments are returned unchanged from the chain', async () => {
  const point = { x: '-7', y: ['1', '18446744073709551615'] };
  const answer = await contracts.call(subject, 'echo', [JSON.stringify(point), '["é","😀"]', '0x010203']);
  expect(answer).toEqual([point, ['é', '😀'], '0x010203']);
});

describe('bad input is refused, naming its field, before anything is signed', () => {
  test.each<[string, Parameters<ContractsFixture['execute']>[1], object]>([
    ['an unknown function', { function: 'nothing' }, { code: 'invalid_request', field: 'function' }],
    ['an overloaded name', { function: 'set', args: ['1'] }, { code: 'invalid_request', field: 'function' }],
    ['too few arguments', { function: 'add' }, { code: 'invalid_arguments', field: 'args' }],
    [
      'a number out of range',
      { function: 'add', args: ['-1'] },
      { code: 'invalid_arguments', field: 'args.0' },
    ],
    [
      'text with a NUL',
      { function: 'echo', args: ['[1,[1,2]]', '["a\\u0000"]', '0x010203'] },
      { code: 'invalid_arguments', field: 'args.1.0' },
    ],
    [
      'text with half of a surrogate pair',
      { function: 'echo', args: [[1, [1, 2]], ['\ud800'], '0x010203'] },
      { code: 'invalid_arguments', field: 'args.1.0' },
    ],
    ['a payment that is not taken', { function: 'add', args: ['1'], value: '1' }, { field: 'value' }],
    [
      'too little gas',
      { function: 'add', args: ['1'], gasLimit: 21_500 },
      { code: 'insufficient_gas', field: 'gas_limit' },
    ],
    [
      'more gas than a block holds',
      { function: 'add', args: ['1'], gasLimit: 31_000_000 },
      { code: 'invalid_request', field: 'gas_limit' },
    ],
    [
      'an unknown network',
      { function: 'add', args: ['1'], network: 'nowhere' },
      { code: 'invalid_request', field: 'network' },
    ],
    [
      'a network without a deployment',
      { function: 'add', args: ['1'], network: 'base_mainnet' },
      { code: 'contract_not_deployed' },
    ],
    [
      'an account without the money',
      { function: 'pay', value: '2000000 ether' },
      { code: 'insufficient_funds' },
    ],
  ])('%s', async (_what, request, expected) => {
    expect(await refusalOf(contracts.execute(subject, request))).toMatchObject(expected);
  });
});

test('an estimate shows the cost or the failure, and leaves nothing behind', async () => {
  const { core } = contracts.node;
  const request = { ...contracts.owner, keyId: null, contractId: subject };
  const count = async () =>
    required(
      await core.db
        .selectFrom('transactions')
        .select((s) => s.fn.countAll<number>().as('n'))
        .executeTakeFirst(),
      'the count',
    ).n;
  const before = await count();
  const fine = await estimateExecution(core, { ...request, function: 'add', args: ['3'] });
  expect(fine.prepared.predictedFailure).toBeUndefined();
  const failing = await estimateExecution(core, { ...request, function: 'requireText' });
  expect(failing.prepared.predictedFailure).toMatchObject({ type: 'revert', reason: 'not today' });
  expect(await count()).toBe(before);
  const record = await contracts.settled(
    (await contracts.execute(subject, { function: 'add', args: ['3'] })).executionId,
  );
  expect(
    Math.abs(fine.estimatedGas - required(record.gasUsed, 'record.gasUsed')) /
      required(record.gasUsed, 'record.gasUsed'),
  ).toBeLessThan(0.1);
  const cost = fine.estimatedCost;
  expect(cost.expected_eth).toBeCloseTo(Number(record.costWei) / 1e18, 5);
  // The figures of the maximum agree with each other, and it is never below the expected or the actual cost.
  expect(cost.total_eth).toBeCloseTo(cost.gas_limit * cost.gas_price_gwei * 1e-9, 15);
  expect(cost.expected_eth).toBeCloseTo(cost.expected_gas * cost.expected_gas_price_gwei * 1e-9, 15);
  expect(cost.total_eth).toBeGreaterThan(cost.expected_eth);
  expect(required(cost.total_usd, 'cost.total_usd') / cost.total_eth).toBeCloseTo(
    required(cost.expected_usd, 'cost.expected_usd') / cost.expected_eth,
    0,
  );
});

test('estimates of an earlier version show maximum and expected cost separately', async () => {
  const { id, estimatedCost: told } = await contracts.deploy(subject, { constructorArgs: ['1'] });
  const { gas_limit, expected_gas } = required(told, 'told');
  const before = {
    gas_limit,
    gas_price_gwei: 2,
    total_eth: (expected_gas * 2) / 1e9,
    total_usd: (expected_gas * 6) / 1e6,
  };
  const { db } = contracts.node;
  await sql`update transactions set estimated_cost = ${JSON.stringify(before)} where id = ${id}`.execute(db);
  const migration = new URL('../../../../../migrations/0012_estimated_costs.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(db);
  const { estimatedCost: cost } = await contracts.find(id);
  expect(cost).toMatchObject({
    gas_limit,
    expected_gas,
    expected_eth: before.total_eth,
    expected_usd: before.total_usd,
  });
  expect(cost?.total_eth).toBeCloseTo((gas_limit * 2) / 1e9, 15);
  expect(cost?.total_usd).toBeCloseTo((gas_limit * 6) / 1e6, 6);
  await contracts.settled(id);
});

test('a call at an unknown block is refused, naming its field, and not reported as an error of the contract', async () => {
  const request = { ...contracts.owner, contractId: subject, function: 'total', block: 999_999_999 };
  const refusal = await refusalOf(callContract(contracts.node.core, request));
  expect(refusal).toMatchObject({ code: 'invalid_request', status: 400, field: 'block' });
});

test('a spend limit holds under concurrency, and unspent money is returned', async () => {
  const keyId = newUuid();
  const wei = 10n ** 17n;
  const limit = { id: newUuid(), keyId, perTransactionUsd: undefined, perDayUsd: undefined };
  await upsertSpendLimit(
    contracts.node.db,
    contracts.owner,
    { ...limit, perTransactionWei: undefined, perDayWei: 4n * wei },
    new Date(),
  );
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      contracts.execute(subject, { function: 'pay', value: String(wei), keyId }),
    ),
  );
  const accepted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(accepted).toHaveLength(3);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'spend_limit_exceeded', status: 403 });
  }
  const records = await Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId)));
  const spent = records.reduce(
    (sum, record) => sum + required(record.costWei, 'record.costWei') + record.valueWei,
    0n,
  );
  const { wei: counted } = await contracts.node.db
    .selectFrom('spend_days')
    .select('wei')
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  expect(BigInt(counted as string)).toBe(spent);
});

test('known networks without an address are simulated on separate chains and say so', async () => {
  const id = await contracts.register({ ...code, network: 'polygon_mainnet' });
  const deployment = await contracts.deploy(id, { constructorArgs: ['3'] });
  expect(await contracts.settled(deployment.id)).toMatchObject({
    status: 'active',
    simulated: true,
    chainId: 31_341,
  });
  const deployed = required(
    (await contracts.facts()).findLast(({ fact }) => fact === 'contract_deployed'),
    'the event of the contract',
  );
  expect(deployed.data.simulated).toBe(true);
});
