export {
  createNodeRegistry,
  type LeaderCallbacks,
  type Leadership,
  NodeRegistry,
  type NodeRegistryOptions,
  type NodeState,
} from './node-registry.ts';
