import http from 'node:http';
import { required } from '../../../src/kit/required.ts';
import { apiKey } from './api-client.ts';
import { sleep } from './publisher.ts';

const RECONNECT_MS = 50;
const STALL_MS = 10_000;

/** Follows the event stream like a browser: after an interruption it reconnects with the id of the last event. */
export class StreamFollower {
  /** Positions of the events, in the order of their arrival. */
  readonly positions: number[] = [];
  /** How many of them a publisher sent; the others are about new subscriptions. */
  published = 0;
  /** Connections so far. */
  connections = 0;
  /** Answers that are not a stream, by status. */
  readonly refusals = new Map<number, number>();
  readonly #address: () => string | undefined;
  #stopped = false;
  #request: http.ClientRequest | undefined;
  #running: Promise<void> | undefined;

  constructor(address: () => string | undefined) {
    this.#address = address;
  }

  start(): this {
    this.#running = this.#follow();
    return this;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#request?.destroy();
    await this.#running;
  }

  /** Where the stream repeated or skipped an event; empty if it did not. */
  get breaks(): string[] {
    return this.positions.flatMap((position, i) =>
      position === i ? [] : [`place ${i} has position ${position}`],
    );
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      const address = this.#address();
      if (address !== undefined) await this.#connect(address);
      if (!this.#stopped) await sleep(RECONNECT_MS);
    }
  }

  /** Resolves when the connection has ended for any reason. */
  #connect(address: string): Promise<void> {
    return new Promise((resolve) => {
      const last = this.positions.at(-1);
      const request = http.get(`${address}/v1/events/stream?from_position=0`, {
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(last !== undefined && { 'last-event-id': String(last) }),
        },
      });
      this.#request = request;
      request.on('error', () => resolve());
      request.on('close', () => resolve());
      request.on('response', (response) => {
        this.connections++;
        const { statusCode = 0 } = response;
        if (statusCode !== 200) this.refusals.set(statusCode, (this.refusals.get(statusCode) ?? 0) + 1);
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const blocks = (rest + chunk).split('\n\n');
          rest = required(blocks.pop(), 'one of blocks');
          for (const block of blocks) this.#take(block);
        });
        response.on('error', () => {});
      });
    });
  }

  #take(block: string): void {
    // A block without data, such as a keep-alive with the current position, is not an event.
    const id = /^id: (\d+)$/m.exec(block)?.[1];
    if (id === undefined || !/^data: /m.test(block)) return;
    this.positions.push(Number(id));
    if (block.includes('"type":"load.')) this.published++;
  }
}

/** Waits until the follower has this many published events, or gets no more for a while, and stops it. */
export async function endFollower(follower: StreamFollower, events: number): Promise<void> {
  let seen = -1;
  let movedAt = performance.now();
  while (follower.published < events && performance.now() - movedAt < STALL_MS) {
    if (follower.positions.length !== seen) movedAt = performance.now();
    seen = follower.positions.length;
    await sleep(20);
  }
  await follower.stop();
}
