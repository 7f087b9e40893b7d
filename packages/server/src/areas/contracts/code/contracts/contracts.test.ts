import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import type { Answer } from '../../../../kit/http/testing/call-api.ts';
import { compileSubject } from '../../transactions/executions/testing/test-contract.ts';
import { toCreatedContract } from './contract.schema.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ DEVNET_BLOCK_TIME: '0.1' });
});
afterAll(() => service?.stop());

const api = (method: string, path: string, body?: unknown) =>
  service.call(method, `/v1/contracts${path}`, body);

const untilDeployed = (id: string) =>
  vi.waitFor(async () => expect((await api('GET', `/contracts/${id}`)).body.status).toBe('deployed'), {
    timeout: 30_000,
    interval: 50,
  });

test('a template is registered, deployed, called and executed through the API', async () => {
  const { body: networks } = await api('GET', '/networks');
  const [{ network, account }] = networks.networks;
  expect(network).toBe('devnet');
  const { status, body: contract } = await api('POST', '/contracts', { name: 'Coin', template_id: 'erc20' });
  expect(status).toBe(201);
  expect(contract).toMatchObject({
    version: '1.0.0',
    status: 'created',
    network: 'devnet',
    template_id: 'erc20',
  });
  const deployment = await api('POST', `/contracts/${contract.id}/deploy`, {
    constructor_args: ['Coin', 'CN', '1000', account],
  });
  expect(deployment).toMatchObject({ status: 202, body: { status: 'pending', network: 'devnet' } });
  const { estimated_cost: estimate } = deployment.body;
  await untilDeployed(contract.id);
  const { body: read } = await api('GET', `/contracts/${contract.id}`);
  expect(read.deployments).toMatchObject([
    {
      address: deployment.body.address,
      transaction_hash: deployment.body.transaction_hash,
      status: 'active',
    },
  ]);
  const { body: deployed } = await api('GET', `/deployments/${deployment.body.deployment_id}`);
  // The cost was as expected, within a tenth, and not above the maximum.
  expect(Math.abs(deployed.cost_eth - estimate.expected_eth)).toBeLessThan(estimate.expected_eth / 10);
  expect(deployed.cost_eth).toBeLessThanOrEqual(estimate.total_eth);
  const receiver = `0x${'00'.repeat(19)}cc`;
  const execution = await api('POST', `/contracts/${contract.id}/execute`, {
    function: 'mint',
    args: [receiver, '7'],
    idempotency_key: 'mint once',
  });
  expect(execution).toMatchObject({ status: 202, body: { status: 'pending', idempotency_key: 'mint once' } });
  const { execution_id: id } = execution.body;
  await vi.waitFor(
    async () => expect((await api('GET', `/executions/${id}`)).body.status).toBe('confirmed'),
    { timeout: 30_000, interval: 50 },
  );
  const again = await api('POST', `/contracts/${contract.id}/execute`, {
    idempotency_key: 'mint once',
    args: [receiver, '7'],
    function: 'mint',
  });
  expect(again.body).toEqual(execution.body);
  const call = await api('POST', `/contracts/${contract.id}/call`, {
    function: 'balanceOf',
    args: [receiver],
  });
  expect(call.body).toMatchObject({ result: '7', outputs: [{ type: 'uint256', value: '7' }] });
  expect((await api('GET', `/contracts/${contract.id}`)).body.health).toMatchObject({
    status: 'healthy',
    execution_count: 1,
    failure_rate: 0,
  });
});

test('versions are added and rolled back, and deployed code does not change', async () => {
  const code = await compileSubject();
  const { body: contract } = await api('POST', '/contracts', { name: 'Versions', ...code });
  await api('POST', `/contracts/${contract.id}/deploy`, { constructor_args: ['1'] });
  await untilDeployed(contract.id);
  const abi = [{ type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' }];
  const version = { version: '1.1.0', changes: 'smaller', abi, bytecode: '0x6001600c60003960016000f300' };
  expect(await api('POST', `/contracts/${contract.id}/versions`, version)).toMatchObject({
    status: 201,
    body: { version: '1.1.0', changes: 'smaller', status: 'created' },
  });
  expect(await api('POST', `/contracts/${contract.id}/versions`, version)).toMatchObject({
    status: 409,
    body: { error: { code: 'version_conflict', field: 'version' } },
  });
  expect((await api('GET', `/contracts/${contract.id}`)).body).toMatchObject({
    version: '1.1.0',
    abi,
    bytecode: version.bytecode,
    source_code: null,
  });
  // The network still runs the first version.
  const call = { function: 'total' };
  expect((await api('POST', `/contracts/${contract.id}/call`, call)).body.result).toBe('1');
  const rollback = { target_version: '1.0.0', reason: 'it was too small' };
  expect(await api('POST', `/contracts/${contract.id}/rollback`, rollback)).toMatchObject({
    status: 200,
    body: {
      version: '1.0.0',
      previous_version: '1.1.0',
      status: 'rolled_back',
      on_chain: expect.any(String),
    },
  });
  expect((await api('POST', `/contracts/${contract.id}/rollback`, rollback)).status).toBe(409);
  const unknown = { target_version: '9.0.0', reason: 'none' };
  expect(await api('POST', `/contracts/${contract.id}/rollback`, unknown)).toMatchObject({
    status: 400,
    body: { error: { field: 'target_version' } },
  });
  const { body: versions } = await api('GET', `/contracts/${contract.id}/versions`);
  expect(
    versions.versions.map((one: { version: string; is_current: boolean }) => [one.version, one.is_current]),
  ).toEqual([
    ['1.1.0', false],
    ['1.0.0', true],
  ]);
});

test('a second deployment on a network replaces the first', async () => {
  const { body: contract } = await api('POST', '/contracts', { name: 'Twice', ...(await compileSubject()) });
  for (const start of ['1', '2']) {
    const { body } = await api('POST', `/contracts/${contract.id}/deploy`, { constructor_args: [start] });
    await vi.waitFor(
      async () => expect((await api('GET', `/deployments/${body.deployment_id}`)).body.status).toBe('active'),
      { timeout: 30_000, interval: 50 },
    );
  }
  const { body } = await api('GET', `/contracts/${contract.id}/deployments`);
  expect(body.deployments.map(({ status }: { status: string }) => status)).toEqual(['active', 'superseded']);
  expect((await api('POST', `/contracts/${contract.id}/call`, { function: 'total' })).body.result).toBe('2');
});

test('a template_id next to an ABI is the client’s own label: stored, returned and usable as a filter', async () => {
  const { abi, bytecode } = await compileSubject();
  const label = { name: 'Labelled', template_id: 'tpl_9 our/own v2' };
  const created = await api('POST', '/contracts', { ...label, abi, bytecode });
  expect(created).toMatchObject({ status: 201, body: { template_id: label.template_id } });
  // The bytecode is only needed for a deployment.
  expect((await api('POST', '/contracts', { ...label, abi })).status).toBe(201);
  const listed = await api('GET', `/contracts?template_id=${encodeURIComponent(label.template_id)}`);
  expect(listed.body).toMatchObject({ total: 2, contracts: [label, label] });
  for (const body of [label, { ...label, bytecode }]) {
    const refusal = await api('POST', '/contracts', body);
    expect(refusal).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'template_id' } },
    });
  }
});

test('lists are filtered by network, status and template, with exact totals', async () => {
  const abi = [{ type: 'receive', stateMutability: 'payable' }];
  for (let i = 0; i < 3; i++) {
    await api('POST', '/contracts', { name: `Listed ${i}`, abi, network: 'gnosis_mainnet' });
  }
  const { body } = await api('GET', '/contracts?network=gnosis_mainnet&limit=2');
  expect(body).toMatchObject({ total: 3, limit: 2, has_more: true });
  expect(body.contracts.map(({ name }: { name: string }) => name)).toEqual(['Listed 2', 'Listed 1']);
  expect((await api('GET', '/contracts?network=gnosis_mainnet&status=deployed')).body.total).toBe(0);
  expect((await api('GET', '/contracts?template_id=erc721')).body.total).toBe(0);
  const { status, body: refusal } = await api('GET', '/contracts?network=gnosis_manet');
  expect([status, refusal.error.code, refusal.error.field]).toEqual([400, 'invalid_request', 'network']);
  expect(refusal.error.message).toContain('gnosis_mainnet');
});

test('a contract of a simulated network says so, and others do not', () => {
  const contract = {
    orgId: '018f3b2c-7e1a-7c3d-9b2a-0123456789ab',
    environment: 'production',
    id: '018f3b2c-7e1a-7c3d-9b2a-0123456789ac',
    name: 'Placed',
    description: null,
    network: 'polygon_mainnet',
    templateId: null,
    version: '1.0.0',
    status: 'created' as const,
    createdAt: new Date(),
  };
  expect(toCreatedContract({ ...contract, simulated: true })).toMatchObject({ simulated: true });
  expect(toCreatedContract({ ...contract, simulated: false })).not.toHaveProperty('simulated');
});

test('without simulation, a known network without an address answers 503 and says what to set', async () => {
  const { body: contract } = await api('POST', '/contracts', {
    name: 'Far',
    network: 'ethereum_mainnet',
    ...(await compileSubject()),
  });
  expect(await api('POST', `/contracts/${contract.id}/deploy`, { constructor_args: ['1'] })).toMatchObject({
    status: 503,
    body: {
      error: {
        code: 'network_unavailable',
        message: expect.stringContaining('NETWORK_ETHEREUM_MAINNET_RPC_URL'),
      },
    },
  });
  // Errors in the request are reported first.
  expect(
    (await api('POST', `/contracts/${contract.id}/deploy`, { constructor_args: [] })).body.error.code,
  ).toBe('invalid_arguments');
});

test('every refusal in the interface’s table has its code, status, field and advice', async () => {
  const code = await compileSubject();
  const { body: contract } = await api('POST', '/contracts', { name: 'Refusals', ...code });
  const deploy = (body: object) => api('POST', `/contracts/${contract.id}/deploy`, body);
  const execute = (body: object) => api('POST', `/contracts/${contract.id}/execute`, body);
  const refused = await deploy({ constructor_args: ['1000'] });
  // It left nothing on a chain, so the contract has no deployment; the list of attempts shows it.
  expect((await api('GET', `/contracts/${contract.id}`)).body).toMatchObject({
    status: 'created',
    deployments: [],
  });
  expect((await api('GET', `/contracts/${contract.id}/deployments`)).body.deployments).toMatchObject([
    { deployment_id: refused.body.error.details.deployment_id, status: 'failed', transaction_hash: null },
  ]);
  const early = await execute({ function: 'total' });
  await deploy({ constructor_args: ['1'] });
  await untilDeployed(contract.id);
  const answers: [Answer, number, string, string | undefined][] = [
    [await api('POST', '/contracts', { name: 'x', abi: {} }), 400, 'invalid_abi', 'abi'],
    [await api('PUT', '/spend-limits', { per_day_wei: '1.5' }), 400, 'invalid_request', 'per_day_wei'],
    [
      await api('POST', '/contracts', { name: 'x', abi: [{ type: 'function' }] }),
      400,
      'invalid_abi',
      'abi.0.name',
    ],
    [
      await api('POST', '/contracts', { ...code, name: 'x', bytecode: '0xzz' }),
      400,
      'invalid_bytecode',
      'bytecode',
    ],
    [
      await api('POST', '/contracts', { ...code, name: 'x', bytecode: 7 }),
      400,
      'invalid_bytecode',
      'bytecode',
    ],
    [await deploy({ constructor_args: ['1'], gas_limit: 60_000 }), 400, 'insufficient_gas', 'gas_limit'],
    [
      await execute({ function: 'add', args: ['1'], gas_limit: 21_000 }),
      400,
      'insufficient_gas',
      'gas_limit',
    ],
    [await execute({ function: 'add', args: ['no'] }), 400, 'invalid_arguments', 'args.0'],
    [await execute({ function: 'none' }), 400, 'invalid_request', 'function'],
    [await execute({ args: [] }), 400, 'missing_required_field', 'function'],
    [await execute({ function: 'pay', value: '9999999 ether' }), 400, 'insufficient_funds', undefined],
    [early, 409, 'contract_not_deployed', 'network'],
    [refused, 500, 'deployment_failed', undefined],
    [await execute({ function: 'requireText' }), 500, 'execution_failed', undefined],
    [
      await execute({ function: 'add', args: ['1'], network: 'gnosis_mainnet' }),
      409,
      'contract_not_deployed',
      'network',
    ],
    [
      await deploy({ constructor_args: ['1'], network: 'gnosis_mainnet' }),
      503,
      'network_unavailable',
      'network',
    ],
    [await deploy({ constructor_args: ['1'], network: 'nowhere' }), 400, 'invalid_request', 'network'],
    [await api('POST', '/executions/exe_none/cancel'), 404, 'not_found', undefined],
  ];
  for (const [{ status, body }, wantedStatus, wantedCode, field] of answers) {
    expect([status, body.error.code, body.error.field]).toEqual([wantedStatus, wantedCode, field]);
    // One sentence says what is wrong, and one what to do or where to look.
    expect(body.error.message.length).toBeGreaterThan(20);
    expect(body.error.request_id).toMatch(/^req_/);
  }
});

test('source code that does not compile, or imports other files, is refused with the compiler’s messages', async () => {
  const broken = await api('POST', '/contracts', {
    name: 'Broken',
    source_code: 'contract A { uint x = ; }',
  });
  expect(broken).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_source_code', field: 'source_code' } },
  });
  expect(broken.body.error.details.errors[0]).toContain('Expected primary expression');
  const reaching = await api('POST', '/contracts', {
    name: 'Reaching',
    source_code:
      'import "/etc/passwd"; import "@openzeppelin/contracts/../../viem/package.json"; contract A {}',
  });
  expect(reaching.body.error).toMatchObject({ code: 'invalid_source_code' });
  expect(JSON.stringify(reaching.body)).not.toContain('root:');
});
