import { defineErrors } from '../../kit/errors/index.ts';

/** Errors of quotas. */
export const quotaErrors = defineErrors({
  quota_reached: {
    status: 409,
    meaning: 'The organization has reached its quota of this.',
    cure: 'Delete what is no longer needed, or ask the operator for a larger quota. `details.quota` names it.',
    details: { quota: 'The quota, as `GET /v1/organization` names it.', limit: 'How much it allows.' },
  },
  daily_quota_used_up: {
    status: 429,
    meaning: 'The organization has used up its quota of events for today.',
    cure: 'Continue after midnight UTC, as `Retry-After` says, or ask the operator for a larger quota.',
    details: { quota: 'The quota, as `GET /v1/organization` names it.', limit: 'How much it allows.' },
  },
});

type QuotaErrors = typeof quotaErrors;

declare module '../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends QuotaErrors {}
}
