import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { patternRegex } from '../pattern-regex.ts';
import { countDeadLetters, dropEvent, listDeadLetters, requeueEvent } from './dead-letter.repository.ts';
import { findReplay, insertReplay, type Replay } from './replay.repository.ts';
import { filterOf } from './replay-batch.ts';

export interface DeadLetterPorts {
  pool: Pool;
  clock: Clock;
  /** Deliveries were queued. */
  onQueued(): void;
  /** A job was stored. */
  onJob(): void;
}

/** Selects dead letters; omitted fields match everything. */
export interface DeadLetterQuery {
  subscriptionId?: string | undefined;
  /** An event name or pattern. */
  event?: string | undefined;
  /** Unix milliseconds of the last failure: from (inclusive), to (exclusive). */
  from?: number | undefined;
  to?: number | undefined;
}

/** Deliveries that failed for good: reading and resending them. Ids are UUIDs. */
export function createDeadLetters(ports: DeadLetterPorts) {
  const query = queryPool(ports.pool);
  return {
    list: (orgId: string, { event, ...filter }: DeadLetterQuery, page: { limit: number; offset: number }) =>
      listDeadLetters(
        query,
        orgId,
        { ...filter, name: event === undefined ? undefined : patternRegex(event) },
        page,
      ),

    /**
     * Resends the dead deliveries of an event; returns their ids. Fails with `not_found` when there are none.
     */
    async replayEvent(orgId: string, eventId: string, subscriptionId?: string): Promise<string[]> {
      const ids = await requeueEvent(query, orgId, eventId, subscriptionId, ports.clock.now());
      if (ids.length === 0) throw notFound('dead letter');
      ports.onQueued();
      return ids;
    },

    /** Drops the dead deliveries of an event. Fails with `not_found` when there are none. */
    async dropEvent(orgId: string, eventId: string, subscriptionId?: string): Promise<void> {
      if ((await dropEvent(query, orgId, eventId, subscriptionId)) === 0) throw notFound('dead letter');
      // What they blocked is due now.
      ports.onQueued();
    },

    /** Resends everything that matches, in the background. */
    async replayAll(orgId: string, id: string, filter: DeadLetterQuery): Promise<Replay> {
      const now = new Date(ports.clock.now());
      const draft = {
        id,
        orgId,
        subscriptionId: filter.subscriptionId ?? null,
        eventPattern: filter.event ?? null,
        failedFrom: filter.from === undefined ? null : new Date(filter.from),
        failedTo: filter.to === undefined ? null : new Date(filter.to),
        // Failure times are whole milliseconds; those of this millisecond are included.
        failedBefore: new Date(now.getTime() + 1),
        queued: 0,
        createdAt: now,
      };
      const matched = await countDeadLetters(query, orgId, filterOf(draft));
      const replay: Replay = { ...draft, matched, finishedAt: matched === 0 ? now : null };
      if (!(await insertReplay(query, replay))) return (await findReplay(query, orgId, id)) ?? replay;
      ports.onJob();
      return replay;
    },

    async replay(orgId: string, id: string): Promise<Replay> {
      const replay = await findReplay(query, orgId, id);
      if (replay === undefined) throw notFound('replay');
      return replay;
    },
  };
}

export type DeadLetters = ReturnType<typeof createDeadLetters>;
