import type { Pool } from 'pg';
import { type ListedNode, listNodes, type NodeFigures } from '../../../../engine/cluster/index.ts';

export type NodeStatus = 'active' | 'draining' | 'inactive';
export type NodeHealth = 'healthy' | 'degraded' | 'unhealthy';

/** A process of this service. */
export interface ClusterNode {
  /** UUID. */
  nodeId: string;
  status: NodeStatus;
  health: NodeHealth;
  /** Workers do not serve the API. */
  role: 'api' | 'worker';
  host: string;
  figures: NodeFigures;
  startedAt: Date;
  lastHeartbeat: Date;
}

export interface Cluster {
  nodes: ClusterNode[];
  activeNodes: number;
  loadDistribution: 'balanced' | 'unbalanced';
}

/** The node register's limits: a heartbeat comes each second, and a node without one for five is dead. */
const LATE_AFTER_MS = 3_000;
const DEAD_AFTER_MS = 5_000;
/** Max. CPU difference, in percentage points, between the busiest and the idlest node. */
const BALANCED_SPREAD = 30;
const OVERLOADED_ABOVE = 95;

/** The processes of this service from the register, without those that shut down normally. */
export async function readCluster(pool: Pool): Promise<Cluster> {
  const nodes = (await listNodes(pool)).map(toNode);
  const active = nodes.filter(({ status }) => status === 'active');
  const loads = active.map(({ figures }) => figures.cpu_utilization);
  const spread = loads.length === 0 ? 0 : Math.max(...loads) - Math.min(...loads);
  return {
    nodes,
    activeNodes: active.length,
    loadDistribution: spread <= BALANCED_SPREAD ? 'balanced' : 'unbalanced',
  };
}

function toNode({ nodeId, info, startedAt, lastHeartbeat, ageMs }: ListedNode): ClusterNode {
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  const figures = {
    cpu_utilization: number(info.cpu_utilization),
    memory_utilization: number(info.memory_utilization),
    active_connections: number(info.active_connections),
    queue_size: number(info.queue_size),
  };
  const isDead = ageMs >= DEAD_AFTER_MS;
  return {
    nodeId,
    status: isDead ? 'inactive' : info.status === 'draining' ? 'draining' : 'active',
    health: isDead ? 'unhealthy' : healthOf(ageMs, figures),
    role: info.role === 'worker' ? 'worker' : 'api',
    host: typeof info.host === 'string' ? info.host : '',
    figures,
    startedAt,
    lastHeartbeat,
  };
}

function healthOf(ageMs: number, { cpu_utilization, memory_utilization }: NodeFigures): NodeHealth {
  const isOverloaded = cpu_utilization > OVERLOADED_ABOVE || memory_utilization > OVERLOADED_ABOVE;
  return ageMs >= LATE_AFTER_MS || isOverloaded ? 'degraded' : 'healthy';
}
