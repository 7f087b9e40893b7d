import type { ScalingDirection, ScalingPolicy } from './scaling.repository.ts';

/** The input of a policy: means over the active nodes, in percent. */
export interface ClusterLoad {
  activeNodes: number;
  cpu: number;
  memory: number;
}

export interface ScalingDecision {
  action: ScalingDirection;
  nodeCount: number;
  reason: string;
}

/**
 * The change that a policy requests at a load; undefined for none. Its bounds apply at once, its thresholds
 * after the cooldown.
 */
export function decideScaling(
  policy: ScalingPolicy,
  load: ClusterLoad,
  sinceLastChangeMs: number,
): ScalingDecision | undefined {
  const { minNodes, maxNodes, scaleUpThreshold, scaleDownThreshold, cooldownMinutes } = policy;
  const { activeNodes: nodes, cpu, memory } = load;
  if (nodes < minNodes) return change(minNodes - nodes, `fewer than ${minNodes} nodes are active`);
  if (nodes > maxNodes) return change(maxNodes - nodes, `more than ${maxNodes} nodes are active`);
  if (sinceLastChangeMs < cooldownMinutes * 60_000) return undefined;
  const wanted = Math.ceil(nodes * loadRatio(policy, load));
  const told = `CPU is at ${cpu.toFixed(0)} %, memory at ${memory.toFixed(0)} %`;
  if (cpu > scaleUpThreshold || memory > scaleUpThreshold) {
    return change(
      Math.min(Math.max(wanted, nodes + 1), maxNodes) - nodes,
      `${told}, above ${scaleUpThreshold} %`,
    );
  }
  if (cpu < scaleDownThreshold && memory < scaleDownThreshold) {
    return change(
      Math.max(Math.min(wanted, nodes - 1), minNodes) - nodes,
      `${told}, both below ${scaleDownThreshold} %`,
    );
  }
  return undefined;
}

function change(nodes: number, reason: string): ScalingDecision | undefined {
  if (nodes === 0) return undefined;
  return { action: nodes > 0 ? 'scale_up' : 'scale_down', nodeCount: Math.abs(nodes), reason };
}

/** The factor for the number of nodes that would bring the load to its targets. */
function loadRatio({ targetCpu, targetMemory }: ScalingPolicy, { cpu, memory }: ClusterLoad): number {
  return Math.max(
    targetCpu === null ? 0 : cpu / targetCpu,
    targetMemory === null ? 0 : memory / targetMemory,
  );
}
