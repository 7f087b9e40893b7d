import type { LogAppender } from '../../engine/spine/index.ts';
import { type EventInput, formatPublished, toNewEvent } from './publish-event.ts';

/**
 * Appends events in order, all or none. `newId` generates their ids when the request has an idempotency key.
 * Returns the response as JSON text.
 */
export async function publishBatch(
  appender: LogAppender,
  orgId: string,
  inputs: readonly EventInput[],
  newId?: () => string,
): Promise<string> {
  const events = inputs.map((input, i) => toNewEvent(orgId, input, newId?.(), `events.${i}.`));
  const logged = await appender.appendAll(events);
  return `{"events":[${logged.map(formatPublished).join(',')}]}`;
}
