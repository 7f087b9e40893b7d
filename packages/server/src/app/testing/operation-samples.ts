import { expect, vi } from 'vitest';
import { accessSamples } from './access-samples.ts';
import type { ApiWalker } from './api-walker.ts';
import { contractsSamples } from './contracts-samples.ts';
import type { Client, OperationSample } from './operation-sample.ts';
import { outreachSamples } from './outreach-samples.ts';
import { everyParameter } from './path-parameters.ts';
import { reviewSamples } from './review-samples.ts';
import { workflowSamples } from './workflow-samples.ts';

/** By operation id. Requests of other operations are made from their schemas alone. */
export const operationSamples: Record<string, OperationSample> = {
  ...accessSamples,
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
