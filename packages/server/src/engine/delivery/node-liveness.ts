import type { DeadNode } from '../cluster/index.ts';

/** What the engine needs to know about the nodes sharing its database. */
export interface NodeLiveness {
  /** False when this node's own leases may have been taken over. */
  mayAct(): boolean;
  aliveNodeIds(): Promise<string[]>;
  /** How far the clock had been set back when this node started. */
  foundBackMs?(): number;
  /** Nodes known to have died or left, whose leases may be taken over. */
  deadNodes(): DeadNode[];
}
