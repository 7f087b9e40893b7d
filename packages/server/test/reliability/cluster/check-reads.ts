import { required } from '../../../src/kit/required.ts';
import type { History, RegisterOperation } from './history.ts';

/** How long a node may still accept a deleted key: docs/keys.md says seconds. */
const REVOKED_WITHIN_MS = 10_000;

/** Compares reads with what was acknowledged before they were sent. */
export function checkReads({ reads, registers, revoked }: History): Record<string, string[]> {
  return {
    'an acknowledged event was not found': reads
      .filter(({ status }) => status === 404)
      .map(({ eventId, node }) => `${eventId} on ${node}`),
    'a read is older than a write before it': [...Map.groupBy(registers, ({ register }) => register)].flatMap(
      ([name, operations]) => findStaleReads(name, operations),
    ),
    'a value was read before it was written': [...Map.groupBy(registers, ({ register }) => register)].flatMap(
      ([name, operations]) => findEarlyReads(name, operations),
    ),
    'a deleted key was accepted': revoked
      .filter(({ status, sentAt, deletedAt }) => status < 300 && sentAt - deletedAt > REVOKED_WITHIN_MS)
      .map(({ node, sentAt, deletedAt }) => `on ${node}, ${Math.round(sentAt - deletedAt)} ms afterwards`),
  };
}

/** Values of a register only grow: a value that was acknowledged or read is the minimum for later reads. */
function findStaleReads(name: string, operations: RegisterOperation[]): string[] {
  const known = operations
    .filter(({ kind, acknowledged }) => kind === 'read' || acknowledged)
    .toSorted((a, b) => a.endedAt - b.endedAt);
  const reads = operations.filter(({ kind }) => kind === 'read').toSorted((a, b) => a.sentAt - b.sentAt);
  let least = Number.NEGATIVE_INFINITY;
  let next = 0;
  return reads.flatMap(({ value, sentAt, node }) => {
    for (; next < known.length && required(known[next], 'one of known').endedAt < sentAt; next++)
      least = Math.max(least, required(known[next], 'one of known').value);
    return value < least ? [`${name} on ${node}: ${value} after ${least}`] : [];
  });
}

function findEarlyReads(name: string, operations: RegisterOperation[]): string[] {
  const writes = operations.filter(({ kind }) => kind === 'write');
  return operations
    .filter(({ kind }) => kind === 'read')
    .filter(({ value, endedAt }) => !writes.some((write) => write.value === value && write.sentAt < endedAt))
    .map(({ value, node }) => `${name} on ${node}: ${value}`);
}
