import { Readable } from 'node:stream';
import { type EventCursor, recordOf, type StoredEvent } from '../../engine/spine/index.ts';
import { isDatabaseUnavailable } from '../../kit/db/index.ts';

export interface EventStreamOptions {
  cursor: EventCursor;
  /** Whether the key still has read access; checked twice a minute. */
  isStillAllowed(): Promise<boolean>;
  onEnd(): void;
  /** Test seams; production uses the defaults. */
  heartbeatMs?: number;
  checkMs?: number;
}

const HEARTBEAT_MS = 15_000;
const CHECK_MS = 30_000;
/** A reader that has taken nothing for this long is gone, even if its connection is still open. */
const STALLED_MS = 300_000;
const RETRY_MS = 1_000;

/**
 * Server-sent events from a cursor. Events are read only as fast as the client takes them, so a slow client
 * lags but loses nothing. Each event's id is its position, which `Last-Event-ID` resumes after.
 */
export class EventStream extends Readable {
  readonly #options: EventStreamOptions;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #check: NodeJS.Timeout;
  #pumping = false;
  #lastTakenAt = performance.now();

  constructor(options: EventStreamOptions) {
    super();
    this.#options = options;
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? HEARTBEAT_MS).unref();
    this.#check = setInterval(() => void this.#checkAccess(), options.checkMs ?? CHECK_MS).unref();
    // Opens the stream immediately; `retry` makes a disconnected client reconnect after one second.
    this.push('retry: 1000\n: connected\n\n');
  }

  override _read(): void {
    this.#lastTakenAt = performance.now();
    if (!this.#pumping) void this.#pump();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.#heartbeat);
    clearInterval(this.#check);
    this.#options.cursor.close();
    this.#options.onEnd();
    callback(error);
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    let wantsMore = true;
    while (wantsMore && !this.destroyed) {
      const events = await this.#nextEvents();
      if (this.destroyed) break;
      if (events === undefined) {
        this.push(null);
        break;
      }
      if (events.length > 0) wantsMore = this.push(events.map(formatEvent).join(''));
    }
    this.#pumping = false;
  }

  /** Waits until the database is back: clients treat an error response as final, but tolerate silence. */
  async #nextEvents(): Promise<readonly StoredEvent[] | undefined> {
    for (;;) {
      try {
        return await this.#options.cursor.next();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          this.destroy(error as Error);
          return undefined;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #beat(): void {
    if (this.readableLength > 0) {
      if (performance.now() - this.#lastTakenAt > STALLED_MS) this.destroy();
      return;
    }
    // An id without data advances the client's position past events its filter excludes.
    const { position } = this.#options.cursor;
    this.push(position === 0 ? ': keep-alive\n\n' : `: keep-alive\nid: ${position - 1}\n\n`);
  }

  async #checkAccess(): Promise<void> {
    // An error is not a verdict: the key is checked again next time.
    if (await this.#options.isStillAllowed().catch(() => true)) return;
    this.#options.cursor.close();
  }
}

function formatEvent(event: StoredEvent): string {
  return `id: ${event.position}\ndata: ${recordOf(event)}\n\n`;
}
