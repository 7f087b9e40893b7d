import { newUuid, uuidOf } from '../../kit/ids.ts';
import type { LoggedEvent, NewEvent, PendingEvent } from './event.ts';

/** Determines everything about an event but its position in the log, which `toLogged` fills in. */
export function toPendingEvent(event: NewEvent, nowMs: number): PendingEvent {
  const pending: LoggedEvent = {
    id: event.eventId === undefined ? newUuid(nowMs) : uuidOf(event.eventId),
    orgId: event.orgId,
    type: event.type,
    source: event.source,
    occurredAt: nowMs,
    correlationId: event.metadata?.correlationId ?? null,
    fact: event.fact ?? null,
    payload: event.data,
    span: undefined,
    data: JSON.stringify(event.data),
    metadata: event.metadata === undefined ? '{}' : JSON.stringify(event.metadata),
    position: -1,
    workflowRuns: 0,
  };
  return pending;
}

/**
 * Returns the same object with its position: an event is written once, and a copy would cost more than
 * setting the fields.
 */
export function toLogged(event: PendingEvent, position: number, workflowRuns: number): LoggedEvent {
  const logged = event as LoggedEvent;
  logged.position = position;
  logged.workflowRuns = workflowRuns;
  return logged;
}

/** Groups by organization, keeping the order within each. */
export function groupByOrg<T>(items: readonly T[], orgOf: (item: T) => string): Map<string, T[]> {
  const byOrg = new Map<string, T[]>();
  for (const item of items) {
    const group = byOrg.get(orgOf(item));
    if (group) group.push(item);
    else byOrg.set(orgOf(item), [item]);
  }
  return byOrg;
}
