import { required } from '../../packages/server/src/kit/required.ts';
import { nowMs } from '../harness/monotonic-clock.ts';
import { type LatencyFigures, latencyFigures } from '../harness/statistics.ts';
import { type Address, Connection } from './connection.ts';
import { GrowingArray } from './growing-array.ts';
import { type RequestForm, RequestTemplate } from './request-template.ts';

export interface LoadOptions {
  address: Address;
  path: string;
  apiKey?: string | undefined;
  /** Event types, assigned to the connections in turn. */
  types: string[];
  connections: number;
  /** Size of an event; undefined: 1 KB. */
  eventBytes?: number | undefined;
  /** The request for another system than ours. */
  form?: RequestForm | undefined;
  firstSequence: number;
  /**
   * Events per second, sent at their own times, independent of the answers; undefined: as fast as they are answered.
   */
  ratePerSecond?: number | undefined;
  /** Maximum number of accepted events that are not delivered yet; undefined: no limit. */
  maxUndelivered?: number | undefined;
  /** Maximum number of events to send. */
  maxEvents?: number | undefined;
}

/** What happened since the previous mark. */
export interface LoadMark {
  atMs: number;
  acked: number;
  refused: number;
  /** From the time an event should have been sent to its answer. */
  ackMs: LatencyFigures;
}

export interface LoadResult {
  firstSequence: number;
  /** For each event 1 if it was acknowledged: with 201, or with the status of the form. */
  acked: Uint8Array;
  /** For each event, the time it should have been sent. */
  intendedAt: Float64Array;
  sent: number;
  refused: number;
  /** Number of answers by status; 0 for a connection that broke. */
  statuses: Record<number, number>;
}

/** Sends events over keep-alive connections, and records for each whether it was acknowledged. */
export class LoadDriver {
  readonly #options: LoadOptions;
  readonly #templates: RequestTemplate[];
  readonly #connections: Connection[] = [];
  readonly #idle: Connection[] = [];
  readonly #acked = new GrowingArray((length) => new Uint8Array(length));
  readonly #intendedAt = new GrowingArray((length) => new Float64Array(length));
  readonly #statuses: Record<number, number> = {};
  #sinceMark = new GrowingArray((length) => new Float64Array(length));
  #refusedSinceMark = 0;
  #refused = 0;
  #sent = 0;
  #inFlight = 0;
  #delivered = 0;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #nextAt = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { address, path, apiKey, eventBytes, form } = options;
    const target = { host: `${address.host}:${address.port}`, path, apiKey };
    this.#templates = options.types.map((type) => new RequestTemplate(target, type, eventBytes, form));
  }

  async start(): Promise<void> {
    for (let i = 0; i < this.#options.connections; i++) this.#connect(i);
    await Promise.all(this.#connections.map((connection) => connection.opened()));
    this.#running = true;
    this.#nextAt = nowMs();
    if (this.#options.ratePerSecond === undefined) this.#sendAll();
    else this.#sendDue();
  }

  /** Sets how many events have been delivered, for `maxUndelivered`. */
  delivered(count: number): void {
    this.#delivered = count;
    if (this.#running && this.#options.ratePerSecond === undefined) this.#sendAll();
  }

  mark(): LoadMark {
    const latencies = this.#sinceMark.toArray();
    const mark = { atMs: nowMs(), acked: latencies.length, refused: this.#refusedSinceMark };
    this.#sinceMark = new GrowingArray((length) => new Float64Array(length));
    this.#refusedSinceMark = 0;
    return { ...mark, ackMs: latencyFigures(latencies) };
  }

  /** Stops sending, waits for requests in flight, closes the connections. */
  async stop(): Promise<LoadResult> {
    this.#running = false;
    clearTimeout(this.#timer);
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        setTimeout(resolve, 10_000).unref();
      });
    }
    for (const connection of this.#connections) connection.close();
    return {
      firstSequence: this.#options.firstSequence,
      acked: this.#acked.toArray(),
      intendedAt: this.#intendedAt.toArray(),
      sent: this.#sent,
      refused: this.#refused,
      statuses: this.#statuses,
    };
  }

  #connect(index: number): void {
    const template = required(this.#templates[index % this.#templates.length], 'one of templates');
    const connection = new Connection({
      address: this.#options.address,
      template,
      onAnswer: (answered, status) => this.#answered(answered, status),
      onClose: (closed) => {
        if (closed.sequence !== -1) this.#answered(closed, 0);
      },
    });
    this.#connections.push(connection);
    this.#idle.push(connection);
  }

  get #maySend(): boolean {
    const { maxUndelivered, maxEvents } = this.#options;
    if (maxEvents !== undefined && this.#sent >= maxEvents) return false;
    return maxUndelivered === undefined || this.#sent - this.#delivered < maxUndelivered;
  }

  #sendAll(): void {
    while (this.#idle.length > 0 && this.#maySend)
      this.#send(required(this.#idle.shift(), 'one of idle'), nowMs());
  }

  /**
   * Sends the events that are due. Each is counted from its own time, so that a slow answer does not hide the delay of
   * later ones.
   */
  #sendDue(): void {
    const now = nowMs();
    while (this.#nextAt <= now && this.#idle.length > 0 && this.#maySend) {
      this.#send(required(this.#idle.shift(), 'one of idle'), this.#nextAt);
      // Like independent senders: the gaps between events are exponential.
      this.#nextAt +=
        (-Math.log(1 - Math.random()) * 1000) / required(this.#options.ratePerSecond, 'the rate per second');
    }
    if (this.#running) this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, this.#nextAt - nowMs()));
  }

  #send(connection: Connection, intendedAt: number): void {
    const index = this.#sent++;
    const sequence = this.#options.firstSequence + index;
    this.#acked.set(index, 0);
    this.#intendedAt.set(index, intendedAt);
    this.#inFlight++;
    connection.send(sequence, intendedAt);
  }

  #answered(connection: Connection, status: number): void {
    const index = connection.sequence - this.#options.firstSequence;
    connection.sequence = -1;
    this.#inFlight--;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status === (this.#options.form?.status ?? 201)) {
      this.#acked.set(index, 1);
      this.#sinceMark.push(nowMs() - connection.startedAt);
    } else {
      this.#refused++;
      this.#refusedSinceMark++;
    }
    if (this.#running && status !== 0) {
      if (this.#options.ratePerSecond === undefined && this.#maySend) this.#send(connection, nowMs());
      else this.#idle.push(connection);
    }
    if (this.#inFlight === 0) this.#onIdle?.();
  }
}
