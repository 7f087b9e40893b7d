import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  nullableTimestamp,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { type DeploymentEntry, deploymentEntry } from '../../terms/deployment-entry.ts';
import { marked, networkField, simulatedField, versionField } from '../../terms/wire.ts';
import type { Contract } from './contract.repository.ts';
import type { ContractHealth } from './contract-summary.repository.ts';
import type { ContractVersion, Rollback } from './version.repository.ts';

/** Some thousand functions. */
const MAX_ABI_BYTES = 786_432;

const abiField = Type.Unknown({
  maxBytes: MAX_ABI_BYTES,
  description:
    'The JSON ABI: an array as the compiler wrote it, of at most 2,000 items with 5,000 parameters in all.',
});
const bytecodeField = textField(200_000, 'Creation bytecode, hexadecimal with 0x, all libraries linked.', 0);
const sourceField = textField(
  500_000,
  'Solidity; compiled here when `abi` or `bytecode` is left out. It may import `@openzeppelin/contracts/…`.',
);
const templateField = textField(
  64,
  'The template that ABI and bytecode are taken from (see `GET /v1/contracts/templates`). With an `abi` or `source_code` in the request, it may be your own label, which is stored and can be filtered by.',
);

export const createContractBody = strictObject({
  name: textField(200, 'Name of the contract.'),
  description: Type.Optional(textField(5_000, 'What it is for.', 0)),
  abi: Type.Optional(abiField),
  bytecode: Type.Optional(bytecodeField),
  source_code: Type.Optional(sourceField),
  network: Type.Optional(networkField),
  template_id: Type.Optional(templateField),
});

export const createVersionBody = strictObject({
  version: versionField('The new version, SemVer.'),
  changes: Type.Optional(textField(5_000, 'What changed.', 0)),
  abi: Type.Optional(abiField),
  bytecode: Type.Optional(bytecodeField),
  source_code: Type.Optional(sourceField),
});

export const rollbackBody = strictObject({
  target_version: versionField('A version that the contract has.'),
  reason: textField(2_000, 'Why.'),
});

const summaryFields = {
  id: Type.String({ description: '`ctr_…`' }),
  name: Type.String({ description: 'A name for people to read; it may differ from the name in the code.' }),
  version: Type.String({ description: 'The version that deploy takes.' }),
  status: Type.String({
    enum: ['created', 'deployed'],
    description: '`deployed` once a deployment of it has its confirmations on any network.',
  }),
  created_at: timestampField('When it was registered.'),
};

const describingFields = {
  description: nullable(Type.String(), 'For people to read; null for none.'),
  network: Type.String({
    description: 'The network for deployments and executions, unless a request names another.',
  }),
  template_id: nullable(Type.String(), 'The template that it was made from; null for code of your own.'),
  simulated: simulatedField,
};

export const createdContract = named(
  'CreatedContract',
  Type.Object({ ...summaryFields, ...describingFields }),
);

export const contractRecord = named(
  'Contract',
  Type.Object({
    ...summaryFields,
    ...describingFields,
    deployments: Type.Array(deploymentEntry, {
      description: 'The newest 20 that were sent to a chain; all of them by their own list.',
    }),
    health: named(
      'ContractHealthSummary',
      Type.Object(
        {
          status: Type.String({ description: '`healthy`, `degraded` or `unhealthy`.' }),
          last_execution: nullableTimestamp('When it was last executed; null if never.'),
          execution_count: Type.Integer({ description: 'Executions whose outcome is known.' }),
          failure_rate: Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'Share of `execution_count` that failed; 0 before the first.',
          }),
        },
        { description: 'Statistics of its executions.' },
      ),
    ),
  }),
);

const codeFields = {
  abi: Type.Array(Type.Unknown(), {
    description: 'The interface in the JSON form of Solidity: functions, events and errors.',
  }),
  bytecode: nullable(
    Type.String(),
    'What a deployment sends, 0x-prefixed hex; null for a contract that was registered by address.',
  ),
  source_code: nullable(Type.String(), 'Solidity as it was sent; null if the code was given compiled.'),
};

/** Includes the code of the current version. */
export const contractDetail = named(
  'ContractDetail',
  Type.Object({ ...contractRecord.properties, ...codeFields }),
);

export const contractList = listOf('contracts', contractRecord);

export const listContractsQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(networkField),
  status: Type.Optional(Type.String({ enum: ['created', 'deployed'] })),
  template_id: Type.Optional(templateField),
});

export const versionResult = named(
  'CreatedVersion',
  Type.Object({
    contract_id: Type.String({ description: '`ctr_…`' }),
    version: Type.String({ description: 'SemVer; now the current version.' }),
    changes: nullable(Type.String(), 'Release notes for people; null if none were given.'),
    status: Type.Literal('created', { description: 'Nothing is on a chain yet: deploy it.' }),
    created_at: timestampField('When it was added.'),
  }),
);

export const versionRecord = named(
  'ContractVersion',
  Type.Object({
    version: Type.String({ description: 'SemVer.' }),
    changes: nullable(Type.String(), 'Release notes for people; null if none were given.'),
    ...codeFields,
    compilation: nullable(
      Type.Object({}, { additionalProperties: true }),
      'Compiler, contract and settings; null if the code was given compiled.',
    ),
    is_current: Type.Boolean({ description: 'Whether a deployment without `version` takes it.' }),
    created_at: timestampField('When it was added.'),
  }),
);

export const versionList = listOf('versions', versionRecord);

export const rollbackResult = named(
  'RollbackResult',
  Type.Object({
    contract_id: Type.String({ description: '`ctr_…`' }),
    version: Type.String({ description: 'The current version now.' }),
    previous_version: Type.String({ description: 'The current version before.' }),
    target_version: Type.String({ description: 'The version that was asked for; the same as `version`.' }),
    status: Type.Literal('rolled_back', {
      description: 'The registry was changed; `on_chain` explains what that means for chains.',
    }),
    reason: Type.String({ description: 'As it was given.' }),
    rolled_back_at: timestampField('When.'),
    on_chain: Type.String({ description: 'What this changes on chains, and what it does not.' }),
  }),
);

export const templateList = listOf(
  'templates',
  named(
    'ContractTemplate',
    Type.Object({
      template_id: Type.String({ description: 'What `template_id` of a new contract may be.' }),
      name: Type.String({ description: 'For people to read.' }),
      description: Type.String({ description: 'What it is for.' }),
      contract_name: Type.String({ description: 'Name of the contract in the source code.' }),
      source_code: Type.String({
        description: 'Solidity. It may import only what the service has.',
      }),
    }),
  ),
);

/** A contract, and whether its network is simulated. */
type PlacedContract = Contract & { simulated: boolean };

export function toCreatedContract(contract: PlacedContract): Static<typeof createdContract> {
  return toRecord(createdContract, marked(contract), { id: formatId('ctr', contract.id) });
}

export function toContractRecord(
  contract: PlacedContract,
  deployments: readonly DeploymentEntry[],
  health: ContractHealth,
): Static<typeof contractRecord> {
  return {
    ...toCreatedContract(contract),
    deployments: [...deployments],
    health: toRecord(contractRecord.properties.health, health),
  };
}

export function toVersionRecord(version: ContractVersion, current: string): Static<typeof versionRecord> {
  return toRecord(versionRecord, version, {
    abi: [...version.abi],
    is_current: version.version === current,
  });
}

const ON_CHAIN =
  'Deployed code stays as it is: executions and calls go to the active deployment. Deploy again to put the target version on a network.';

export function toRollbackResult(rollback: Rollback): Static<typeof rollbackResult> {
  return toRecord(rollbackResult, rollback, {
    contract_id: formatId('ctr', rollback.contractId),
    version: rollback.targetVersion,
    status: 'rolled_back',
    on_chain: ON_CHAIN,
  });
}
