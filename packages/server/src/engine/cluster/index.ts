export { type ListedNode, listNodes } from './list-nodes.ts';
export {
  createNodeRegistry,
  type LeaderCallbacks,
  type Leadership,
  NodeRegistry,
  type NodeRegistryOptions,
  type NodeState,
} from './node-registry.ts';
export { type NodeFigures, ProcessFigures } from './process-figures.ts';
