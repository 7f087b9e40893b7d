import { expect, vi } from 'vitest';
import type { ApiWalker } from './api-walker.ts';
import { contractsSamples } from './contracts-samples.ts';
import type { Answer } from './documented-answers.ts';
import { outreachSamples } from './outreach-samples.ts';
import { everyParameter } from './path-parameters.ts';
import { reviewSamples } from './review-samples.ts';
import { workflowSamples } from './workflow-samples.ts';

/** Asks operations of the service for one organization. */
export interface Client {
  /** Asks, whatever the answer. `id` stands for the parameters of the path, see `everyParameter`. */
  ask(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Asks, and expects it to be done. */
  run(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Reads until the answer's body is as wanted. */
  until(
    operationId: string,
    id: string,
    isWanted: (body: Record<string, unknown>) => boolean,
  ): Promise<Answer>;
}

export interface ClientRequest {
  id?: string;
  body?: object;
  /** With the question mark. */
  query?: string;
}

/** What the schema of an operation cannot tell of a request that does something. */
export interface OperationSample {
  /** A body that is done; another one at each call where it may be done only once. */
  body?(): Record<string, unknown>;
  /** Makes what the operation can be done to, once; returns the id that its path takes, or several, as `a/b`. */
  prepare?(client: Client): Promise<string>;
}

/** By operation id. An operation that is not here is asked with what its schema tells alone. */
export const operationSamples: Record<string, OperationSample> = {
  ...contractsSamples,
  ...outreachSamples,
  ...reviewSamples,
  ...workflowSamples,
};

const WAIT_MS = 60_000;

export function openClient(walker: ApiWalker, key: string): Client {
  const client: Client = {
    ask(operationId, { id = '', body, query = '' } = {}) {
      const route = walker.route(operationId);
      const params = everyParameter(route.path, id);
      const sent = body ?? operationSamples[operationId]?.body?.();
      return walker.ask(route, { key, params, query, body: sent });
    },
    async run(operationId, asked) {
      const answer = await client.ask(operationId, asked);
      expect(answer.status, `${operationId}: ${answer.text.slice(0, 500)}`).toBeLessThan(300);
      return answer;
    },
    async until(operationId, id, isWanted) {
      return vi.waitFor(
        async () => {
          const answer = await client.run(operationId, { id });
          if (!isWanted(answer.body))
            throw new Error(`${operationId} still says ${answer.text.slice(0, 500)}`);
          return answer;
        },
        { timeout: WAIT_MS, interval: 50 },
      );
    },
  };
  return client;
}
