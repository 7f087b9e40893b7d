import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Stands before a store and behaves as a bad network, or a store that goes away. */
export interface UnsteadyProxy extends Disposable {
  address: string;
  /** Breaks the next so many connections off once they brought this many bytes to the store, or from it. */
  cut(way: Way, times: number, afterBytes: number): void;
  /** How many are still to be broken off. */
  left(): number;
  /** Resolves once this many more bytes went that way, over all connections. */
  passed(way: Way, bytes: number): Promise<void>;
  /** Ends all connections and takes no more. */
  goAway(): void;
  /** Is there again, at the same address. */
  comeBack(): Promise<void>;
  /** Lets no more than this many bytes a second through each connection, each way. */
  slowDown(bytesPerSecond: number): void;
}

/** To the store, or from it. */
export type Way = 'up' | 'down';

const SLICE_MS = 20;

export async function openUnsteadyProxy(target: string): Promise<UnsteadyProxy> {
  const proxy = new StoreProxy(new URL(target));
  await proxy.listen(0);
  return proxy;
}

class StoreProxy implements UnsteadyProxy {
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #order: { way: Way; times: number; afterBytes: number } = { way: 'up', times: 0, afterBytes: 0 };
  #awaited: { way: Way; bytes: number; isReached(): void } | undefined;
  #bytesPerSecond = Number.POSITIVE_INFINITY;

  constructor(target: URL) {
    this.#target = target;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(port: number): Promise<void> {
    const server = createServer((client) => this.#pass(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  cut(way: Way, times: number, afterBytes: number): void {
    this.#order = { way, times, afterBytes };
  }

  left(): number {
    return this.#order.times;
  }

  passed(way: Way, bytes: number): Promise<void> {
    return new Promise((isReached) => {
      this.#awaited = { way, bytes, isReached };
    });
  }

  goAway(): void {
    this.#server?.close();
    for (const socket of this.#open) socket.destroy();
  }

  comeBack(): Promise<void> {
    return this.listen(this.#port);
  }

  slowDown(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  #pass(client: Socket): void {
    const store = connect(Number(this.#target.port), this.#target.hostname);
    const end = () => {
      client.destroy();
      store.destroy();
    };
    for (const socket of [client, store]) {
      this.#open.add(socket);
      socket.on('error', end).on('close', () => this.#open.delete(socket));
    }
    this.#watch(client, 'up', end).pipe(store);
    this.#watch(store, 'down', end).pipe(client);
  }

  /** What comes from a socket, as it is let through. */
  #watch(from: Socket, way: Way, end: () => void): Transform {
    let bytes = 0;
    const watched = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        this.#count(way, chunk.length);
        const { times, afterBytes } = this.#order;
        if (way === this.#order.way && times > 0 && bytes >= afterBytes) {
          this.#order.times -= 1;
          end();
          return;
        }
        const pauseMs = (chunk.length / this.#bytesPerSecond) * 1_000;
        if (pauseMs < SLICE_MS) done(null, chunk);
        else setTimeout(() => done(null, chunk), pauseMs);
      },
    });
    return from.pipe(watched);
  }

  #count(way: Way, bytes: number): void {
    if (this.#awaited?.way !== way) return;
    this.#awaited.bytes -= bytes;
    if (this.#awaited.bytes > 0) return;
    this.#awaited.isReached();
    this.#awaited = undefined;
  }

  [Symbol.dispose](): void {
    this.goAway();
  }
}
