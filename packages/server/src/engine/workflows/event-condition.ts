import { compileContentFilter } from '../delivery/index.ts';
import type { PendingEvent } from '../spine/index.ts';

/** Whether an event meets a workflow's condition. */
export type EventCondition = (event: ConditionedEvent) => boolean;

/** What a condition sees: the event's own fields, so that paths begin with `data.`, `metadata.`, `source` or `type`. */
export interface ConditionedEvent {
  type: string;
  source: string;
  data: object;
  metadata: object;
}

/**
 * Compiles a condition: the query form of subscriptions' filters, over the whole event. It is judged
 * while the event is being written, so it can neither wait nor run for long, and the number of runs
 * that an event starts is known in its own commit. Throws an Error that says what is wrong.
 */
export function compileCondition(condition: object): EventCondition {
  return compileContentFilter(condition);
}

/** The event as conditions see it; parsed once, when the first one asks. */
export function conditionView(event: Pick<PendingEvent, 'type' | 'source' | 'data' | 'metadata'>) {
  let view: ConditionedEvent | undefined;
  return (): ConditionedEvent => {
    view ??= {
      type: event.type,
      source: event.source,
      data: JSON.parse(event.data) as object,
      metadata: JSON.parse(event.metadata) as object,
    };
    return view;
  };
}
