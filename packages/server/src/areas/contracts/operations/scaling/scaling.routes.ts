import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  created,
  defineRoute,
  fromRecord,
  noContent,
  ok,
  okList,
  pageOf,
} from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { readOperations } from '../../terms/wire.ts';
import { readCluster } from './cluster-state.ts';
import {
  checkMayScale,
  createPolicy,
  deletePolicy,
  requestScaling,
  type ScalingService,
} from './request-scaling.ts';
import { findAction, listActions, listPolicies } from './scaling.repository.ts';
import {
  actionList,
  actionParams,
  actionRecord,
  clusterRecord,
  createPolicyBody,
  pagedQuery,
  policyList,
  policyParams,
  policyRecord,
  scaleBody,
  toActionRecord,
  toClusterRecord,
  toPolicyRecord,
} from './scaling.schema.ts';

const base = '/v1/contracts/scaling';
// All environments share one cluster, so only production keys may change it.
const write = { tag: 'Operations', access: 'contracts:write', limits: ['contracts_operations'] } as const;

export function scalingRoutes(service: () => ScalingService): AnyRoute[] {
  return [
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/cluster`,
      operationId: 'getCluster',
      summary: 'Read the cluster',
      description: 'Every process of this service that shares the database, with its own figures.',
      responses: { 200: clusterRecord },
      handler: async () => ok(toClusterRecord(await readCluster(service().pool))),
    }),
    ...actionRoutes(service),
    ...policyRoutes(service),
  ];
}

function actionRoutes(service: () => ScalingService): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/scale`,
      operationId: 'scaleCluster',
      summary: 'Add or remove nodes',
      description:
        'For keys of the operator’s organization, unless CLUSTER_SCALING says otherwise. Starts or ends worker processes of this service on this machine, or sets the replicas of a Kubernetes Deployment where the settings name one. A node that is removed finishes its work first.',
      body: scaleBody,
      responses: { 202: actionRecord },
      handler: async ({ principal, body, newId }) => {
        await checkMayScale(service(), principal.orgId);
        const action = await requestScaling(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('scl')),
          ...fromRecord(scaleBody, body),
        });
        return accepted(toActionRecord(action));
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/actions`,
      operationId: 'listScalingActions',
      reads: 'replica',
      summary: 'List scaling actions',
      description: 'The actions that a key of the organization, or its policy, requested; newest first.',
      query: pagedQuery,
      responses: { 200: actionList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { actions, total } = await listActions(service().db, principal.orgId, page);
        return okList('actions', actions.map(toActionRecord), total, page);
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/actions/:id`,
      operationId: 'getScalingAction',
      summary: 'Follow a scaling action',
      params: actionParams,
      responses: { 200: actionRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('scl', params.id);
        const action = id && (await findAction(service().db, principal.orgId, id));
        if (!action) throw notFound('scaling action');
        return ok(toActionRecord(action));
      },
    }),
  ];
}

function policyRoutes(service: () => ScalingService): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/policies`,
      operationId: 'createScalingPolicy',
      summary: 'Make a scaling policy',
      description:
        'For keys of the operator’s organization, unless CLUSTER_SCALING says otherwise. It replaces the organization’s earlier one. If several organizations have one, the newest applies to the cluster that they share.',
      body: createPolicyBody,
      responses: { 201: policyRecord },
      handler: async ({ principal, body, newId }) => {
        await checkMayScale(service(), principal.orgId);
        const policy = await createPolicy(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('pol')),
          targetCpu: 70,
          targetMemory: 80,
          scaleUpThreshold: 80,
          scaleDownThreshold: 30,
          cooldownMinutes: 5,
          ...fromRecord(createPolicyBody, body),
        });
        return created(toPolicyRecord(policy));
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/policies`,
      operationId: 'listScalingPolicies',
      summary: 'List scaling policies',
      description: 'Newest first.',
      query: pagedQuery,
      responses: { 200: policyList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { policies, total } = await listPolicies(service().db, principal.orgId, page);
        return okList('policies', policies.map(toPolicyRecord), total, page);
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/policies/:id`,
      operationId: 'deleteScalingPolicy',
      summary: 'End a scaling policy',
      description: 'The nodes stay as they are.',
      params: policyParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('pol', params.id);
        if (id === undefined) throw notFound('active scaling policy');
        await deletePolicy(service(), principal.orgId, id);
        return noContent();
      },
    }),
  ];
}
