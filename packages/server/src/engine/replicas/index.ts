export { examineReplica } from './examine-replica.ts';
export { ReplicatedReads } from './replicated-reads.ts';
