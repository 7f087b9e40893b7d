import { required } from '../../../src/kit/required.ts';
import { type Answer, ApiClient, type CallOptions, Unanswered } from '../harness/api-client.ts';
import { sleep } from '../harness/publisher.ts';
import type { History, Receiver } from './history.ts';
import type { Receivers } from './receivers.ts';

/** The name and address of a node. */
export interface NodeAddress {
  name: string;
  address: string;
}

/** When a client gives up waiting for an answer: longer than any time limit of the service. */
const PATIENCE_MS = 20_000;
const RETRY_MS = 150;

/** What all clients of a run share: the addresses of the nodes, and the record of what they observed. */
export class Clients {
  readonly history: History;
  readonly receivers: Receivers;
  /** The receivers and the events that each must get. */
  readonly expected: Receiver[] = [];
  readonly #apis: { name: string; api: ApiClient }[];
  readonly #random: () => number;
  #next = 0;
  isStopping = false;

  constructor(nodes: NodeAddress[], receivers: Receivers, random: () => number) {
    this.#apis = nodes.map(({ name, address }) => ({ name, api: new ApiClient(() => address) }));
    this.receivers = receivers;
    this.#random = random;
    this.history = {
      publishes: [],
      deliveries: receivers.arrivals,
      log: [],
      streams: [],
      reads: [],
      registers: [],
      counted: [],
      revoked: [],
      executions: [],
      outcomes: [],
      chain: [],
      campaigns: [],
      mails: [],
      unexpected: [],
      unproven: [],
      faults: [],
    };
  }

  get nodes(): string[] {
    return this.#apis.map(({ name }) => name);
  }

  /** A number that is not used for any event yet. */
  number(): number {
    return this.#next++;
  }

  /** Any node, running or not, because clients cannot know. */
  anyNode(but?: string): string {
    const names = this.nodes.filter((name) => name !== but);
    return names[Math.floor(this.#random() * names.length)] ?? but ?? '';
  }

  /** Sends a request to a node; undefined if there was no answer. Answers that must never occur are recorded. */
  async ask(
    node: string,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer | undefined> {
    const { api } = required(
      this.#apis.find(({ name }) => name === node),
      'one of apis',
    );
    try {
      const answer = await api.call(method, path, { timeoutMs: PATIENCE_MS, ...options });
      if (answer.status >= 500 && answer.status !== 503) {
        this.history.unexpected.push(
          `${node}: ${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      }
      return answer;
    } catch (error) {
      if (error instanceof Unanswered) return undefined;
      // A complete answer that is not valid JSON, or a similar error.
      this.history.unexpected.push(`${node}: ${method} ${path}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Tries one node after another until one gives a wanted answer; undefined if the run ends first. */
  async insist(
    method: string,
    path: string,
    wanted: readonly number[],
    options: CallOptions = {},
  ): Promise<{ node: string; answer: Answer } | undefined> {
    for (;;) {
      const node = this.anyNode();
      const answer = await this.ask(node, method, path, options);
      if (answer !== undefined && wanted.includes(answer.status)) return { node, answer };
      if (answer !== undefined && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
        throw new Error(`${node}: ${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      if (this.isStopping) return undefined;
      await sleep(RETRY_MS);
    }
  }

  close(): void {
    for (const { api } of this.#apis) api.close();
  }
}
