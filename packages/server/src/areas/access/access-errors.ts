import { defineErrors } from '../../kit/errors/index.ts';

/** Sign-in errors beyond the common codes. */
export const accessErrors = defineErrors({
  second_factor_required: {
    status: 401,
    meaning: 'The password is right, and the person has set up a second factor.',
    cure: 'Send the same request with `code`: the six digits of the app, or a recovery code.',
  },
});

type AccessErrors = typeof accessErrors;

declare module '../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends AccessErrors {}
}
