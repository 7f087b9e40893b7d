import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { type RetryBy, RetryDialog } from './retry-dialog.tsx';
import type { Run } from './runs.tsx';

interface RetryRunProps {
  run: Pick<Run, 'run_id' | 'workflow_id' | 'revision' | 'status'>;
  /** The workflow's current revision: if it changed since the run, the user is asked which to use. */
  revision: number;
  isMain?: boolean;
}

/** Retries a failed run from the action that failed. */
export function RetryRun({ run, revision, isMain = false }: RetryRunProps) {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const [by, setBy] = useState<RetryBy>('current');
  const isChanged = revision !== run.revision;
  const params = { workflowId: run.workflow_id, runId: run.run_id };
  const query = isChanged ? { revision: by } : {};
  const retry = useWrite(() => api.retryWorkflowRun({ params, query }), {
    done: () => 'It continues from the action that failed.',
  });
  if (!useMay('events:write') || run.status !== 'failed') return null;
  return (
    <>
      {isMain && <ShownRetry params={params} query={query} />}
      <Button
        kind={isMain ? 'main' : 'plain'}
        icon={RotateCw}
        isBusy={retry.isPending}
        aria-label={isMain ? 'Try again' : `Try again ${run.run_id}`}
        onPress={() => (isChanged ? setAsking(true) : retry.mutate())}
      >
        Try again
      </Button>
      <RetryDialog
        title="Try the run again"
        lead="The workflow was changed since. Finished actions are not repeated."
        labels={{
          current: `The current workflow (revision ${revision})`,
          own: `The workflow of this run (revision ${run.revision})`,
        }}
        by={by}
        onChange={setBy}
        action="Try again"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onRetry={() => retry.mutate()}
      />
    </>
  );
}

function ShownRetry({ params, query }: { params: Record<string, string>; query: Record<string, unknown> }) {
  useShownCall({ operation: 'retryWorkflowRun', params, query, title: 'Try it again' });
  return null;
}
