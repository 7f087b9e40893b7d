import { type Static, Type } from 'typebox';
import { named, nullable, nullableTimestamp } from '../../../kit/http/index.ts';
import { hashField, simulatedField } from './wire.ts';

export const deploymentStatus = { enum: ['pending', 'active', 'superseded', 'failed', 'cancelled'] };

/** A deployment in a contract's record: the API's fields first. */
export const deploymentEntry = named(
  'DeploymentEntry',
  Type.Object({
    network: Type.String({ description: 'Such as `devnet` or `ethereum_mainnet`.' }),
    address: nullable(
      Type.String(),
      'Where the contract is, or will be, EIP-55; null when it was never sent.',
    ),
    transaction_hash: nullable(hashField, 'Null when a check before sending predicted the failure.'),
    block_number: nullable(Type.Integer(), 'The block that holds it; null until it is mined.'),
    deployed_at: nullableTimestamp('When it became active; null before.'),
    status: Type.String({
      ...deploymentStatus,
      description:
        '`pending` until it has its confirmations, then `active`. `superseded`: a later deployment on this network took its place.',
    }),
    deployment_id: Type.String({ description: '`dep_…`' }),
    version: Type.String({ description: 'The version of the contract.' }),
    simulated: simulatedField,
  }),
);

export type DeploymentEntry = Static<typeof deploymentEntry>;
