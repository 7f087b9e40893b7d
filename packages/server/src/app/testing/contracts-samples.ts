import type { Client, OperationSample } from './operation-sample.ts';

// The constructor returns a program of one instruction, STOP: every call of it succeeds.
const BYTECODE = '0x6001600c60003960016000f300';
const ABI = [
  { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' },
  { type: 'function', name: 'peek', inputs: [], outputs: [], stateMutability: 'view' },
];

let count = 0;
let deployed: Promise<string> | undefined;

async function createContract(client: Client): Promise<string> {
  return (await client.run('createContract')).body.id;
}

async function deployContract(client: Client): Promise<string> {
  const id = await createContract(client);
  await client.run('deployContract', { id, body: {} });
  await client.until('getContract', id, ({ status }) => status === 'deployed');
  return id;
}

async function completeBackup(client: Client): Promise<string> {
  const id = (await client.run('createBackup', { body: {} })).body.backup_id;
  await client.until('getBackup', id, ({ status }) => status === 'completed');
  return id;
}

export const contractsSamples: Record<string, OperationSample> = {
  createContract: { body: () => ({ name: 'Sample', abi: ABI, bytecode: BYTECODE }) },
  createContractVersion: { body: () => ({ version: `1.1.${++count}` }), prepare: createContract },
  rollBackContract: {
    body: () => ({ target_version: '1.0.0', reason: 'a sample' }),
    async prepare(client) {
      const id = await createContract(client);
      await client.run('createContractVersion', { id });
      return id;
    },
  },
  deployContract: { body: () => ({}), prepare: createContract },
  estimateDeployment: { body: () => ({}), prepare: createContract },
  executeContract: { body: () => ({ function: 'ping' }), prepare: deployContract },
  cancelExecution: {
    body: () => ({ reason: 'a sample' }),
    async prepare(client) {
      const id = await deployContract(client);
      const body = { function: 'ping', confirmations_required: 1_000 };
      return (await client.run('executeContract', { id, body })).body.execution_id;
    },
  },
  cancelDeployment: {
    body: () => ({ reason: 'a sample' }),
    async prepare(client) {
      const id = await createContract(client);
      const body = { confirmations_required: 1_000 };
      return (await client.run('deployContract', { id, body })).body.deployment_id;
    },
  },
  estimateExecution: {
    body: () => ({ function: 'ping' }),
    prepare: (client) => (deployed ??= deployContract(client)),
  },
  callContract: {
    body: () => ({ function: 'peek' }),
    prepare: (client) => (deployed ??= deployContract(client)),
  },
  createContractAlert: {
    body: () => ({
      rule_name: 'sample',
      condition: { metric: 'gas_used', operator: 'greater_than', threshold: 1 },
      actions: [{ type: 'event' }],
    }),
    prepare: createContract,
  },
  createIngestionRule: { body: () => ({ name: `sample_${++count}`, expression: '$' }) },
  restoreBackup: { body: () => ({ target_environment: 'staging' }), prepare: completeBackup },
};

/** Makes one of each kind; their ids are in the answers. */
export async function fillContracts(client: Client): Promise<string[]> {
  const id = await deployContract(client);
  const backupId = await completeBackup(client);
  const answers = [
    await client.run('executeContract', { id }),
    await client.run('createContractAlert', { id }),
    await client.run('createIngestionJob', { body: { source_id: 'sample', data: { a: 1 } } }),
    await client.run('createIngestionRule'),
    await client.run('restoreBackup', { id: backupId }),
    await client.run('setSpendLimit', { body: { per_day_usd: 1_000_000 } }),
    await client.run('scaleCluster', { body: { action: 'scale_up', node_count: 1 } }),
  ];
  return [id, backupId, ...answers.map(({ text }) => text)];
}
