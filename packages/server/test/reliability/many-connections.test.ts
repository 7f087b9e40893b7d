import { expect, test } from 'vitest';
import { canOpen, type Kind, openMany } from './many-connections.ts';

const COUNT = 10_000;
/** Beyond a file each, a connection costs the service less than this. */
const MOST_KB_EACH = 40;
/** Longer than a body, and a head, may take. */
const KEPT_MS = 25_000;

test.each<[Kind, number]>([
  ['idle', 1_000],
  ['slow head', KEPT_MS],
  ['slow body', KEPT_MS],
])(
  'beside 10,000 connections that are %s, others are answered, in bounded memory',
  async (kind, keptMs) => {
    if (!canOpen(COUNT)) return;
    const { answers, closed, residentMb } = await openMany(kind, COUNT, keptMs);
    expect(Object.keys(answers)).toEqual(['201']);
    expect(residentMb.most - residentMb.before).toBeLessThan((COUNT * MOST_KB_EACH) / 1024);
    // Nobody holds one for ever by sending slowly.
    if (kind !== 'idle') expect(closed).toBeGreaterThan(COUNT * 0.99);
  },
  300_000,
);
