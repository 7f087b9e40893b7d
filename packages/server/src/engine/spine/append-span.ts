import { formatId } from '../../kit/ids.ts';
import { currentTrace, type OpenSpan, type Tracing } from '../../kit/observability/index.ts';
import type { PendingEvent } from './event.ts';

/** Times an event from its submission until the statement that writes it has committed. */
export function startAppendSpan(tracing: Tracing, { id, orgId, type }: PendingEvent): OpenSpan {
  return tracing.start('append event', {
    kind: 'producer',
    parent: currentTrace(),
    attributes: {
      'trivium.event.id': formatId('evt', id),
      'trivium.event.type': type,
      'trivium.organization.id': formatId('org', orgId),
      'db.system.name': 'postgresql',
    },
  });
}

/** Ends the spans of one organization's events that a statement wrote together. */
export function endAppendSpans(events: readonly PendingEvent[]): void {
  for (const { span } of events) {
    span?.set({ 'trivium.append.events': events.length });
    span?.end();
  }
}
