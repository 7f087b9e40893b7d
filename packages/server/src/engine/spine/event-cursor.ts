import type { CompiledFilter } from './event-filter.ts';
import type { EventReader } from './event-reader.repository.ts';
import type { StoredEvent } from './event-rows.ts';
import type { RecentEvents } from './recent-events.ts';

/** A log that is being followed. */
export interface FollowedLog {
  readonly orgId: string;
  readonly recent: RecentEvents;
  readonly cursors: Set<EventCursor>;
  reading: boolean;
  /** New events were announced while it was being read. */
  wokenMeanwhile: boolean;
}

interface EventCursorOptions {
  log: FollowedLog;
  filter: CompiledFilter;
  position: number;
  reader: EventReader;
  onClose(): void;
}

/** Maximum positions that one read of a lagging reader scans. */
const CATCH_UP_POSITIONS = 16_384;
const BATCH_EVENTS = 500;

/** A reader's position in a log. Nothing is buffered for it: it takes the next events when it wants them. */
export class EventCursor {
  readonly #options: EventCursorOptions;
  #position: number;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(options: EventCursorOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  /** Everything that matches below this position has been delivered. */
  get position(): number {
    return this.#position;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * The next matching events, in order of position. Empty when part of the log was scanned without a match;
   * undefined once closed. Waits while there is nothing new. One call at a time.
   */
  async next(): Promise<readonly StoredEvent[] | undefined> {
    const { recent } = this.#options.log;
    while (!this.#closed && this.#position >= recent.end) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#closed) return undefined;
    return this.#position >= recent.first ? this.#nextRecent() : this.#catchUp();
  }

  /** The log has grown. */
  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.log.cursors.delete(this);
    this.#options.onClose();
    this.wake();
  }

  #nextRecent(): readonly StoredEvent[] {
    const { log, filter } = this.#options;
    const events = log.recent.from(this.#position, BATCH_EVENTS);
    this.#position += events.length;
    return events.filter((event) => filter.matches(event));
  }

  async #catchUp(): Promise<readonly StoredEvent[]> {
    const { log, filter, reader } = this.#options;
    const end = Math.min(this.#position + CATCH_UP_POSITIONS, log.recent.end);
    const { events, next } = await reader.readRange(log.orgId, this.#position, end, filter);
    this.#position = next;
    return events;
  }
}
