import type { Client, OperationSample } from './operation-samples.ts';

const failing = {
  name: 'Failing sample',
  trigger: { type: 'sample.failing' },
  actions: [{ action: 'events.publish', input: { type: 'no dots' } }],
};

async function createWorkflow(client: Client): Promise<string> {
  return (await client.run('createWorkflow')).body.id;
}

export const workflowSamples: Record<string, OperationSample> = {
  createWorkflow: {
    body: () => ({
      name: 'Sample',
      trigger: { type: 'sample.started' },
      actions: [{ action: 'events.publish', input: { type: 'sample.done', data: { done: true } } }],
    }),
  },
  enableWorkflow: { prepare: createWorkflow },
  disableWorkflow: { prepare: createWorkflow },
};

/** One of each kind; answers tell their ids. */
export async function fillWorkflows(client: Client): Promise<string[]> {
  const answers = [await client.run('createWorkflow'), await client.run('createWorkflow', { body: failing })];
  return answers.map(({ text }) => text);
}
