import type { Pool } from 'pg';
import { inTransaction } from '../../../kit/db/index.ts';
import { patternRegex } from '../pattern-regex.ts';
import { requeueBatch } from './dead-letter.repository.ts';
import { lockOpenReplay, noteProgress, type Replay } from './replay.repository.ts';

/**
 * One statement moves so many. With 60, replays lost nearly a third of their speed to what each statement costs; with
 * 250, the 99th percentile of live deliveries meanwhile was a third longer than with 60.
 */
const BATCH = 125;

/**
 * Moves one batch of an open replay, if there is one. What it moved and how far it is commit
 * together, so that one that was cut off goes on where it was. Returns how many it moved;
 * undefined when there is no replay.
 */
export async function replayBatch(pool: Pool, nowMs: number): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    const replay = await lockOpenReplay(query);
    if (replay === undefined) return undefined;
    const queued = await requeueBatch(query, replay.orgId, filterOf(replay), nowMs, BATCH);
    await noteProgress(query, replay, { queued, now: new Date(nowMs), isFinished: queued < BATCH });
    return queued;
  });
}

/** What a replay moves: what matches and was dead when it was asked for. */
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
