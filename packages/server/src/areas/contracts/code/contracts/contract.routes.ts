import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  fromRecord,
  ok,
  okList,
  pageOf,
  pageQuery,
  strictObject,
} from '../../../../kit/http/index.ts';
import { formatId, uuidOf } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import type { DeploymentEntry } from '../../terms/deployment-entry.ts';
import { base, contractIdOf, contractParams, read, write } from '../../terms/wire.ts';
import { templates } from '../templates/template-list.ts';
import { addVersion } from './add-version.ts';
import { checkAbi } from './check-abi.ts';
import { checkBytecode } from './check-bytecode.ts';
import type { CodeCore } from './code-core.ts';
import { type Contract, findContract, listContracts } from './contract.repository.ts';
import {
  contractDetail,
  contractList,
  createContractBody,
  createdContract,
  createVersionBody,
  listContractsQuery,
  rollbackBody,
  rollbackResult,
  templateList,
  toContractRecord,
  toCreatedContract,
  toRollbackResult,
  toVersionRecord,
  versionList,
  versionResult,
} from './contract.schema.ts';
import { readHealth } from './contract-summary.repository.ts';
import { createContract } from './create-contract.ts';
import { rollBack } from './roll-back.ts';
import { findVersion, listVersions } from './version.repository.ts';

const codeErrors = { abi: contractsErrors.invalid_abi, bytecode: contractsErrors.invalid_bytecode };
const SHOWN_DEPLOYMENTS = 20;

/**
 * The newest deployments of each of these contracts (UUIDs) that were sent to a chain, at most `limit` per
 * contract.
 */
export type ListNewestDeployments = (
  owner: Owner,
  contractIds: readonly string[],
  limit: number,
) => Promise<ReadonlyMap<string, readonly DeploymentEntry[]>>;

export function contractRoutes(
  service: () => CodeCore,
  listNewestDeployments: ListNewestDeployments,
): AnyRoute[] {
  const place = (contract: Contract) => ({
    ...contract,
    simulated: service().networks.find(contract.network)?.simulated ?? false,
  });
  const describe = async (owner: Owner, contracts: readonly Contract[]) => {
    const ids = contracts.map(({ id }) => id);
    const [deployments, health] = await Promise.all([
      listNewestDeployments(owner, ids, SHOWN_DEPLOYMENTS),
      readHealth(service().db, owner, ids),
    ]);
    return contracts.map((contract) =>
      toContractRecord(
        place(contract),
        deployments.get(contract.id) ?? [],
        required(health.get(contract.id), 'the health of a contract'),
      ),
    );
  };
  const find = async (owner: Owner, id: string): Promise<Contract> => {
    const contract = await findContract(service().db, owner, contractIdOf(id));
    if (contract === undefined) throw notFound('contract');
    return contract;
  };
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/contracts`,
      operationId: 'createContract',
      summary: 'Register a contract',
      description:
        'With its ABI and bytecode, with Solidity source that is compiled here, or from a template. Its first version is 1.0.0.',
      body: createContractBody,
      fieldErrors: codeErrors,
      responses: { 201: createdContract },
      errors: ['invalid_abi', 'invalid_bytecode', 'invalid_source_code', 'unavailable'],
      handler: async ({ principal, body, newId }) => {
        const contract = await createContract(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          id: uuidOf(newId('ctr')),
          ...fromRecord(createContractBody, body),
        });
        return created(toCreatedContract(place(contract)));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/contracts`,
      operationId: 'listContracts',
      reads: 'replica',
      summary: 'List contracts',
      description: 'Newest first.',
      query: listContractsQuery,
      responses: { 200: contractList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        // A misspelled name must not look like a network without contracts.
        if (query.network !== undefined) service().networks.get(query.network);
        const filter = {
          ...fromRecord(listContractsQuery, query),
          status: query.status as Contract['status'] | undefined,
        };
        const { contracts, total } = await listContracts(service().db, principal, filter, page);
        return okList('contracts', await describe(principal, contracts), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/contracts/:id`,
      operationId: 'getContract',
      summary: 'Read a contract',
      description: 'With the code of its current version.',
      params: contractParams,
      responses: { 200: contractDetail },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const contract = await find(principal, params.id);
        const [[record], version] = await Promise.all([
          describe(principal, [contract]),
          findVersion(service().db, contract, contract.id, contract.version),
        ]);
        const { abi, bytecode, sourceCode } = required(version, 'the current version');
        return ok({
          ...required(record, 'the record of the contract'),
          abi: [...abi],
          bytecode,
          source_code: sourceCode,
        });
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/contracts/:id/versions`,
      operationId: 'createContractVersion',
      summary: 'Add a version',
      description:
        'It becomes the version that deploy takes. Code that is left out stays as in the version before.',
      params: contractParams,
      body: createVersionBody,
      fieldErrors: codeErrors,
      responses: { 201: versionResult },
      errors: [
        'not_found',
        'version_conflict',
        'invalid_abi',
        'invalid_bytecode',
        'invalid_source_code',
        'unavailable',
      ],
      handler: async ({ principal, params, body }) => {
        // Errors in the code are reported before anything is looked up.
        if (body.abi !== undefined) checkAbi(body.abi);
        if (body.bytecode !== undefined) checkBytecode(body.bytecode);
        const contractId = contractIdOf(params.id);
        const version = await addVersion(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          contractId,
          ...fromRecord(createVersionBody, body),
        });
        return created({
          contract_id: formatId('ctr', contractId),
          version: version.version,
          changes: version.changes,
          status: 'created',
          created_at: version.createdAt.toISOString(),
        });
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/contracts/:id/versions`,
      operationId: 'listContractVersions',
      reads: 'replica',
      summary: 'List the versions of a contract',
      description: 'Newest first, with their code.',
      params: contractParams,
      query: strictObject({ ...pageQuery }),
      responses: { 200: versionList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const contract = await find(principal, params.id);
        const page = pageOf(query);
        const { versions, total } = await listVersions(service().db, contract, contract.id, page);
        return okList(
          'versions',
          versions.map((version) => toVersionRecord(version, contract.version)),
          total,
          page,
        );
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/contracts/:id/rollback`,
      operationId: 'rollBackContract',
      summary: 'Return to an earlier version',
      description: 'Moves which version deploy takes. Deployed code stays as it is; the answer says so.',
      params: contractParams,
      body: rollbackBody,
      responses: { 200: rollbackResult },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body }) =>
        ok(
          toRollbackResult(
            await rollBack(service(), {
              orgId: principal.orgId,
              environment: principal.environment,
              contractId: contractIdOf(params.id),
              ...fromRecord(rollbackBody, body),
            }),
          ),
        ),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/templates`,
      operationId: 'listContractTemplates',
      summary: 'List contract templates',
      description: 'Real contracts on OpenZeppelin Contracts, to register by `template_id`.',
      query: strictObject({ ...pageQuery }),
      responses: { 200: templateList },
      handler: async ({ query }) => {
        const page = pageOf(query);
        const shown = templates.slice(page.offset, page.offset + page.limit);
        return okList(
          'templates',
          shown.map(({ id, contractName, sourceCode, name, description }) => ({
            template_id: id,
            name,
            description,
            contract_name: contractName,
            source_code: sourceCode,
          })),
          templates.length,
          page,
        );
      },
    }),
  ];
}
