import http from 'node:http';
import { required } from '../../../src/kit/required.ts';

/** The bootstrap key of every service in these tests. */
export const apiKey = 'reliability_0123456789abcdefghijklmnop';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
  body: any;
  /** By `performance.now()`. */
  sentAt: number;
  tookMs: number;
}

export interface CallOptions {
  /** A string is sent unchanged, with the content type in the headers; everything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** 30 s by default. */
  timeoutMs?: number;
}

/** A request without a complete answer: the connection closed, was refused, or timed out. */
export class Unanswered extends Error {}

/** Calls the API over keep-alive connections and returns complete answers. */
export class ApiClient {
  readonly #address: () => string | undefined;
  readonly #agent: http.Agent;

  /** `address` is called for each request; undefined while the service is down. */
  constructor(address: () => string | undefined, maxConnections = 256) {
    this.#address = address;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: maxConnections });
  }

  /** Rejects with `Unanswered` if there is no complete answer. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { text, ...answer } = await this.#exchange(method, path, options);
    return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** The text of a GET that must succeed. */
  async text(path: string): Promise<string> {
    const { status, text } = await this.#exchange('GET', path, {});
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return text;
  }

  #exchange(
    method: string,
    path: string,
    options: CallOptions,
  ): Promise<Omit<Answer, 'body'> & { text: string }> {
    const address = this.#address();
    if (address === undefined) return Promise.reject(new Unanswered('the service is down'));
    const { headers, timeoutMs = 30_000 } = options;
    const given = options.body;
    const body = given === undefined || typeof given === 'string' ? given : JSON.stringify(given);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.request(address + path, {
        method,
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      });
      const fail = (why: string) => {
        clearTimeout(timer);
        // Closed in order, the system would go on sending what did not arrive, and the request be done long after its end here.
        request.socket?.resetAndDestroy();
        request.destroy();
        reject(new Unanswered(`${method} ${path}: ${why}`));
      };
      const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs);
      request.on('error', (error) => fail(error.message));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => fail(error.message));
        response.on('aborted', () => fail('the answer was cut off'));
        response.on('end', () => {
          clearTimeout(timer);
          resolve({
            status: required(response.statusCode, 'the status code'),
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            sentAt: startedAt,
            tookMs: performance.now() - startedAt,
          });
        });
      });
      request.end(body);
    });
  }

  /** The body of a call that must succeed. */
  async ask(method: string, path: string, options: CallOptions = {}) {
    const answer = await this.call(method, path, options);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  /** Makes a subscription of the Events API; returns its id. */
  async subscribe(eventTypes: string[], webhookUrl: string): Promise<string> {
    const body = { eventTypes, webhookUrl, secret: webhookSecret };
    return (await this.ask('POST', '/v1/events/subscriptions', { body })).subscriptionId;
  }

  /** Makes a subscription of the Webhooks API; returns its id. */
  async subscribeWebhook(events: string[], url: string): Promise<string> {
    const body = { name: 'a webhook', url, events, secret: webhookSecret };
    return (await this.ask('POST', '/v1/webhooks/subscriptions', { body })).subscription_id;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The secret of every subscription in these tests. */
export const webhookSecret = 'a secret that sinks and service share';
