/**
 * For how long a receiver that writes small pieces (Nagle's algorithm, on unless it is turned off) may hold back what
 * it has written: until this machine acknowledges the piece before, which it delays by up to 40 ms. Sooner only with
 * the next request, whose answer it would then seem to be. A round trip comes on top.
 */
const HELD_BACK_MS = 50;
const MAX_ROUND_TRIP_MS = 500;

/** What rests, and is told when it has. */
interface Resting {
  rested(): void;
}

/**
 * Connections that have just carried an answer, the one that rests longest first. What a receiver sends beyond its
 * answer (a body where there is none, a second answer) comes with it or right behind it: while the connection
 * rests nobody can take it for the answer to the next request.
 */
export class RestingConnections {
  readonly #restMs: number;
  #resting: { connection: Resting; untilMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Tells the connection when it has rested. */
  add(connection: Resting): void {
    if (this.#restMs === 0) {
      connection.rested();
      return;
    }
    this.#resting.push({ connection, untilMs: performance.now() + this.#restMs });
    this.#timer ??= setTimeout(this.#onTimer, this.#restMs);
  }

  /** On a busy thread the timer is late, and what came meanwhile is not read yet: the sockets have their turn first. */
  readonly #onTimer = () => void setImmediate(() => this.#release());

  /** As `add`, until also what the receiver holds back has come. */
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
