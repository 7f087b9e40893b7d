import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors/index.ts';
import type { RateLimiter } from '../../kit/http/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { recordOf, type StoredEvent } from '../spine/index.ts';
import type { InputChecks } from './input-checks.ts';
import { compileStep, runActions } from './run-actions.ts';
import { depthOf } from './run-participant.ts';
import type { ActionStep, StepResult } from './workflow.ts';
import type { WorkflowAction, WorkflowActions } from './workflow-action.ts';
import { whyNotStarted } from './workflow-directory.ts';

/** A workflow, which need not exist, and a past event. */
export interface PreviewedRun {
  environment: string;
  keyId: string;
  pattern: string;
  condition: object | null;
  steps: readonly ActionStep[];
  event: StoredEvent;
  /** Assumed results of earlier actions, by id: nothing is run, so they produce none themselves. */
  results: Record<string, Record<string, unknown>>;
}

export interface RunPreview {
  /** Why the event would not start it; undefined if it would. */
  whyNot: 'type' | 'condition' | undefined;
  outcome: 'succeeded' | 'failed';
  actions: StepResult[];
}

/** What a workflow would do for a past event, using the same steps as a run; no action is performed. */
export async function previewRun(
  wanted: PreviewedRun,
  {
    actions,
    checks,
    clock,
    onFault,
  }: { actions: WorkflowActions; checks: InputChecks; clock: Clock; onFault(error: unknown): void },
): Promise<RunPreview> {
  const { event, steps, results, environment, keyId } = wanted;
  const compiled = steps.map((step) => {
    const action = actions.get(step.action);
    return compileStep(step, action && withoutDoing(action, results[step.id] ?? {}), checks.of(step.action));
  });
  const context = {
    orgId: event.orgId,
    // Separate from the organization's runs: somebody is waiting for the answer.
    sandboxOwner: `${event.orgId} checks`,
    runId: newUuid(),
    environment,
    keyId,
    correlationId: event.correlationId ?? formatId('evt', event.id),
    depth: depthOf(event.metadata) + 1,
    eventText: recordOf(event),
  };
  const ports = { isLastAttempt: true, wasForced: true, limiter: unlimited, clock, onFault };
  const done = await runActions(compiled, context, [], ports);
  if (done.outcome === 'retry') {
    throw new AppError('unavailable', {
      message: 'Too many expressions are being worked on. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
  }
  return { whyNot: whyNotStarted(wanted, matched(event)), outcome: done.outcome, actions: done.actions };
}

/** The action, returning its assumed result; does not count against limits. */
function withoutDoing(action: WorkflowAction, answer: Record<string, unknown>): WorkflowAction {
  return { ...action, limits: [], run: async () => answer };
}

function matched(event: StoredEvent) {
  return { ...event, payload: JSON.parse(event.data) as object };
}

const unlimited: Pick<RateLimiter, 'take'> = {
  take: () => Promise.reject(new Error('what is not done takes from no limit')),
};
