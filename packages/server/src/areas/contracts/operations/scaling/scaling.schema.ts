import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { Cluster, ClusterNode } from './cluster-state.ts';
import type { ScalingAction, ScalingPolicy } from './scaling.repository.ts';

const percent = (description: string, defaultValue?: number) =>
  Type.Number({
    minimum: 0,
    maximum: 100,
    description,
    ...(defaultValue !== undefined && { default: defaultValue }),
  });

export const policyParams = Type.Object({
  id: Type.String({ description: 'The id of the policy, `pol_…`.' }),
});
export const actionParams = Type.Object({
  id: Type.String({ description: 'The id of the scaling action, `scl_…`.' }),
});
export const pagedQuery = strictObject(pageQuery);

export const nodeRecord = named(
  'ClusterNode',
  Type.Object({
    node_id: Type.String({ description: '`node_…`' }),
    status: Type.Enum(['active', 'draining', 'inactive'], {
      type: 'string',
      description:
        'Draining: it finishes its work and leaves. Inactive: it died; other nodes took over its work.',
    }),
    health: Type.Enum(['healthy', 'degraded', 'unhealthy'], {
      type: 'string',
      description:
        '`degraded`: its heartbeat is late, or CPU or memory is nearly used up. `unhealthy`: it died.',
    }),
    role: Type.Enum(['api', 'worker'], { type: 'string', description: 'A worker serves no API.' }),
    host: Type.String({ description: 'Name of the machine, pod or container.' }),
    metrics: Type.Object(
      {
        cpu_utilization: Type.Number({ description: 'Percent of one core, over the last second.' }),
        memory_utilization: Type.Number({ description: 'Percent of the memory that the process may use.' }),
        active_connections: Type.Number({
          description: 'Bytes received and sent, without those of the database.',
        }),
        queue_size: Type.Number({
          description: 'Deliveries that wait or are in progress on it, and jobs in progress.',
        }),
      },
      { description: 'Reported with its last heartbeat.' },
    ),
    started_at: timestampField('When it joined.'),
    last_heartbeat: timestampField('Heartbeats are sent every second.'),
  }),
);

export const clusterRecord = named(
  'Cluster',
  Type.Object({
    nodes: Type.Array(nodeRecord, {
      description: 'Every node that is alive, or gone for less than an hour.',
    }),
    total_nodes: Type.Integer({ description: 'The listed nodes: alive, or gone for less than an hour.' }),
    active_nodes: Type.Integer({ description: 'The listed nodes that do work.' }),
    load_distribution: Type.Enum(['balanced', 'unbalanced'], {
      type: 'string',
      description: 'Balanced while the CPU of active nodes differs by at most 30 points.',
    }),
  }),
);

export const createPolicyBody = strictObject({
  min_nodes: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Below this number, nodes are added at once.',
  }),
  max_nodes: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Maximum number of nodes.' }),
  target_cpu: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 100,
      default: 70,
      description: 'Target CPU in percent.',
    }),
  ),
  target_memory: Type.Optional(
    Type.Number({ minimum: 1, maximum: 100, default: 80, description: 'Target memory in percent.' }),
  ),
  scale_up_threshold: Type.Optional(percent('Mean CPU or memory above it, in percent, adds nodes.', 80)),
  scale_down_threshold: Type.Optional(percent('Mean CPU and memory below it remove nodes.', 30)),
  cooldown_minutes: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_440,
      default: 5,
      description: 'How long after a change the thresholds cause no other change.',
    }),
  ),
});

export const policyRecord = named(
  'ScalingPolicy',
  Type.Object({
    policy_id: Type.String({ description: '`pol_…`' }),
    min_nodes: Type.Integer({ description: 'Below this number, nodes are added at once.' }),
    max_nodes: Type.Integer({ description: 'Maximum number of nodes.' }),
    target_cpu: nullable(Type.Number(), 'Null if there is none.'),
    target_memory: nullable(Type.Number(), 'Null if there is none.'),
    scale_up_threshold: Type.Number({ description: 'Mean CPU or memory above it, in percent, adds nodes.' }),
    scale_down_threshold: Type.Number({
      description: 'Mean CPU and memory below it, in percent, remove nodes.',
    }),
    cooldown_minutes: Type.Number({ description: 'How long after a change the thresholds cause no other.' }),
    status: Type.Enum(['active', 'superseded'], { type: 'string', description: 'The newest one is active.' }),
    created_at: timestampField('When it was made.'),
  }),
);
export const policyList = listOf('policies', policyRecord);

export const scaleBody = strictObject({
  action: Type.Enum(['scale_up', 'scale_down'], {
    type: 'string',
    description: 'Whether nodes are added or removed.',
  }),
  node_count: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many nodes to add or remove.' }),
});

export const actionRecord = named(
  'ScalingAction',
  Type.Object({
    scaling_id: Type.String({ description: '`scl_…`' }),
    action: Type.Enum(['scale_up', 'scale_down'], {
      type: 'string',
      description: 'Whether nodes are added or removed.',
    }),
    node_count: Type.Integer({ description: 'Number of nodes.' }),
    previous_nodes: Type.Integer({ description: 'Number of nodes before.' }),
    target_nodes: Type.Integer({ description: 'Number of nodes after.' }),
    status: Type.Enum(['in_progress', 'completed', 'failed'], {
      type: 'string',
      description: '`completed` when the nodes have joined or left.',
    }),
    node_ids: Type.Array(Type.String(), { description: 'Nodes that were added, or that leave.' }),
    policy_id: nullable(Type.String(), 'The policy that requested it; null for a manual request.'),
    reason: nullable(Type.String(), 'Why the policy requested it.'),
    error: nullable(Type.String(), 'Why it failed; null if it did not.'),
    started_at: timestampField('When it was asked for.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended; null before.'),
  }),
);
export const actionList = listOf('actions', actionRecord);

export function toClusterRecord(cluster: Cluster): Static<typeof clusterRecord> {
  return toRecord(clusterRecord, cluster, {
    nodes: cluster.nodes.map(toNodeRecord),
    total_nodes: cluster.nodes.length,
  });
}

function toNodeRecord(node: ClusterNode): Static<typeof nodeRecord> {
  return toRecord(nodeRecord, node, { node_id: formatId('node', node.nodeId), metrics: node.figures });
}

export function toPolicyRecord(policy: ScalingPolicy): Static<typeof policyRecord> {
  return toRecord(policyRecord, policy, { policy_id: formatId('pol', policy.id) });
}

export function toActionRecord(action: ScalingAction): Static<typeof actionRecord> {
  return toRecord(actionRecord, action, {
    scaling_id: formatId('scl', action.id),
    node_ids: action.nodeIds.map((id) => formatId('node', id)),
    policy_id: action.policyId && formatId('pol', action.policyId),
  });
}
