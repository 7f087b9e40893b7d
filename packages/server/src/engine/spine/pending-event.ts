import { newUuid, parseId } from '../../kit/ids.ts';
import type { NewEvent, PendingEvent } from './event.ts';

/** Fixes everything of an event but its place in the log. */
export function toPendingEvent(event: NewEvent, nowMs: number): PendingEvent {
  return {
    id: event.eventId === undefined ? newUuid(nowMs) : parseId('evt', event.eventId)!,
    orgId: event.orgId,
    type: event.type,
    source: event.source,
    occurredAt: nowMs,
    correlationId: event.metadata?.correlationId ?? null,
    fact: event.fact ?? null,
    payload: event.data,
    data: JSON.stringify(event.data),
    metadata: event.metadata === undefined ? '{}' : JSON.stringify(event.metadata),
  };
}

/** Groups by organization; the order within each stays. */
export function groupByOrg<T>(items: readonly T[], orgOf: (item: T) => string): Map<string, T[]> {
  const byOrg = new Map<string, T[]>();
  for (const item of items) {
    const group = byOrg.get(orgOf(item));
    if (group) group.push(item);
    else byOrg.set(orgOf(item), [item]);
  }
  return byOrg;
}
