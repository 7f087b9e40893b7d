import type { Connection } from './connection.ts';

/**
 * Connections that have just carried an answer, the one that rests longest first. What a receiver sends beyond its
 * answer (a body where there is none, a second answer) comes with it or right behind it: while the connection
 * rests nobody can take it for the answer to the next request.
 */
export class RestingConnections {
  readonly #restMs: number;
  #resting: { connection: Connection; untilMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Tells the connection when it has rested. */
  add(connection: Connection): void {
    if (this.#restMs === 0) {
      connection.rested();
      return;
    }
    this.#resting.push({ connection, untilMs: performance.now() + this.#restMs });
    this.#timer ??= setTimeout(this.#onTimer, this.#restMs);
  }

  /** On a busy thread the timer is late, and what came meanwhile is not read yet: the sockets have their turn first. */
  readonly #onTimer = () => void setImmediate(() => this.#release());

  #release(): void {
    const nowMs = performance.now();
    let count = 0;
    while (count < this.#resting.length && this.#resting[count]!.untilMs <= nowMs) count++;
    const rested = this.#resting.splice(0, count);
    const next = this.#resting[0];
    this.#timer = next && setTimeout(this.#onTimer, Math.max(next.untilMs - nowMs, 1));
    for (const { connection } of rested) connection.rested();
  }
}
