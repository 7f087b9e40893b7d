import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../../../src/kit/net/listen.fixture.ts';
import { webhookSecret } from './api-client.ts';

/** One complete request. */
export interface Reception {
  webhookId: string;
  eventId: string;
  /** `data.n` of the event: its number in the load. */
  n: number;
  /** By `performance.now()`. */
  at: number;
}

export interface SinkBehaviour {
  /** 200 by default. */
  status?(reception: Reception): number;
  /** Delay of the response; 0 by default. */
  delayMs?(reception: Reception): number;
  /** Nothing is answered before it. */
  opened?: Promise<void>;
}

/** A receiver of one subscription that records its deliveries. */
export class WebhookSink {
  readonly url: string;
  readonly receptions: Reception[] = [];
  /** Requests whose X-Signature did not match their body. */
  forged = 0;
  readonly #server: http.Server;
  readonly #byWebhookId = new Map<string, Reception[]>();
  readonly #byEventId = new Map<string, Set<string>>();

  private constructor(server: http.Server, behaviour: SinkBehaviour) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const reception = this.#note(request, Buffer.concat(chunks));
        const answer = () => response.writeHead(behaviour.status?.(reception) ?? 200).end();
        const delayMs = behaviour.delayMs?.(reception) ?? 0;
        if (behaviour.opened) void behaviour.opened.then(answer);
        else if (delayMs > 0) setTimeout(answer, delayMs);
        else answer();
      });
    });
  }

  static async open(behaviour: SinkBehaviour = {}): Promise<WebhookSink> {
    const server = http.createServer({ keepAliveTimeout: 60_000 });
    await listen(server);
    return new WebhookSink(server, behaviour);
  }

  hasEvent(eventId: string): boolean {
    return this.#byEventId.has(eventId);
  }

  /** Whether a copy of the delivery arrived after `sinceMs`. */
  arrivedSince(webhookId: string, sinceMs: number): boolean {
    return (this.#byWebhookId.get(webhookId)?.at(-1)?.at ?? 0) > sinceMs;
  }

  /** The webhook ids of each event; only one each if there is no problem. */
  get webhookIdsByEvent(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#byEventId;
  }

  /** Deliveries that arrived more than once, by webhook id. */
  get duplicates(): { webhookId: string; copies: Reception[] }[] {
    return [...this.#byWebhookId]
      .filter(([, copies]) => copies.length > 1)
      .map(([webhookId, copies]) => ({ webhookId, copies }));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #note(request: http.IncomingMessage, body: Buffer): Reception {
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
    if (request.headers['x-signature'] !== `sha256=${signature}`) this.forged++;
    const { event } = JSON.parse(body.toString());
    const webhookId = String(request.headers['webhook-id']);
    const reception = { webhookId, eventId: event.eventId, n: event.data.n, at: performance.now() };
    this.receptions.push(reception);
    const copies = this.#byWebhookId.get(webhookId);
    if (copies) copies.push(reception);
    else this.#byWebhookId.set(webhookId, [reception]);
    const ids = this.#byEventId.get(reception.eventId) ?? new Set();
    this.#byEventId.set(reception.eventId, ids.add(webhookId));
    return reception;
  }
}
