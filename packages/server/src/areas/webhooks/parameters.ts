import { isEventPattern } from '../../engine/spine/index.ts';
import { invalidField } from '../../kit/errors/index.ts';
import { parseTimestamp } from '../../kit/http/index.ts';

/** Validates an event name or pattern used to narrow a list. */
export function patternParameter(pattern: string | undefined): string | undefined {
  if (pattern === undefined || isEventPattern(pattern)) return pattern;
  throw invalidField(
    'event',
    '`event` must be an event name such as `contract.created`, or a pattern such as `contract.*`.',
  );
}

/** Converts a time range to Unix milliseconds; the schema has already validated the timestamps. */
export function rangeParameters(given: { from?: string; to?: string }): { from?: number; to?: number } {
  const from = given.from === undefined ? undefined : parseTimestamp(given.from);
  const to = given.to === undefined ? undefined : parseTimestamp(given.to);
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('from', '`from` lies after `to`. Exchange them.');
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
