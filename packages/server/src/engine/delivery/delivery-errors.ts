import { defineErrors } from '../../kit/errors/index.ts';

/** Errors of subscriptions. */
export const deliveryErrors = defineErrors({
  subscription_limit_reached: {
    status: 409,
    meaning: 'The organization has reached the maximum number of active subscriptions.',
    cure: 'Delete or pause a subscription that is no longer needed.',
  },
});

type DeliveryErrors = typeof deliveryErrors;

declare module '../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends DeliveryErrors {}
}
