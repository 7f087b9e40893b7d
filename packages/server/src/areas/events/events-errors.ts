import type { CommonErrorDetails } from '../../kit/errors/index.ts';

export const eventsErrorDetails: CommonErrorDetails = {
  rate_limit_exceeded: {
    open_streams: 'For the event stream and the export: how many the organization has open.',
  },
};
