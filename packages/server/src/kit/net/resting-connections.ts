/**
 * How long a receiver that writes small pieces may hold data back under Nagle's algorithm (on by default):
 * until this machine acknowledges the previous piece, which TCP delays by up to 40 ms. It arrives sooner only
 * with the next request, and would then look like its response. Add one round trip.
 */
const HELD_BACK_MS = 50;
const MAX_ROUND_TRIP_MS = 500;

/** Is told when it has finished resting. */
interface Resting {
  rested(): void;
}

/**
 * Connections that have just carried a response, in the order in which they started resting. Whatever a
 * receiver sends beyond its response (a body where there is none, a second response) comes with it or right
 * after it: while the connection rests, it cannot be mistaken for the response to the next request.
 */
export class RestingConnections {
  readonly #restMs: number;
  #resting: { connection: Resting; untilMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Tells the connection when it has finished resting. */
  add(connection: Resting): void {
    if (this.#restMs === 0) {
      connection.rested();
      return;
    }
    this.#resting.push({ connection, untilMs: performance.now() + this.#restMs });
    this.#timer ??= setTimeout(this.#onTimer, this.#restMs);
  }

  /**
   * On a busy thread the timer fires late, before bytes that have arrived are read: so the sockets get their
   * turn first.
   */
  readonly #onTimer = () => void setImmediate(() => this.#release());

  /** Like `add`, but long enough for data that the receiver holds back to arrive too. */
  addForLong(connection: Resting, roundTripMs: number): void {
    if (this.#restMs === 0) {
      connection.rested();
      return;
    }
    const forMs = Math.max(this.#restMs, HELD_BACK_MS + Math.min(roundTripMs, MAX_ROUND_TRIP_MS));
    setTimeout(() => setImmediate(() => connection.rested()), forMs).unref();
  }

  #release(): void {
    const nowMs = performance.now();
    const count = this.#resting.findIndex(({ untilMs }) => untilMs > nowMs);
    const rested = this.#resting.splice(0, count < 0 ? this.#resting.length : count);
    const next = this.#resting[0];
    this.#timer = next && setTimeout(this.#onTimer, Math.max(next.untilMs - nowMs, 1));
    for (const { connection } of rested) connection.rested();
  }
}
