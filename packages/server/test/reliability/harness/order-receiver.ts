import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { OrderWitness } from '../../../src/engine/delivery/testing/order-witness.ts';
import { listen } from '../../../src/kit/net/listen.fixture.ts';

export interface OrderReceiverOptions {
  /** One of this many first attempts fails; none by default. */
  failsOneIn?: number;
  /** Maximum delay of a response; 0 by default. */
  delayMs?: number;
}

/** A receiver of events with `data.key` and `data.n`, which grows for each key in the order of the log. */
export class OrderReceiver {
  readonly url: string;
  readonly witness = new OrderWitness();
  /** Events that were delivered. */
  readonly #delivered = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #server: http.Server;

  private constructor(server: http.Server, options: OrderReceiverOptions) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => this.#answer(Buffer.concat(chunks), response, options));
    });
  }

  static async open(options: OrderReceiverOptions = {}): Promise<OrderReceiver> {
    const server = http.createServer({ keepAliveTimeout: 60_000 });
    await listen(server);
    return new OrderReceiver(server, options);
  }

  get delivered(): number {
    return this.#delivered.size;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer(body: Buffer, response: http.ServerResponse, options: OrderReceiverOptions): void {
    const { failsOneIn = 0, delayMs = 0 } = options;
    const { key, n } = (JSON.parse(body.toString()) as { event: { data: { key: string; n: number } } }).event
      .data;
    const id = `${key}/${n}`;
    const fails = failsOneIn > 0 && !this.#failed.has(id) && Math.random() * failsOneIn < 1;
    if (fails) this.#failed.add(id);
    this.witness.arrived(key, n);
    let isOpen = true;
    const end = (succeeded: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      // A killed sender may not have received the response.
      if (succeeded) this.#delivered.add(id);
      this.witness.answered(key, n, succeeded);
    };
    // A killed sender closes its connections.
    response.on('close', () => end(false));
    const answer = () => {
      if (!isOpen) return;
      end(!fails);
      response.writeHead(fails ? 500 : 200).end();
    };
    if (delayMs > 0) setTimeout(answer, Math.random() * delayMs);
    else answer();
  }
}
