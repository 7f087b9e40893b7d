import type { Pool } from 'pg';
import type { AnyDatabase, AnyTransaction, UnitOfWork } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { type ClusterNode, readCluster } from './cluster-state.ts';
import {
  endPolicy,
  findAction,
  findOpenAction,
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
  /** Most nodes that there may ever be (CLUSTER_MAX_NODES). */
  maxNodes: number;
  /** Whether the service itself chooses which nodes leave. */
  choosesNodes: boolean;
}

export interface ScalingRequest {
  orgId: string;
  /** UUID; a repeated request has the same. */
  id: string;
  action: ScalingDirection;
  nodeCount: number;
  policyId?: string | undefined;
  reason?: string | undefined;
}

/**
 * Has the cluster grown or shrunk by so many nodes, in the background.
 *
 * @throws AppError invalid_state while another change is under way, invalid_request for more or fewer than there may be
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
    await checkNoneOpen(tx);
    const up = request.action === 'scale_up';
    const nodeIds = up || !service.choosesNodes ? [] : chooseLeaving(nodes, request.nodeCount);
    const targetNodes = activeNodes + (up ? request.nodeCount : -request.nodeCount);
    checkTarget(targetNodes, service.maxNodes);
    await insertAction(tx, {
      ...request,
      policyId: request.policyId ?? null,
      reason: request.reason ?? null,
      previousNodes: activeNodes,
      targetNodes,
      nodeIds,
      startedAt: new Date(service.clock.now()),
    });
    return { value: (await findAction(tx, request.orgId, request.id))! };
  });
}

async function checkNoneOpen(tx: AnyTransaction): Promise<void> {
  const open = await findOpenAction(tx);
  if (open === undefined) return;
  throw new AppError('invalid_state', {
    message: 'The cluster is being scaled just now. Ask again when that has ended.',
  });
}

function checkTarget(target: number, most: number): void {
  if (target >= 1 && target <= most) return;
  throw new AppError('invalid_request', {
    message:
      target < 1
        ? 'At least one node must stay.'
        : `There may be ${most} nodes at most. The operator's setting CLUSTER_MAX_NODES allows more.`,
    field: 'node_count',
  });
}

/** Workers leave, the newest first; a node that serves the API is never taken from under its callers. */
function chooseLeaving(nodes: readonly ClusterNode[], count: number): string[] {
  const workers = nodes.filter(({ role, status }) => role === 'worker' && status === 'active');
  if (workers.length < count) {
    throw new AppError('invalid_request', {
      message:
        workers.length === 0
          ? 'No worker is there to remove: the nodes that are left serve the API.'
          : `Only ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'} can be removed: the other nodes serve the API.`,
      field: 'node_count',
    });
  }
  return workers.slice(-count).map(({ nodeId }) => nodeId);
}

/** Makes a policy the organization's active one. Throws `invalid_request` for bounds that contradict each other. */
export async function createPolicy(
  service: ScalingService,
  policy: Omit<ScalingPolicy, 'status' | 'createdAt'>,
): Promise<ScalingPolicy> {
  checkPolicy(policy, service.maxNodes);
  const made: ScalingPolicy = { ...policy, status: 'active', createdAt: new Date(service.clock.now()) };
  return service.unitOfWork(async (tx) => {
    await lockScaling(tx);
    if (await insertPolicy(tx, made)) return { value: made };
    return { value: (await findPolicy(tx, policy.orgId, policy.id))! };
  });
}

/** Ends a policy. Throws `not_found`. */
export async function deletePolicy({ unitOfWork }: ScalingService, orgId: string, id: string): Promise<void> {
  const isEnded = await unitOfWork(async (tx) => ({ value: await endPolicy(tx, orgId, id) }));
  if (!isEnded) throw notFound('active scaling policy');
}

function checkPolicy(policy: Omit<ScalingPolicy, 'status' | 'createdAt'>, most: number): void {
  const refuse = (field: string, message: string) => {
    throw new AppError('invalid_request', { message, field });
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
