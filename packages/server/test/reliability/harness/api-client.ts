import http from 'node:http';
import { required } from '../../../src/kit/required.ts';

/** The bootstrap key of every service that these tests start. */
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
  /** A text is sent as it is, with the content type of the headers; all else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** 30 s unless told. */
  timeoutMs?: number;
}

/** A request that got no complete answer: the connection ended, was refused, or time ran out. */
export class Unanswered extends Error {}

/** Calls the API over kept connections and says exactly what came back. */
export class ApiClient {
  readonly #address: () => string | undefined;
  readonly #agent: http.Agent;

  /** `address` is asked for each call; undefined while the service is down. */
  constructor(address: () => string | undefined, maxConnections = 256) {
    this.#address = address;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: maxConnections });
  }

  /** Rejects with `Unanswered` unless a whole answer came. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { text, ...answer } = await this.#exchange(method, path, options);
    return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** What a GET that has to succeed answers, as text. */
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
        request.destroy();
        reject(new Unanswered(`${method} ${path}: ${why}`));
      };
      const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs);
      request.on('error', (error) => fail(error.message));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => fail(error.message));
        response.on('aborted', () => fail('the answer broke off'));
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

  /** A call that has to succeed; the body of its answer. */
  async ask(method: string, path: string, options: CallOptions = {}) {
    const answer = await this.call(method, path, options);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  /** An Events API subscription; its id. */
  async subscribe(eventTypes: string[], webhookUrl: string): Promise<string> {
    const body = { eventTypes, webhookUrl, secret: webhookSecret };
    return (await this.ask('POST', '/v1/events/subscriptions', { body })).subscriptionId;
  }

  /** A Webhooks API subscription; its id. */
  async subscribeWebhook(events: string[], url: string): Promise<string> {
    const body = { name: 'a webhook', url, events, secret: webhookSecret };
    return (await this.ask('POST', '/v1/webhooks/subscriptions', { body })).subscription_id;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The secret of every subscription that these tests make. */
export const webhookSecret = 'a secret that sinks and service share';
