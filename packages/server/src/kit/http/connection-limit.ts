import type { Socket } from 'node:net';

/**
 * Keeps the connections of a server within what its process may have open: sockets that nothing comes over must not
 * take the descriptors that the database, deliveries and other clients need. When there are too many, the one that
 * has been without a request for longest gives way to the new one.
 */
export class ConnectionLimit {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Without a request under way, the one for longest first. */
  readonly #resting = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a new connection. */
  take(socket: Socket): void {
    this.#open.add(socket);
    this.#resting.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#resting.delete(socket);
    });
    if (this.#open.size > this.#max) this.#resting.values().next().value?.destroy();
  }

  /** A request has come over it. */
  begin(socket: Socket): void {
    this.#resting.delete(socket);
  }

  /** The request is answered. */
  end(socket: Socket): void {
    if (this.#open.has(socket)) this.#resting.add(socket);
  }
}
