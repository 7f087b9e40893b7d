import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Notifications, notify, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { EventCursor, type FollowedLog } from './event-cursor.ts';
import { compileFilter, type EventFilter } from './event-filter.ts';
import type { EventReader } from './event-reader.repository.ts';
import { RecentEvents } from './recent-events.ts';

export interface EventFeedOptions {
  pool: Pool;
  reader: EventReader;
  /** Announces commits on other nodes; must not be started yet. */
  notifications: Notifications;
  /** Identifies this process, so that it does not wake itself. */
  nodeId: string;
  log: Logger;
  /** Whether other nodes may follow; if not, none is notified. */
  hasPeers?: () => boolean;
  /** How often followed logs are polled without a notification. */
  pollIntervalMs?: number;
  /** How much of each followed log is kept in memory. */
  recent?: { maxEvents: number; maxBytes: number };
}

const CHANNEL = 'events_committed';
/** Commits within this interval share one notification to the other nodes. */
const NOTIFY_INTERVAL_MS = 50;
/** A busy log is read at most this often, so that one read returns more than one event. */
const READ_INTERVAL_MS = 10;
const RECENT = { maxEvents: 1_000, maxBytes: 1_048_576 };

/**
 * Lets any number of readers follow logs as they grow. A log is read once for all readers that keep up; one
 * that lags reads on its own, at its own pace. Positions become visible in order, so everything read up to a
 * position is complete.
 */
export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #query: QueryRows;
  readonly #logs = new Map<string, FollowedLog>();
  #poller: NodeJS.Timeout | undefined;
  #notifier: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: EventFeedOptions) {
    this.#options = options;
    this.#query = queryPool(options.pool);
    options.notifications.on(CHANNEL, (nodeId) => {
      if (nodeId !== options.nodeId) this.#checkAllLogs();
    });
    options.notifications.onReset(() => this.#checkAllLogs());
  }

  start(): void {
    this.#poller = setInterval(() => this.#checkAllLogs(), this.#options.pollIntervalMs ?? 1_000).unref();
  }

  /** Ends every reader; what was already delivered stays delivered. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#poller);
    clearTimeout(this.#notifier);
    for (const { cursors } of this.#logs.values()) for (const cursor of [...cursors]) cursor.close();
  }

  /** Readers of an organization's log on this node. */
  readersOf(orgId: string): number {
    return this.#logs.get(orgId)?.cursors.size ?? 0;
  }

  /** Announces that this node has committed to these logs. */
  committed(orgIds: readonly string[]): void {
    for (const orgId of orgIds) {
      const log = this.#logs.get(orgId);
      if (log) this.#look(log);
    }
    if (this.#closed || this.#notifier !== undefined || this.#options.hasPeers?.() === false) return;
    this.#notifier = setTimeout(() => {
      this.#notifier = undefined;
      // A lost notification costs the other nodes one second, until they poll.
      notify(this.#query, CHANNEL, this.#options.nodeId).catch(() => undefined);
    }, NOTIFY_INTERVAL_MS);
  }

  /**
   * Starts a reader of matching events, from position `from` on or, by default, of future ones. Close it when
   * done. Undefined when the log does not reach `from`.
   */
  async follow(orgId: string, filter: EventFilter, from?: number): Promise<EventCursor | undefined> {
    const size = await this.#options.reader.sizeOf(orgId);
    if (from !== undefined && from > size) return undefined;
    let log = this.#logs.get(orgId);
    if (log === undefined) {
      const recent = new RecentEvents(size, this.#options.recent ?? RECENT);
      log = { orgId, recent, cursors: new Set(), reading: false, wokenMeanwhile: false };
      this.#logs.set(orgId, log);
    }
    const cursor = new EventCursor({
      log,
      filter: compileFilter(filter),
      position: from ?? size,
      reader: this.#options.reader,
      onClose: () => this.#leave(log),
    });
    log.cursors.add(cursor);
    if (this.#closed) cursor.close();
    this.#look(log);
    return cursor;
  }

  #leave(log: FollowedLog): void {
    if (log.cursors.size === 0) this.#logs.delete(log.orgId);
  }

  #checkAllLogs(): void {
    for (const log of this.#logs.values()) this.#look(log);
  }

  #look(log: FollowedLog): void {
    if (log.reading) log.wokenMeanwhile = true;
    else void this.#read(log);
  }

  /** Reads new events of a log until there are none. */
  async #read(log: FollowedLog): Promise<void> {
    log.reading = true;
    try {
      do {
        log.wokenMeanwhile = false;
        const startedAt = performance.now();
        // The log's end need not be queried: one statement sees a gapless log.
        const end = Number.MAX_SAFE_INTEGER;
        const { events, next } = await this.#options.reader.readRange(log.orgId, log.recent.end, end);
        log.recent.push(events);
        if (next < end) log.wokenMeanwhile = true;
        if (events.length > 0) {
          for (const cursor of log.cursors) cursor.wake();
          const restMs = READ_INTERVAL_MS - (performance.now() - startedAt);
          if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
        }
      } while (log.wokenMeanwhile && log.cursors.size > 0);
    } catch (error) {
      // The next poll, in at most a second, tries again.
      this.#options.log.warn({ err: error, org_id: log.orgId }, 'followed log not read; trying again');
    } finally {
      log.reading = false;
    }
  }
}
