import type { Socket } from 'node:net';

/**
 * Keeps a server's connections within what its process may have open: idle sockets must not take the
 * descriptors that the database, deliveries and other clients need. When there are too many, the longest-idle
 * one is closed in favour of the new one.
 */
export class ConnectionLimit {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Connections without a request in progress, longest-idle first. */
  readonly #resting = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a new connection. */
  take(socket: Socket): void {
    this.#open.add(socket);
    this.#resting.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#resting.delete(socket);
    });
    if (this.#open.size > this.#max) this.#resting.values().next().value?.destroy();
  }

  /** A request has arrived on it. */
  begin(socket: Socket): void {
    this.#resting.delete(socket);
  }

  /** Its request has been answered. */
  end(socket: Socket): void {
    if (this.#open.has(socket)) this.#resting.add(socket);
  }
}
