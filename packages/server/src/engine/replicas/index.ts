export { examineReplica } from './examine-replica.ts';
export { type ReadingNode, ReplicatedReads } from './replicated-reads.ts';
