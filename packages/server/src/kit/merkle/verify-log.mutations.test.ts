import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import type { LogEntry } from './export-lines.ts';
import type { LogProblemKind } from './log-report.ts';
import {
  checkpointOf,
  rehashed,
  renumbered,
  sampleLog,
  sampleRecord,
  verifyExport,
  withoutLeafHashes,
} from './testing/sample-log.ts';

const MAX_TREE_SIZE = 48;
const log = sampleLog(MAX_TREE_SIZE);
const checkpoints = Array.from({ length: MAX_TREE_SIZE + 1 }, (_, size) => checkpointOf(log, size));

type MutationKind = 'edit' | 'delete' | 'swap' | 'truncate' | 'duplicate' | 'insert';

interface Mutation {
  kind: MutationKind;
  /** Index of the changed entry, below the size of the largest checkpoint. */
  at: number;
  other: number;
}

function editRecord(record: string, field: number): string {
  const value = JSON.parse(record);
  if (field % 4 === 0) value.id += 'x';
  else if (field % 4 === 1) value.amount += 1;
  else if (field % 4 === 2) delete value.note;
  else value.nested.tags.reverse();
  return JSON.stringify(value);
}

function mutate(entries: readonly LogEntry[], { kind, at, other }: Mutation): LogEntry[] {
  const changed = entries.map((entry) => ({ ...entry }));
  switch (kind) {
    case 'edit':
      required(changed[at], 'changed[at]').record = editRecord(
        required(changed[at], 'changed[at]').record,
        other,
      );
      return changed;
    case 'delete':
      return changed.toSpliced(at, 1);
    case 'swap': {
      const to = (at + 1 + (other % (changed.length - 1))) % changed.length;
      [changed[at], changed[to]] = [
        required(changed[to], 'changed[to]'),
        required(changed[at], 'changed[at]'),
      ];
      return changed;
    }
    case 'truncate':
      return changed.slice(0, at);
    case 'duplicate':
      return changed.toSpliced(at, 0, {
        ...required(changed[other % changed.length], 'another one'),
      });
    case 'insert':
      return changed.toSpliced(at, 0, { index: at, record: sampleRecord(1000 + other) });
  }
}

// How an undisguised mutation must be reported if the lines have their leaf hashes.
const expectedKind: Record<MutationKind, LogProblemKind[]> = {
  edit: ['edited'],
  delete: ['missing', 'truncated'],
  swap: ['reordered'],
  truncate: ['truncated'],
  duplicate: ['duplicate'],
  insert: ['duplicate'],
};

const scenario = fc
  .record({ size: fc.integer({ min: 2, max: MAX_TREE_SIZE }), seed: fc.nat() })
  .chain(({ size, seed }) => {
    const older = 1 + (seed % size);
    return fc.record({
      size: fc.constant(size),
      // The current checkpoint, an older one, or both.
      sizes: fc.constantFrom([size], [older], [older, size]),
      kind: fc.constantFrom<MutationKind>('edit', 'delete', 'swap', 'truncate', 'duplicate', 'insert'),
      at: fc.nat(),
      other: fc.nat(1000),
      disguise: fc.constantFrom('none', 'renumber', 'rehash', 'both', 'no leaf hashes'),
    });
  });

function disguised(entries: readonly LogEntry[], disguise: string): LogEntry[] {
  switch (disguise) {
    case 'renumber':
      return renumbered(entries);
    case 'rehash':
      return rehashed(entries);
    case 'both':
      return renumbered(rehashed(entries));
    case 'no leaf hashes':
      return withoutLeafHashes(entries);
    default:
      return [...entries];
  }
}

describe('verifyLog', () => {
  it('detects each of 10,000 random changes below an older or the current checkpoint', async () => {
    const tried: Partial<Record<MutationKind, number>> = {};
    await fc.assert(
      fc.asyncProperty(scenario, async ({ size, sizes, kind, at, other, disguise }) => {
        const covered = Math.max(...sizes);
        const mutation = { kind, at: at % covered, other };
        const mutated = mutate(log.slice(0, size), mutation);
        // Copying the last covered entry in front of itself only changes entries after the checkpoint.
        fc.pre(log.slice(0, covered).some(({ record }, i) => mutated[i]?.record !== record));
        const entries = disguised(mutated, disguise);
        const report = await verifyExport(
          entries,
          sizes.map((n) => required(checkpoints[n], 'checkpoints[n]')),
        );
        expect(report.ok).toBe(false);
        tried[kind] = (tried[kind] ?? 0) + 1;
        if (disguise !== 'none') return;
        const found = expectedKind[kind].find((name) => report.counts[name] !== undefined);
        expect(found, JSON.stringify(report)).toBeDefined();
        if (kind === 'edit') {
          expect(report.problems).toEqual([
            { kind: 'edited', index: mutation.at, message: expect.any(String) },
          ]);
        }
      }),
      { numRuns: 10_000 },
    );
    // The counter-check: unchanged logs are not refused.
    for (let size = 1; size <= MAX_TREE_SIZE; size++) {
      expect(
        (
          await verifyExport(log.slice(0, size), [
            required(checkpoints[size], 'checkpoints[size]'),
            required(checkpoints[1], 'checkpoints[1]'),
          ])
        ).ok,
      ).toBe(true);
    }
    expect(Object.keys(tried)).toHaveLength(6);
  }, 60_000);
});
