import { checkHistory } from './check-history.ts';
import type { History, Receiver } from './history.ts';
import type { Pick, Seed } from './violation-seed.ts';
import { deliverySeeds, logSeeds } from './violation-seeds.ts';
import { budgetSeeds, chainSeeds, limitSeeds, readSeeds } from './violation-seeds-of-platforms.ts';

export interface Seeded {
  /** The kind of violation that was added to the record. */
  kind: string;
  /** Whether the checker reported it; undefined: the record has no data for such a violation. */
  isTold: boolean | undefined;
}

/** By the kind of violation that each adds. */
const seeds: Readonly<Record<string, readonly Seed[]>> = {
  ...logSeeds,
  ...deliverySeeds,
  ...readSeeds,
  ...limitSeeds,
  ...chainSeeds,
  ...budgetSeeds,
  'an answer that no client should get': [({ unexpected }) => ({ unexpected: [...unexpected, 'a seed'] })],
  'the log contradicts a checkpoint': [({ unproven }) => ({ unproven: [...unproven, 'a seed'] })],
};

/** Every kind of violation that can be added to a record. */
export const seededKinds: readonly string[] = Object.keys(seeds);

/**
 * Tests whether the checker can fail: adds one violation of each kind to a copy of the record, and runs the checker on
 * it. `random` gives numbers from 0 (inclusive) to 1 (exclusive).
 */
export function seedViolations(history: History, receivers: Receiver[], random: () => number): Seeded[] {
  const pick: Pick = (items) => items[Math.floor(random() * items.length)];
  const countOf = (checked: History, kind: string) =>
    checkHistory(checked, receivers).find((violation) => violation.kind === kind)?.count ?? 0;
  const before = new Map(checkHistory(history, receivers).map(({ kind, count }) => [kind, count]));
  return Object.entries(seeds).flatMap(([kind, list]) =>
    list.map((seed): Seeded => {
      const change = seed(history, pick);
      if (change === undefined) return { kind, isTold: undefined };
      return { kind, isTold: countOf({ ...history, ...change }, kind) > (before.get(kind) ?? 0) };
    }),
  );
}
