import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { elapsedMs } from '../../../../kit/clock.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { type Cluster, type ClusterNode, readCluster } from './cluster-state.ts';
import { type ClusterLoad, decideScaling } from './decide-scaling.ts';
import { LauncherRefusal, type NodeLauncher } from './node-launcher.ts';
import { requestScaling, type ScalingService } from './request-scaling.ts';
import {
  announceNodes,
  chooseNodes,
  endAction,
  findGoverningPolicy,
  findLastChange,
  findOpenAction,
  type ScalingAction,
} from './scaling.repository.ts';

export interface ScalingControllerOptions extends ScalingService {
  launcher: NodeLauncher;
  /** As of the last heartbeat. */
  aliveNodeIds(): string[];
  /** Only one node decides at a time. */
  isLeader(): boolean;
  /** This node's UUID. */
  nodeId: string;
  onError(error: unknown): void;
}

const EVERY_MS = 500;
/** Interval while no change is requested: joining and leaving nodes are published. */
const IDLE_MS = 2_000;
const POLICY_EVERY_MS = 5_000;
/** A load counts after this many consecutive samples: a short peak starts no process. */
const LOADS_AVERAGED = 3;
const ACTION_LIMIT_MS = 120_000;
/** A policy waits this long after a refused change. */
const REFUSED_PAUSE_MS = 60_000;

/**
 * Carries out requested changes of the cluster, and evaluates the policy; runs on every node that serves the
 * API.
 */
export class ScalingController {
  readonly #options: ScalingControllerOptions;
  readonly #tasks: RepeatedTask[];
  /** Nodes that were announced, or did not have to be. */
  readonly #known = new Set<string>();
  #loads: ClusterLoad[] = [];
  #current: { id: string; since: number } | undefined;
  /** The error of the current action's last attempt. */
  #problem: string | undefined;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ScalingControllerOptions) {
    this.#options = options;
    const { onError } = options;
    this.#tasks = [
      new RepeatedTask({ everyMs: EVERY_MS, idleMs: IDLE_MS, run: () => this.#carryOut(), onError }),
      new RepeatedTask({ everyMs: POLICY_EVERY_MS, run: () => this.evaluate(), onError }),
    ];
  }

  start(): void {
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await this.#options.launcher.stop();
  }

  /** Compares the load with the governing policy, and requests the change it demands. */
  async evaluate(): Promise<void> {
    const { db, pool, clock, isLeader, scalers, operatorOrgId } = this.#options;
    if (!isLeader()) {
      this.#loads = [];
      return;
    }
    if (performance.now() - this.#refusedAt < REFUSED_PAUSE_MS) return;
    const policy = await findGoverningPolicy(db, scalers === 'operator' ? await operatorOrgId() : undefined);
    if (policy === undefined || (await findOpenAction(db)) !== undefined) return;
    this.#loads = [...this.#loads, loadOf(await readCluster(pool))].slice(-LOADS_AVERAGED);
    const load = averageLoad(this.#loads);
    const lastChange = await findLastChange(db);
    const sinceMs = lastChange === undefined ? Number.POSITIVE_INFINITY : elapsedMs(lastChange, clock.now());
    const isBounded = load.activeNodes < policy.minNodes || load.activeNodes > policy.maxNodes;
    if (this.#loads.length < LOADS_AVERAGED && !isBounded) return;
    const decision = decideScaling(policy, load, sinceMs);
    if (decision === undefined) return;
    this.#loads = [];
    const request = { orgId: policy.orgId, id: newUuid(), policyId: policy.id, ...decision };
    await requestScaling(this.#options, request).catch((error) => {
      // Another request came first, or no node can leave: the next round decides again.
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** Returns whether an action is in progress. */
  async #carryOut(): Promise<boolean> {
    const { db, pool, launcher, isLeader } = this.#options;
    const action = await findOpenAction(db);
    const leads = isLeader();
    if (action === undefined && (!leads || this.#knowsAll())) return false;
    const cluster = await readCluster(pool);
    if (action !== undefined) {
      // The workers to stop may be children of any node.
      const isLocal = action.action === 'scale_down' && launcher.choosesNodes;
      if (isLocal) await launcher.shrink(action.targetNodes, action.nodeIds);
      if (leads) await this.#advance(action, cluster);
    }
    if (leads) await this.#announce(cluster, action);
    return action !== undefined;
  }

  #knowsAll(): boolean {
    return this.#options.aliveNodeIds().every((id) => this.#known.has(id));
  }

  async #advance(action: ScalingAction, cluster: Cluster): Promise<void> {
    const { launcher } = this.#options;
    const { activeNodes } = cluster;
    const isUp = action.action === 'scale_up';
    if (isUp ? activeNodes >= action.targetNodes : this.#haveLeft(action, cluster)) {
      await this.#complete(action, cluster);
      return;
    }
    if (this.#isOverdue(action)) {
      const told = `Not done within ${ACTION_LIMIT_MS / 1000} s: ${activeNodes} nodes are active.`;
      await this.#fail(action, [told, this.#problem ?? []].flat().join(' '));
      return;
    }
    try {
      if (isUp) await launcher.grow(action.targetNodes, activeNodes);
      else if (!launcher.choosesNodes) await launcher.shrink(action.targetNodes, []);
      else if (action.nodeIds.length === 0) await this.#chooseLeaving(action, cluster);
    } catch (error) {
      this.#problem = (error as Error).message;
      if (error instanceof LauncherRefusal) {
        this.#refusedAt = performance.now();
        await this.#fail(action, this.#problem);
      }
      throw error;
    }
  }

  #fail(action: ScalingAction, error: string): Promise<void> {
    return this.#end(action, { status: 'failed', nodeIds: action.nodeIds, error });
  }

  /** Measured from the action's start. */
  #isOverdue({ id }: ScalingAction): boolean {
    if (this.#current?.id !== id) {
      this.#current = { id, since: performance.now() };
      this.#problem = undefined;
    }
    return performance.now() - this.#current.since > ACTION_LIMIT_MS;
  }

  /** Chooses the workers that leave, newest first. */
  async #chooseLeaving(action: ScalingAction, { nodes, activeNodes }: Cluster): Promise<void> {
    const workers = nodes.filter(({ role, status }) => role === 'worker' && status === 'active');
    const count = Math.min(activeNodes - action.targetNodes, workers.length);
    const leaving = workers.slice(workers.length - count).map(({ nodeId }) => nodeId);
    await chooseNodes(this.#options.db, action, leaving);
  }

  #haveLeft(action: ScalingAction, { nodes, activeNodes }: Cluster): boolean {
    if (activeNodes > action.targetNodes) return false;
    const alive = nodes.filter(({ status }) => status !== 'inactive');
    return !alive.some(({ nodeId }) => action.nodeIds.includes(nodeId));
  }

  async #complete(action: ScalingAction, { nodes }: Cluster): Promise<void> {
    const added = nodes
      .filter(({ status, startedAt }) => status === 'active' && startedAt >= action.startedAt)
      .map(({ nodeId }) => nodeId);
    await this.#end(action, {
      status: 'completed',
      nodeIds: action.action === 'scale_up' ? added : action.nodeIds,
      error: null,
    });
  }

  async #end(
    action: ScalingAction,
    end: { status: 'completed' | 'failed'; nodeIds: string[]; error: string | null },
  ): Promise<void> {
    const at = new Date(this.#options.clock.now());
    await this.#options.unitOfWork(async (tx) => {
      const isEnded = await endAction(tx, action, { ...end, at });
      const events = isEnded && end.status === 'completed' ? [scaledEvent(action, end.nodeIds, at)] : [];
      return { value: undefined, events };
    });
  }

  /** Publishes nodes that joined, once each. The first node of a cluster has not joined anything. */
  async #announce({ nodes, activeNodes }: Cluster, action: ScalingAction | undefined): Promise<void> {
    const active = nodes.filter(({ status }) => status === 'active');
    if (active.length === 0) return;
    const { unitOfWork, clock, nodeId, operatorOrgId } = this.#options;
    const unknown = active.filter((node) => !this.#known.has(node.nodeId));
    if (unknown.length === 0) return;
    const operator = await operatorOrgId();
    await unitOfWork(async (tx) => {
      const now = new Date(clock.now());
      const fresh = await announceNodes(
        tx,
        unknown.map((node) => node.nodeId),
        now,
      );
      const orgId = action?.orgId ?? operator;
      const joined = unknown.filter((node) => fresh.includes(node.nodeId) && node.nodeId !== nodeId);
      const events =
        orgId === undefined
          ? []
          : joined.map((node) => addedEvent(node, orgId, action, nodes.length, activeNodes));
      return { value: undefined, events };
    });
    for (const node of unknown) this.#known.add(node.nodeId);
  }
}

function loadOf({ nodes, activeNodes }: Cluster): ClusterLoad {
  const active = nodes.filter(({ status }) => status === 'active');
  const mean = (figure: 'cpu_utilization' | 'memory_utilization') =>
    active.reduce((sum, { figures }) => sum + figures[figure], 0) / Math.max(active.length, 1);
  return { activeNodes, cpu: mean('cpu_utilization'), memory: mean('memory_utilization') };
}

function averageLoad(loads: readonly ClusterLoad[]): ClusterLoad {
  const mean = (figure: 'cpu' | 'memory') =>
    loads.reduce((sum, load) => sum + load[figure], 0) / loads.length;
  return { activeNodes: loads.at(-1)?.activeNodes ?? 0, cpu: mean('cpu'), memory: mean('memory') };
}

function scaledEvent(action: ScalingAction, nodeIds: string[], at: Date): NewEvent {
  return factEvent('cluster_scaled', {
    orgId: action.orgId,
    source: 'contracts',
    data: factData('cluster_scaled', action, {
      scaling_id: formatId('scl', action.id),
      node_ids: nodeIds.map((id) => formatId('node', id)),
      policy_id: action.policyId && formatId('pol', action.policyId),
      status: 'completed',
      completed_at: at.toISOString(),
    }),
  });
}

function addedEvent(
  node: ClusterNode,
  orgId: string,
  action: ScalingAction | undefined,
  totalNodes: number,
  activeNodes: number,
): NewEvent {
  const wasAsked = action?.action === 'scale_up' && node.startedAt >= action.startedAt;
  return factEvent('cluster_node_added', {
    orgId,
    source: 'contracts',
    data: {
      node_id: formatId('node', node.nodeId),
      scaling_id: wasAsked ? formatId('scl', action.id) : null,
      status: 'active',
      health: node.health,
      total_nodes: totalNodes,
      active_nodes: activeNodes,
      added_at: node.startedAt.toISOString(),
    },
  });
}
