import { hash } from 'node:crypto';

/**
 * The id of the one run that a workflow can have of an event: the event's time, then what follows
 * from both, in the form of a version 7 UUID.
 */
export function runId(eventId: string, workflowId: string): string {
  const digest = hash('sha256', `${eventId} ${workflowId}`, 'hex');
  return `${eventId.slice(0, 13)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}

/**
 * The id of the event that an action of a run publishes, from its idempotency key (`run_<hex>.<action>`):
 * the same each time that it is tried.
 */
export function publishedEventId(idempotencyKey: string): string {
  const time = /^run_([0-9a-f]{12})/.exec(idempotencyKey)?.[1];
  if (time === undefined) throw new Error(`not the key of an action: ${idempotencyKey}`);
  const digest = hash('sha256', idempotencyKey, 'hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
