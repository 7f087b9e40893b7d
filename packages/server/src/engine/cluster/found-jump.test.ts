import { describe, expect, test } from 'vitest';
import { findJump } from './found-jump.ts';
import type { NodeRow } from './node-session.repository.ts';

const HOUR_MS = 3_600_000;
/** By the machine's own clock. */
const NOW_MS = 1_800_000_000_000;
/** By the database's clock, which is minutes off that of the machine. */
const DATABASE_MS = NOW_MS + 7 * 60_000;

interface Row {
  info?: Record<string, unknown>;
  /** Since the heartbeat, by the database's clock. */
  agoMs?: number;
  /** Since the start, by the database's clock. */
  startedAgoMs?: number;
  hasLeft?: boolean;
}

function row({ info = {}, agoMs = 0, startedAgoMs = 100 * HOUR_MS, hasLeft = false }: Row): NodeRow {
  return {
    id: 'another',
    info,
    startedAt: new Date(DATABASE_MS - startedAgoMs),
    heartbeatAt: new Date(DATABASE_MS - agoMs),
    ageMs: agoMs,
    hasLeft,
  };
}

const now = { host: 'here', boot: { id: 'after', ms: 10_000 }, clock_ms: NOW_MS };
const find = (rows: Row[]) => findJump(rows.map(row), now, DATABASE_MS);

/** A heartbeat from before the machine was booted, two hours ago by its own clock. */
const before = {
  host: 'here',
  boot: { id: 'before', ms: 7_000_000 },
  clock_ms: NOW_MS - 2 * HOUR_MS,
  clock_jump: '3',
};

describe('what the uptime of the machine shows', () => {
  const sinceBoot = { ...before, boot: { id: 'after', ms: 4_000 } };

  test.each([
    ['set ahead', HOUR_MS],
    ['set back', -3_000],
    ['left alone', 0],
  ])('a clock that was %s, whatever the machine’s own clock says', (_, aheadMs) => {
    expect(find([{ info: sinceBoot, agoMs: 6_000 + aheadMs }])).toEqual({ aheadMs, afterId: '3' });
  });

  test('the newest heartbeat counts', () => {
    const older = { ...sinceBoot, boot: { id: 'after', ms: 1_000 }, clock_jump: '2' };
    expect(
      find([
        { info: older, agoMs: 9_000 },
        { info: sinceBoot, agoMs: 66_000 },
      ]),
    ).toEqual({ aheadMs: 60_000, afterId: '3' });
  });
});

describe('across a boot of the machine', () => {
  test('a clock of the database that went ahead by more than the machine’s own is found', () => {
    expect(find([{ info: before, agoMs: 26 * HOUR_MS }])).toEqual({ aheadMs: 24 * HOUR_MS, afterId: '3' });
  });

  test.each<[string, Row[]]>([
    ['as much time has passed on both', [{ info: before, agoMs: 2 * HOUR_MS }]],
    ['less has passed on the database’s clock', [{ info: before, agoMs: HOUR_MS }]],
    ['the heartbeat is of another machine', [{ info: { ...before, host: 'there' }, agoMs: 26 * HOUR_MS }]],
    [
      'the machine’s own clock was set back',
      [{ info: { ...before, clock_ms: NOW_MS + HOUR_MS }, agoMs: 26 * HOUR_MS }],
    ],
    ['the heartbeat says nothing of clocks', [{ info: { host: 'here' }, agoMs: 26 * HOUR_MS }]],
    [
      'another node has run all the time',
      [{ info: before, agoMs: 26 * HOUR_MS }, { startedAgoMs: 27 * HOUR_MS }],
    ],
  ])('nothing is found if %s', (_, rows) => {
    expect(find(rows)).toBeUndefined();
  });

  test.each<[string, Row]>([
    ['was started since', { startedAgoMs: 60_000 }],
    ['is dead', { agoMs: 25 * HOUR_MS }],
    ['has left', { hasLeft: true }],
  ])('a node that %s is no witness', (_, other) => {
    expect(find([{ info: before, agoMs: 26 * HOUR_MS }, other])?.aheadMs).toBe(24 * HOUR_MS);
  });
});
