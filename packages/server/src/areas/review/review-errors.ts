import { defineErrors } from '../../kit/errors/index.ts';

/** The error codes of Review. */
export const reviewErrors = defineErrors({
  invalid_zip: {
    status: 400,
    meaning: 'The file is not a ZIP archive that can be read: it is damaged, hostile or empty.',
    cure: 'Make the archive again with a common ZIP tool, from plain files; `message` names the entry that is wrong.',
    details: { reason: 'What is wrong with the archive, as a word for programs.' },
  },
  invalid_sarif: {
    status: 400,
    meaning: 'The file is not a SARIF 2.1.0 report.',
    cure: 'Send a SARIF 2.1.0 log as JSON.',
  },
  invalid_rules: {
    status: 400,
    meaning: 'The rules are not valid, or use something that is not supported.',
    cure: 'Correct what `details.problems` names, each with its line and field.',
    details: { problems: 'What is wrong, as `line`, `field` and `message`; at most 50.' },
  },
  invalid_category: {
    status: 400,
    meaning: 'There is no such category of agents.',
    cure: 'Use the categories that `message` lists, or `all`.',
  },
  promotion_not_allowed: {
    status: 409,
    meaning: 'The component does not pass the gates of this maturity level.',
    cure: 'Do what `details.gates` lists as not passed, one level at a time.',
    details: {
      maturity_level: 'The level that was asked for.',
      gates: 'Every gate of that level, with whether it is passed and why.',
    },
  },
  analysis_failed: {
    status: 500,
    meaning: 'The analysis of the application failed.',
    cure: 'Read the reason in the application’s `error`; correct the archive and upload it again.',
  },
  review_timeout: {
    status: 504,
    meaning: 'The review exceeded its time limit.',
    cure: 'Ask for the findings so far with `?partial=true`, or request a review with a longer `time_limit_seconds`.',
    details: { review_id: 'The review whose findings so far can be read.' },
  },
});

type ReviewErrors = typeof reviewErrors;

declare module '../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends ReviewErrors {}
}
