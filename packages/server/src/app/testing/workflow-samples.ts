import { required } from '../../kit/required.ts';
import type { Client, OperationSample } from './operation-sample.ts';

const failing = {
  name: 'Failing sample',
  trigger: { type: 'sample.failing' },
  actions: [{ action: 'events.publish', input: { type: 'no dots', data: {} } }],
};

async function createWorkflow(client: Client): Promise<string> {
  return (await client.run('createWorkflow')).body.workflow_id;
}

/** A failed run of a workflow whose action cannot work. */
async function failRun(client: Client): Promise<string> {
  const type = `sample.failing_${++count}`;
  const { workflow_id: id } = (
    await client.run('createWorkflow', { body: { ...failing, trigger: { type } } })
  ).body;
  await client.run('publishEvent', { body: { type, source: 'sample', data: {} } });
  const { body } = await client.until(
    'listWorkflowRuns',
    id,
    ({ runs }) => (runs as Run[])[0]?.status === 'failed',
  );
  const [run] = body.runs as Run[];
  return `${id}/${required(run, 'run').run_id}`;
}

interface Run {
  run_id: string;
  status: string;
}

let count = 0;

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
  retryWorkflowRun: { prepare: failRun },
};

/** Makes one of each kind; their ids are in the answers. */
export async function fillWorkflows(client: Client): Promise<string[]> {
  return [await createWorkflow(client), await failRun(client)];
}
