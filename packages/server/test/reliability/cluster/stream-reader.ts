import http from 'node:http';
import { apiKey } from '../harness/api-client.ts';
import { sleep } from '../harness/publisher.ts';
import { type LoggedEvent, OF_THE_SERVICE } from './history.ts';

const RECONNECT_MS = 200;
/** Longer than the interval between two keep-alives of a stream. */
const SILENCE_MS = 40_000;

/** Follows the log from its start, over the nodes that it is given, and records the events as they arrive. */
export class StreamReader {
  readonly events: LoggedEvent[] = [];
  readonly #address: () => string;
  #isStopped = false;
  #request: http.ClientRequest | undefined;
  #running: Promise<void> | undefined;

  /** `address` is called for each connection. */
  constructor(address: () => string) {
    this.#address = address;
  }

  start(): this {
    this.#running = this.#follow();
    return this;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#request?.destroy();
    await this.#running;
  }

  /** Closes the connection; the next one may go to another node. */
  reconnect(): void {
    this.#request?.destroy();
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      await this.#connect();
      if (!this.#isStopped) await sleep(RECONNECT_MS);
    }
  }

  /** Resolves when the connection has ended for any reason. */
  #connect(): Promise<void> {
    return new Promise((resolve) => {
      const last = this.events.at(-1)?.position;
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(last !== undefined && { 'last-event-id': String(last) }),
      };
      const url = `${this.#address()}/v1/events/stream?from_position=0`;
      const request = http.get(url, { headers, timeout: SILENCE_MS });
      this.#request = request;
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve());
      request.on('close', () => resolve());
      request.on('response', (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const blocks = (rest + chunk).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) this.#take(block);
        });
        response.on('error', () => {});
      });
    });
  }

  #take(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    const position = /^id: (\d+)$/m.exec(block)?.[1];
    if (data === undefined || position === undefined) return;
    const event = JSON.parse(data);
    this.events.push({
      position: Number(position),
      eventId: event.eventId,
      n: event.data?.n ?? OF_THE_SERVICE,
    });
  }
}
