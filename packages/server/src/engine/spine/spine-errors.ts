import { defineErrors } from '../../kit/errors/index.ts';

/** Errors of the event log. */
export const spineErrors = defineErrors({
  invalid_event_type: {
    status: 400,
    meaning: 'An event type is not in dot notation.',
    cure: 'Use two or more segments of `a-z`, `0-9`, `_` and `-`, such as `order.created`.',
  },
});

type SpineErrors = typeof spineErrors;

declare module '../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends SpineErrors {}
}
