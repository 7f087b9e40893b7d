import { type EventFilter, isEventPattern, spineErrors } from '../../engine/spine/index.ts';
import { AppError, invalidField } from '../../kit/errors/index.ts';
import { parseTimestamp } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';

/** Filter parameters as the client sends them. */
export interface FilterQuery {
  type?: string;
  source?: string;
  orgId?: string;
  from?: string;
  to?: string;
  correlationId?: string;
}

/** Validates the filters of a request and converts them to the spine's form. */
export function readFilter(orgId: string, query: FilterQuery): EventFilter {
  if (query.orgId !== undefined && query.orgId !== formatId('org', orgId)) {
    throw new AppError('forbidden', {
      message: `This API key reads the events of ${formatId('org', orgId)} only. Correct \`orgId\`, or leave it out.`,
      field: 'orgId',
    });
  }
  if (query.type !== undefined && !isEventPattern(query.type)) {
    throw new AppError(spineErrors.invalid_event_type, {
      message:
        '`type` must be an event type in dot notation, or a pattern such as `order.*`, `order.*.failed` or `*`.',
      field: 'type',
    });
  }
  const fromMs = query.from === undefined ? undefined : parseTimestamp(query.from);
  const toMs = query.to === undefined ? undefined : parseTimestamp(query.to);
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    throw invalidField('from', '`from` lies after `to`. Exchange them.');
  }
  const { type, source, correlationId } = query;
  return { type, source, correlationId, fromMs, toMs };
}

/** The error for a page placed by both a cursor and an offset. */
export function placedTwice(field: string): AppError {
  return invalidField(field, `\`cursor\` says where the page begins. Leave \`${field}\` out.`);
}
