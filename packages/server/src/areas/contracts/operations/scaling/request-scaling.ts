import type { Pool } from 'pg';
import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { type ClusterNode, readCluster } from './cluster-state.ts';
import {
  endPolicy,
  findAction,
  findLastOpenAction,
  findPolicy,
  insertAction,
  insertPolicy,
  lockScaling,
  type ScalingAction,
  type ScalingDirection,
  type ScalingPolicy,
} from './scaling.repository.ts';

export interface ScalingService {
  db: AnyDatabase;
  pool: Pool;
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** Maximum number of nodes (CLUSTER_MAX_NODES). */
  maxNodes: number;
  /** Whose keys may change the cluster. */
  scalers: 'operator' | 'everyone';
  /** The operator's organization. */
  operatorOrgId(): Promise<string | undefined>;
  /** Whether the service itself chooses which nodes leave. */
  choosesNodes: boolean;
}

export interface ScalingRequest {
  orgId: string;
  /** UUID; the same for a repeated request. */
  id: string;
  action: ScalingDirection;
  nodeCount: number;
  policyId?: string | undefined;
  reason?: string | undefined;
}

/**
 * The cluster serves every organization, so not everyone may change it.
 *
 * @throws AppError forbidden
 */
export async function checkMayScale(
  { scalers, operatorOrgId }: ScalingService,
  orgId: string,
): Promise<void> {
  if (scalers === 'everyone' || orgId === (await operatorOrgId())) return;
  throw new AppError('forbidden', {
    message:
      'The cluster serves every organization, and only keys of the operator’s organization change it. Ask the operator, whose setting CLUSTER_SCALING can open it to everyone.',
  });
}

/**
 * Queues a change of the cluster's size, after earlier ones.
 *
 * @throws AppError invalid_request for more or fewer nodes than allowed
 */
export async function requestScaling(
  service: ScalingService,
  request: ScalingRequest,
): Promise<ScalingAction> {
  const { nodes, activeNodes } = await readCluster(service.pool);
  return service.unitOfWork(async (tx) => {
    await lockScaling(tx);
    const earlier = await findAction(tx, request.orgId, request.id);
    if (earlier !== undefined) return { value: earlier };
    // The node that answers is active, even if its heartbeat is late.
    const previousNodes = (await findLastOpenAction(tx))?.targetNodes ?? Math.max(activeNodes, 1);
    const isUp = request.action === 'scale_up';
    const targetNodes = previousNodes + (isUp ? request.nodeCount : -request.nodeCount);
    checkTarget(service, nodes, targetNodes);
    await insertAction(tx, {
      ...request,
      policyId: request.policyId ?? null,
      reason: request.reason ?? null,
      previousNodes,
      targetNodes,
      nodeIds: [],
      startedAt: new Date(service.clock.now()),
    });
    return { value: required(await findAction(tx, request.orgId, request.id), 'the action just written') };
  });
}

function checkTarget(service: ScalingService, nodes: readonly ClusterNode[], target: number): void {
  const refuse = (message: string) => {
    throw invalidField('node_count', message);
  };
  if (target > service.maxNodes) {
    refuse(
      `There may be ${service.maxNodes} nodes at most. The operator's setting CLUSTER_MAX_NODES allows more.`,
    );
  }
  // A node that serves the API is never removed while clients use it.
  const serving = nodes.filter(({ role, status }) => role === 'api' && status === 'active').length;
  const least = service.choosesNodes ? Math.max(serving, 1) : 1;
  if (target < least) {
    refuse(
      `At least ${least} ${least === 1 ? 'node' : 'nodes'} must stay${service.choosesNodes ? ': only workers are removed, not what serves the API' : ''}.`,
    );
  }
}

/** Makes a policy the organization's active one. Throws `invalid_request` for contradictory bounds. */
export async function createPolicy(
  service: ScalingService,
  policy: Omit<ScalingPolicy, 'status' | 'createdAt'>,
): Promise<ScalingPolicy> {
  checkPolicy(policy, service.maxNodes);
  const made: ScalingPolicy = { ...policy, status: 'active', createdAt: new Date(service.clock.now()) };
  return service.unitOfWork(async (tx) => {
    await lockScaling(tx);
    if (await insertPolicy(tx, made)) return { value: made, events: policyEvents(made, 'created') };
    return { value: required(await findPolicy(tx, policy.orgId, policy.id), 'the policy made before') };
  });
}

/** Deletes a policy. Throws `not_found`. */
export async function deletePolicy({ unitOfWork }: ScalingService, orgId: string, id: string): Promise<void> {
  const isEnded = await unitOfWork(async (tx) => {
    const value = await endPolicy(tx, orgId, id);
    return { value, events: value ? policyEvents({ orgId, id }, 'deleted') : [] };
  });
  if (!isEnded) throw notFound('active scaling policy');
}

function policyEvents({ orgId, id }: Pick<ScalingPolicy, 'orgId' | 'id'>, action: 'created' | 'deleted') {
  return configurationEvents({ orgId, thing: 'scaling_policy', id: formatId('pol', id), action });
}

function checkPolicy(policy: Omit<ScalingPolicy, 'status' | 'createdAt'>, most: number): void {
  const refuse = (field: string, message: string) => {
    throw invalidField(field, message);
  };
  if (policy.minNodes > policy.maxNodes) refuse('min_nodes', '`min_nodes` must not be above `max_nodes`.');
  if (policy.maxNodes > most) {
    refuse(
      'max_nodes',
      `There may be ${most} nodes at most. The operator's setting CLUSTER_MAX_NODES allows more.`,
    );
  }
  if (policy.scaleDownThreshold >= policy.scaleUpThreshold) {
    refuse('scale_down_threshold', '`scale_down_threshold` must be below `scale_up_threshold`.');
  }
}
