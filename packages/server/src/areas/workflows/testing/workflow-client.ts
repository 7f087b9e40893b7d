import { expect } from 'vitest';
import { callerOf } from '../../../kit/http/testing/call-api.ts';

/** The API as one key sees it, with short words for what tests of workflows do. */
export function workflowClient(address: string, key: string) {
  const call = callerOf(`${address}/v1`, key);
  return {
    call,
    /** Resolves to the new workflow's id. */
    async workflow(type: string, actions: object[], more: object = {}): Promise<string> {
      const { condition, ...rest } = more as { condition?: object };
      const trigger = { type, ...(condition && { condition }) };
      const { status, body } = await call('POST', '/workflows', { name: type, trigger, actions, ...rest });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.workflow_id;
    },
    async publish(type: string, data: object = {}, metadata?: object) {
      const { status, body } = await call('POST', '/events', { type, source: 'test', data, metadata });
      expect(status, JSON.stringify(body)).toBe(201);
      return body as { eventId: string; workflowsTriggered: number };
    },
    async runs(workflowId: string) {
      const { body } = await call('GET', `/workflows/${workflowId}/runs?limit=100`);
      return body.runs;
    },
    /** Resolves to the runs once there are so many and none is queued any more. */
    async ended(workflowId: string, count: number) {
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
      let runs: any[] = [];
      await expect
        .poll(
          async () => {
            runs = await this.runs(workflowId);
            return runs.filter(({ status }) => status !== 'queued').length;
          },
          { timeout: 30_000, interval: 30 },
        )
        .toBe(count);
      return runs;
    },
    async events(query: string) {
      const { body } = await call('GET', `/events?limit=100&${query}`);
      return body.events;
    },
  };
}
