import https from 'node:https';
import { createTestAuthority } from '../../../src/kit/net/certificates.fixture.ts';
import type { Arrival } from './history.ts';

const ANSWER_AFTER_MS = 5;
/** The path for deliveries that are only tests and are not recorded. */
export const TESTED = 'tested';

/** Receivers of deliveries on one host, distinguished by path. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  /** PEM of their certificate authority. */
  readonly authority: string;
  readonly #server: https.Server;
  readonly #address: string;

  private constructor(server: https.Server, address: string, authority: string) {
    this.#server = server;
    this.#address = address;
    this.authority = authority;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const receiver = (request.url ?? '').slice('/hook/'.length);
        if (receiver === TESTED) return void response.writeHead(200).end();
        const { event } = JSON.parse(Buffer.concat(chunks).toString());
        const webhookId = String(request.headers['webhook-id']);
        this.arrivals.push({
          receiver,
          webhookId,
          eventId: event.eventId,
          n: event.data.n,
          at: performance.now(),
        });
        setTimeout(() => response.writeHead(200).end(), ANSWER_AFTER_MS);
      });
    });
  }

  static async open(address: string): Promise<Receivers> {
    const authority = createTestAuthority();
    const server = https.createServer({ ...authority.issue({ names: [address] }), keepAliveTimeout: 60_000 });
    await new Promise<void>((resolve) => server.listen(8443, address, resolve));
    return new Receivers(server, address, authority.certificate);
  }

  url(receiver: string): string {
    return `https://${this.#address}:8443/hook/${receiver}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
