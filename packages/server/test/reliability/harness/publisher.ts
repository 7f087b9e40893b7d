import { type Answer, type ApiClient, Unanswered } from './api-client.ts';

export interface PublisherOptions {
  api: ApiClient;
  /** Number of clients; each waits for its answer before the next request. */
  clients: number;
  /** Over all clients; by default as fast as answers come. */
  ratePerSecond?: number;
  /** How many of these clients send an Idempotency-Key and repeat a request until it is answered; none by default. */
  keyedClients?: number;
  /** Publishes this many events and ends; by default it continues until `stop`. */
  events?: number;
  /** Number of the first event; 0 by default. */
  firstNumber?: number;
  type?: string;
  /** Length of a filler in the payload; 200 by default. */
  fillerChars?: number;
}

export interface Acknowledged {
  eventId: string;
  /** When the (last) request was sent and when its answer arrived, by `performance.now()`. */
  sentAt: number;
  at: number;
}

const RETRY_DELAY_MS = 100;

/** Publishes numbered events and records the answer for each number. */
export class Publisher {
  /** By number. */
  readonly acknowledged = new Map<number, Acknowledged>();
  /** Numbers of events without a key whose request had no answer: they may be in the log or not. */
  readonly unanswered = new Set<number>();
  /** Numbers of events without a key that were refused with 503. */
  readonly refused = new Set<number>();
  /** Answers by status. */
  readonly statuses = new Map<number, number>();
  /** Answers that must never occur: neither 201 nor 503 nor, for a key in use, 409. */
  readonly unexpected: string[] = [];
  /** Keys that were answered with two different event ids. */
  readonly changedAnswers: string[] = [];
  /** The longest time until an answer, and until a 503. */
  longestMs = 0;
  longestRefusalMs = 0;
  /** When the newest acknowledged request was sent, by `performance.now()`. */
  lastAcknowledgedSentAt = 0;
  /** When a publish was last refused or had no answer. */
  lastFailedAt = 0;
  /** The correlation id of all its events. */
  readonly run = crypto.randomUUID();
  readonly #options: PublisherOptions;
  readonly #filler: string;
  readonly #first: number;
  #next: number;
  #paced = 0;
  #stopped = false;
  #loops: Promise<void>[] = [];
  #startedAt = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#first = options.firstNumber ?? 0;
    this.#next = this.#first;
    this.#filler = 'x'.repeat(options.fillerChars ?? 200);
  }

  start(): this {
    const { clients, keyedClients = 0 } = this.#options;
    this.#startedAt = performance.now();
    this.#loops = Array.from({ length: clients }, (_, i) => this.#loop(i < keyedClients));
    return this;
  }

  /** Publishes this many events at once, in addition to the load. */
  async burst(events: number): Promise<void> {
    await Promise.all(Array.from({ length: events }, () => this.#publishOnce(this.#next++)));
  }

  /** Resolves when `events` events were published. */
  async done(): Promise<void> {
    await Promise.all(this.#loops);
  }

  /** Stops the load. Publishes with a key continue until they are answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.done();
  }

  /** Resolves once an event that was sent after `sinceMs` is acknowledged. */
  async acknowledgedAfter(sinceMs: number, timeoutMs = 60_000): Promise<void> {
    while (this.lastAcknowledgedSentAt <= sinceMs) {
      if (performance.now() - sinceMs > timeoutMs) throw new Error('no publish was acknowledged in time');
      await sleep(5);
    }
  }

  /** Resolves once publishing works again after a fault, with the milliseconds from the fault to the last failure. */
  async recoveredFrom(faultAt: number, timeoutMs = 60_000): Promise<number> {
    const QUIET_MS = 1_000;
    while (performance.now() - Math.max(faultAt, this.lastFailedAt) < QUIET_MS) {
      if (performance.now() - faultAt > timeoutMs) throw new Error('publishing did not recover in time');
      await sleep(20);
    }
    await this.acknowledgedAfter(Math.max(faultAt, this.lastFailedAt), timeoutMs);
    return Math.max(this.lastFailedAt - faultAt, 0);
  }

  async #loop(keyed: boolean): Promise<void> {
    const { events = Number.POSITIVE_INFINITY, ratePerSecond } = this.#options;
    while (!this.#stopped && this.#next - this.#first < events) {
      const n = this.#next++;
      if (ratePerSecond !== undefined) {
        const dueAt = this.#startedAt + (this.#paced++ / ratePerSecond) * 1_000;
        // After an outage, missed events are not sent all at once.
        if (performance.now() - dueAt > 500) this.#startedAt += performance.now() - dueAt;
        else if (dueAt > performance.now()) await sleep(dueAt - performance.now());
      }
      if (keyed) await this.#publishKeyed(n);
      else await this.#publishOnce(n);
    }
  }

  async #publishOnce(n: number): Promise<void> {
    const answer = await this.#send(n, {});
    if (answer === undefined) {
      this.unanswered.add(n);
      await sleep(RETRY_DELAY_MS);
    } else if (answer.status === 201) {
      this.#acknowledge(n, answer.body.eventId, answer.sentAt);
    } else {
      this.refused.add(n);
      await sleep(RETRY_DELAY_MS);
    }
  }

  async #publishKeyed(n: number): Promise<void> {
    for (;;) {
      const answer = await this.#send(n, { 'idempotency-key': `${this.run}-${n}` });
      if (answer?.status === 201) {
        const first = answer.body.eventId;
        this.#acknowledge(n, first, answer.sentAt);
        // Sometimes the answer is treated as lost and requested again.
        if (n % 10 === 0) {
          const again = await this.#send(n, { 'idempotency-key': `${this.run}-${n}` });
          if (again?.status === 201 && again.body.eventId !== first) {
            this.changedAnswers.push(`${first} became ${again.body.eventId}`);
          }
        }
        return;
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  #acknowledge(n: number, eventId: string, sentAt: number): void {
    this.acknowledged.set(n, { eventId, sentAt, at: performance.now() });
  }

  async #send(n: number, headers: Record<string, string>): Promise<Answer | undefined> {
    const { api, type = 'load.tick' } = this.#options;
    try {
      const answer = await api.call('POST', '/v1/events', {
        body: {
          type,
          source: 'load',
          data: { n, filler: this.#filler },
          metadata: { correlationId: this.run },
        },
        headers,
      });
      this.#count(answer, headers['idempotency-key'] !== undefined);
      if (answer.status === 201) {
        this.lastAcknowledgedSentAt = Math.max(this.lastAcknowledgedSentAt, answer.sentAt);
      } else if (answer.status !== 409) {
        this.lastFailedAt = performance.now();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.lastFailedAt = performance.now();
      return undefined;
    }
  }

  #count({ status, body, tookMs }: Answer, keyed: boolean): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.longestMs = Math.max(this.longestMs, tookMs);
    if (status === 503) this.longestRefusalMs = Math.max(this.longestRefusalMs, tookMs);
    const isExpected = status === 201 || status === 503 || (keyed && status === 409);
    if (!isExpected) this.unexpected.push(`${status} ${JSON.stringify(body)}`);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
