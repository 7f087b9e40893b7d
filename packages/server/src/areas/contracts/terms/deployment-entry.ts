import { type Static, Type } from 'typebox';
import { named, nullable, nullableTimestamp } from '../../../kit/http/index.ts';
import { hashField, simulatedField } from './wire.ts';

export const deploymentStatus = { enum: ['pending', 'active', 'superseded', 'failed', 'cancelled'] };

/** A deployment as a contract shows it: the interface's fields first. */
export const deploymentEntry = named(
  'DeploymentEntry',
  Type.Object({
    network: Type.String(),
    address: nullable(Type.String()),
    transaction_hash: nullable(hashField, 'Null when a check before sending predicted the failure.'),
    block_number: nullable(Type.Integer()),
    deployed_at: nullableTimestamp('When it became active; null before.'),
    status: Type.String(deploymentStatus),
    deployment_id: Type.String({ description: '`dep_…`' }),
    version: Type.String(),
    simulated: simulatedField,
  }),
);

export type DeploymentEntry = Static<typeof deploymentEntry>;
