import { type TProperties, Type } from 'typebox';
import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import { always, count, fields, id, quantity, text, timestamp, usd } from './payload-fields.ts';

/** A payload about something on a chain; it states when that chain is simulated. */
function chainFields<Properties extends TProperties>(properties: Properties) {
  return fields({
    ...properties,
    simulated: Type.Optional(
      Type.Literal(true, {
        description: 'Present when the network is simulated on the embedded chain; absent on a real one.',
      }),
    ),
  });
}

const network = text('Network identifier, such as `ethereum_mainnet`.');
const functionName = text('Name or full signature of the function that was called.');
const transactionHash = Type.String({
  pattern: '^0x[0-9a-f]{64}$',
  description: 'Hash of the transaction on the chain, 0x-prefixed hex.',
});
const sentTransactionHash = nullable(
  transactionHash,
  'Hash of the transaction; null when a check before sending predicted the failure and nothing was sent.',
);
const chainError = fields(
  {
    type: text('Kind of failure: `revert`, `panic`, `custom_error`, `out_of_gas`, `dropped` or `unknown`.'),
    reason: text('The decoded reason, readable by people.'),
    gas_used: count('Gas that the failed transaction used, gas units; 0 when none was mined.'),
  },
  'What went wrong.',
);
const gasPriceGwei = quantity('Effective price of one gas unit, gwei.');
const costEth = quantity('Cost of the transaction, ether.');
const costUsd = nullable(usd('Cost of the transaction.'), 'Cost in USD; null when no dated price is known.');

const contractId = 'ctr_01a1e8d20380732fa8c6b783cd174968';
const deploymentId = 'dep_01a1e8d2f30f755cbc456abb251fee7a';
const executionId = 'exe_01a1e8d3e29e77cf9fac11d7db4f4c99';

/** Contracts, their deployments and executions. */
export const contractsFacts = [
  defineFact({
    key: 'contract_created',
    platform: 'contracts',
    trigger: 'A contract was registered.',
    names: { events: 'contract.created', webhooks: 'contract.created', area: 'contract.created' },
    data: fields({
      contract_id: id('The contract.'),
      name: text('Name of the contract.'),
      version: text('First version of the contract, SemVer.'),
      network,
      template_id: nullable(id('The template.'), 'Template the contract is based on; null without one.'),
      status: always('created', 'State of the contract.'),
      created_at: timestamp('When it was registered.'),
    }),
    sample: {
      contract_id: contractId,
      name: 'Invoice escrow',
      version: '1.0.0',
      network: 'ethereum_mainnet',
      template_id: null,
      status: 'created',
      created_at: '2026-11-17T09:24:00.000Z',
    },
  }),
  defineFact({
    key: 'contract_deployed',
    platform: 'contracts',
    trigger: 'A deployment reached the confirmations asked for, and the contract is on its network.',
    names: { events: 'contract.deployed', webhooks: 'contract.deployed', area: 'contract.deployed' },
    data: chainFields({
      contract_id: id('The contract.'),
      deployment_id: id('The deployment.'),
      version: text('Version that was deployed, SemVer.'),
      network,
      address: Type.String({
        pattern: '^0x[0-9a-fA-F]{40}$',
        description: 'Address of the contract on its network, EIP-55 checksum form.',
      }),
      transaction_hash: transactionHash,
      block_number: count('Block that holds the transaction.'),
      confirmations: count('Confirmations when this was told.'),
      gas_used: count('Gas that the deployment used, gas units.'),
      gas_price_gwei: gasPriceGwei,
      cost_eth: costEth,
      cost_usd: costUsd,
      status: always('active', 'State of the deployment.'),
      deployed_at: timestamp('When the deployment was confirmed.'),
    }),
    sample: {
      contract_id: contractId,
      deployment_id: deploymentId,
      version: '1.0.0',
      network: 'ethereum_mainnet',
      address: '0xF281CB03116e601E61dFa4e85850aCEe02F163E3',
      transaction_hash: '0x3ef4152dbf7e26bff241c3e736bd2d1a8bf381aa4680c78ae144bca95a525038',
      block_number: 23_817_406,
      confirmations: 12,
      gas_used: 1_284_917,
      gas_price_gwei: 12.5,
      cost_eth: 0.0160614625,
      cost_usd: 48.18,
      status: 'active',
      deployed_at: '2026-11-17T09:27:34.118Z',
    },
  }),
  defineFact({
    key: 'contract_deployment_failed',
    platform: 'contracts',
    trigger: 'A deployment failed: its transaction failed on the chain, was cancelled, or could not be sent.',
    names: { webhooks: 'contract.deployment_failed' },
    data: chainFields({
      contract_id: id('The contract.'),
      deployment_id: id('The deployment.'),
      version: text('Version whose deployment failed, SemVer.'),
      network,
      transaction_hash: sentTransactionHash,
      status: always('failed', 'State of the deployment.'),
      error: chainError,
      failed_at: timestamp('When the failure was certain.'),
    }),
    sample: {
      contract_id: contractId,
      deployment_id: 'dep_01a1e8d4d22d71d39a341d4cb3325691',
      version: '1.1.0',
      network: 'ethereum_mainnet',
      transaction_hash: '0x3604cfecb8e14750f21dffac3d680c141a75690812a430903b3fd99245b4a85a',
      status: 'failed',
      error: { type: 'out_of_gas', reason: 'The constructor ran out of gas.', gas_used: 900_000 },
      failed_at: '2026-11-17T10:02:51.907Z',
    },
  }),
  defineFact({
    key: 'execution_started',
    platform: 'contracts',
    trigger: 'A function call was accepted, and its transaction signed and stored for sending.',
    names: { area: 'execution.started' },
    data: chainFields({
      execution_id: id('The execution.'),
      contract_id: id('The contract.'),
      network,
      function: functionName,
      transaction_hash: transactionHash,
      status: always('pending', 'State of the execution.'),
      gas_used: nullable(count('Gas used, gas units.'), 'Gas used; null, since no receipt exists yet.'),
      estimated_confirmation: timestamp('When the confirmation is expected.'),
      started_at: timestamp('When the call was accepted.'),
    }),
    sample: {
      execution_id: executionId,
      contract_id: contractId,
      network: 'ethereum_mainnet',
      function: 'release(uint256)',
      transaction_hash: '0x3250b2fa2041be53dab7d26470f1a2f1493af458996c34261aa12b2026001f74',
      status: 'pending',
      gas_used: null,
      estimated_confirmation: '2026-11-17T11:18:24.000Z',
      started_at: '2026-11-17T11:16:02.640Z',
    },
  }),
  defineFact({
    key: 'execution_confirmed',
    platform: 'contracts',
    trigger: 'An execution reached the confirmations asked for, and its cost is known.',
    names: {
      events: 'contract.executed',
      webhooks: 'execution.confirmed',
      area: 'execution.completed',
    },
    // The first five fields are the interface's contracts-area payload.
    data: chainFields({
      execution_id: id('The execution.'),
      contract_id: id('The contract.'),
      transaction_hash: transactionHash,
      status: always('confirmed', 'State of the execution.'),
      gas_used: count('Gas that the transaction used, gas units.'),
      network,
      function: functionName,
      block_number: count('Block that holds the transaction.'),
      confirmations: count('Confirmations when this was told.'),
      gas_price_gwei: gasPriceGwei,
      cost_eth: costEth,
      cost_usd: costUsd,
      confirmed_at: timestamp('When the execution was confirmed.'),
    }),
    sample: {
      execution_id: executionId,
      contract_id: contractId,
      transaction_hash: '0x3250b2fa2041be53dab7d26470f1a2f1493af458996c34261aa12b2026001f74',
      status: 'confirmed',
      gas_used: 51_284,
      network: 'ethereum_mainnet',
      function: 'release(uint256)',
      block_number: 23_817_951,
      confirmations: 12,
      gas_price_gwei: 12.5,
      cost_eth: 0.00064105,
      cost_usd: 1.92,
      confirmed_at: '2026-11-17T11:18:31.275Z',
    },
  }),
  defineFact({
    key: 'execution_failed',
    platform: 'contracts',
    trigger:
      'An execution failed: its transaction reverted, was lost for good or cancelled, or a check before sending predicted the revert.',
    names: { events: 'contract.failed', webhooks: 'execution.failed', area: 'execution.failed' },
    // The interface specifies this payload field by field, and for all events of the contracts area a status
    // and the gas.
    data: chainFields({
      execution_id: id('The execution.'),
      contract_id: id('The contract.'),
      network,
      function: functionName,
      transaction_hash: sentTransactionHash,
      error: chainError,
      status: Type.Optional(text('State of the execution: `failed` or `cancelled`.')),
      gas_used: Type.Optional(count('Gas that the transaction used, gas units; 0 when none was mined.')),
    }),
    sample: {
      execution_id: 'exe_01a1e8d5c1bc78458e58b4772e850c3a',
      contract_id: contractId,
      network: 'ethereum_mainnet',
      function: 'release(uint256)',
      transaction_hash: '0x5c0a01aee4bb1d68e7a909ec397ff2628c856fa57da41f4e479f3723285086c1',
      error: { type: 'revert', reason: 'Escrow: milestone not approved', gas_used: 31_652 },
      status: 'failed',
      gas_used: 31_652,
    },
  }),
] as const;
