import { isEventPattern } from '../../engine/spine/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { parseTimestamp } from '../../kit/http/index.ts';

/** An event name or pattern given to narrow a list. */
export function patternParameter(pattern: string | undefined): string | undefined {
  if (pattern === undefined || isEventPattern(pattern)) return pattern;
  throw new AppError('invalid_request', {
    message: '`event` must be an event name such as `contract.created`, or a pattern such as `contract.*`.',
    field: 'event',
  });
}

/** Unix milliseconds of a timestamp that the schema has checked. */
export function timeParameter(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : parseTimestamp(timestamp);
}
