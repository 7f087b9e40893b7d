import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  fromRecord,
  ok,
  okList,
  pageOf,
} from '../../../../kit/http/index.ts';
import { uuidOf } from '../../../../kit/ids.ts';
import { findContract } from '../../code/contracts/contract.repository.ts';
import type { TransactionStatus } from '../../terms/contract-tables.ts';
import { base, contractIdOf, contractParams, read } from '../../terms/wire.ts';
import { confirmationsOf } from '../executions/confirmations-of.ts';
import type { ContractsCore } from '../executions/contracts-core.ts';
import { transactionRoutes } from '../executions/transaction.routes.ts';
import { deployContract, estimateDeployment } from './deploy-contract.ts';
import { listDeployments } from './deployment.repository.ts';
import {
  deployBody,
  deploymentEstimate,
  deploymentList,
  deploymentRecord,
  deploymentResult,
  estimateDeploymentBody,
  listDeploymentsQuery,
  toDeploymentEstimate,
  toDeploymentRecord,
  toDeploymentResult,
} from './deployment.schema.ts';

export function deploymentRoutes(service: () => ContractsCore): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:write',
      limits: ['contracts_deployments'],
      method: 'POST',
      path: `${base}/contracts/:id/deploy`,
      operationId: 'deployContract',
      summary: 'Deploy a contract',
      description:
        'Deploys the current version. The transaction is signed and stored when this is answered, and sent right after; the deployment is `active` once it has its confirmations.',
      params: contractParams,
      body: deployBody,
      bodyOptional: true,
      exactNumbers: true,
      responses: { 202: deploymentResult },
      errors: [
        'not_found',
        'invalid_bytecode',
        'invalid_arguments',
        'insufficient_gas',
        'insufficient_funds',
        'spend_limit_exceeded',
        'deployment_failed',
        'network_unavailable',
      ],
      handler: async ({ principal, params, body, newId }) => {
        const record = await deployContract(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          keyId: principal.keyId,
          id: uuidOf(newId('dep')),
          contractId: contractIdOf(params.id),
          ...fromRecord(deployBody, body ?? {}),
        });
        return accepted(toDeploymentResult(record));
      },
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${base}/contracts/:id/deploy/estimate`,
      operationId: 'estimateDeployment',
      summary: 'Simulate a deployment',
      description:
        'Runs the checks before sending, and returns what the deployment of the current version would cost, or why it would fail. Nothing is signed, stored or paid.',
      params: contractParams,
      body: estimateDeploymentBody,
      bodyOptional: true,
      exactNumbers: true,
      idempotent: false,
      responses: { 200: deploymentEstimate },
      errors: [
        'not_found',
        'invalid_bytecode',
        'invalid_arguments',
        'insufficient_gas',
        'insufficient_funds',
        'network_unavailable',
      ],
      handler: async ({ principal, params, body }) => {
        const found = await estimateDeployment(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          keyId: principal.keyId,
          contractId: contractIdOf(params.id),
          ...fromRecord(estimateDeploymentBody, body ?? {}),
        });
        return ok(toDeploymentEstimate(found));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/contracts/:id/deployments`,
      operationId: 'listDeployments',
      reads: 'replica',
      summary: 'List the deployments of a contract',
      description: 'Newest first, on all networks.',
      params: contractParams,
      query: listDeploymentsQuery,
      responses: { 200: deploymentList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const contract = await findContract(service().db, principal, contractIdOf(params.id));
        if (contract === undefined) throw notFound('contract');
        const page = pageOf(query);
        const filter = { network: query.network, status: query.status as TransactionStatus | undefined };
        const { deployments, total } = await listDeployments(
          service().db,
          principal,
          contract.id,
          filter,
          page,
        );
        return okList(
          'deployments',
          deployments.map((record) => toDeploymentRecord(record, confirmationsOf(service(), record))),
          total,
          page,
        );
      },
    }),
    ...transactionRoutes(service, {
      kind: 'deployment',
      schema: deploymentRecord,
      toRecord: toDeploymentRecord,
    }),
  ];
}
