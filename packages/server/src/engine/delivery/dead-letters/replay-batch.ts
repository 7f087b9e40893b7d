import type { Pool } from 'pg';
import { inTransaction } from '../../../kit/db/index.ts';
import { patternRegex } from '../pattern-regex.ts';
import { requeueBatch } from './dead-letter.repository.ts';
import { lockOpenReplay, noteProgress, type Replay } from './replay.repository.ts';

/**
 * Rows per statement. With 60, replays lost nearly a third of their speed to per-statement cost; with 250,
 * the p99 of concurrent live deliveries was a third higher than with 60.
 */
const BATCH = 125;

/**
 * Moves one batch of an open replay, if there is one, and notes how far it came. Both commit together, so
 * that an interrupted replay continues where it was. What somebody else had locked is left, and may be free
 * again: a replay ends with a look from the beginning that finds nothing. Returns how many it moved;
 * undefined when there is no replay.
 */
export async function replayBatch(pool: Pool, nowMs: number): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    const replay = await lockOpenReplay(query);
    if (replay === undefined) return undefined;
    const { after } = replay;
    const { moved, last } = await requeueBatch(query, replay.orgId, filterOf(replay), {
      after,
      nowMs,
      limit: BATCH,
    });
    const isThrough = moved < BATCH;
    await noteProgress(query, replay, {
      queued: moved,
      after: isThrough ? undefined : last,
      now: new Date(nowMs),
      isFinished: isThrough && after === undefined,
    });
    return moved;
  });
}

/** The dead letters of a replay: those that match and were dead when it was requested. */
export function filterOf(
  replay: Pick<Replay, 'subscriptionId' | 'eventPattern' | 'failedFrom' | 'failedTo' | 'failedBefore'>,
) {
  const before = replay.failedBefore.getTime();
  return {
    subscriptionId: replay.subscriptionId ?? undefined,
    name: replay.eventPattern === null ? undefined : patternRegex(replay.eventPattern),
    from: replay.failedFrom?.getTime(),
    to: Math.min(replay.failedTo?.getTime() ?? before, before),
  };
}
