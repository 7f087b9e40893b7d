export { ClockJumps } from './clock-jumps.ts';
export { ClockWatch, type WaitingPlace } from './clock-watch.ts';
export { clusterIdPrefixes } from './cluster-ids.ts';
export type { LeaderCallbacks, Leadership } from './leaderships.ts';
export { endAllNodes, endNode, type ListedNode, listNodes } from './node.repository.ts';
export { nodeGauges } from './node-gauges.repository.ts';
export {
  createNodeRegistry,
  DEAD_AFTER_MS,
  type DeadNode,
  NodeRegistry,
  type NodeRegistryOptions,
  type NodeState,
} from './node-registry.ts';
export { type NodeFigures, ProcessFigures } from './process-figures.ts';
export { SharedClock } from './shared-clock.ts';
