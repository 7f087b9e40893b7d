import type { DeadNode } from '../cluster/index.ts';

/** What the engine needs to know of the nodes that share its database. */
export interface NodeLiveness {
  /** False when this node's own leases may have been taken over. */
  mayAct(): boolean;
  aliveNodeIds(): Promise<string[]>;
  /** Nodes known to have died or left, whose leases may be taken over. */
  deadNodes(): DeadNode[];
}
