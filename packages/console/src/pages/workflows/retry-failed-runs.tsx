import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { plural } from '../../parts/format.tsx';
import { type RetryBy, RetryDialog } from './retry-dialog.tsx';
import type { Workflow } from './workflow-form.ts';

interface Retried {
  queued: number;
  refused: { message: string }[];
}

/** Retries all failed runs of a workflow, each from the action that failed. */
export function RetryFailedRuns({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const [by, setBy] = useState<RetryBy>('current');
  const params = { workflowId: workflow.workflow_id };
  const body = { revision: by };
  const retry = useWrite(
    () => retryAll((after) => api.retryFailedWorkflowRuns({ params, body: { ...body, ...after } })),
    {
      done: describeRetried,
    },
  );
  useShownCall({ operation: 'retryFailedWorkflowRuns', params, body, title: 'Try all failed runs again' });
  if (!useMay('events:write')) return null;
  return (
    <>
      <Button icon={RotateCw} isBusy={retry.isPending} onPress={() => setAsking(true)}>
        Try all failed runs again
      </Button>
      <RetryDialog
        title="Try all failed runs again"
        lead="Each continues from the action that failed, the oldest first. Executed actions are not repeated."
        labels={{
          current: `The current workflow (revision ${workflow.revision})`,
          own: 'The workflow of each run',
        }}
        by={by}
        onChange={setBy}
        action="Try all again"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onRetry={() => retry.mutate()}
      />
    </>
  );
}

/** Page by page, until all failed runs were examined. */
async function retryAll(
  page: (after: { after?: string }) => Promise<Retried & { next: string | null }>,
): Promise<Retried> {
  const all: Retried = { queued: 0, refused: [] };
  let after: { after?: string } = {};
  for (;;) {
    const { queued, refused, next } = await page(after);
    all.queued += queued;
    all.refused.push(...refused);
    if (next === null) return all;
    after = { after: next };
  }
}

function describeRetried({ queued, refused }: Retried): string {
  const [first] = refused;
  if (queued === 0 && first === undefined) return 'No run has failed: there was nothing to retry.';
  const gone = `${plural(queued, 'run')} tried again.`;
  return first === undefined ? gone : `${gone} ${refused.length} cannot go on: ${first.message}`;
}
