import { defineErrors } from '../../../kit/errors/index.ts';

/** Outreach's own errors. */
export const outreachErrors = defineErrors({
  invalid_csv: {
    status: 400,
    meaning: 'The file cannot be read as CSV.',
    cure: 'Save the table as CSV in UTF-8 with one header line, or name `delimiter` and `encoding`.',
  },
  missing_email_column: {
    status: 400,
    meaning: 'No column of the file holds e-mail addresses.',
    cure: 'Name the column in `mapping`, such as `{"email": "Mail"}`, or give it the header `email`.',
  },
  unsupported_encoding: {
    status: 400,
    meaning: 'The text encoding is not supported.',
    cure: 'Save the file as UTF-8, or name one of the encodings that `message` lists.',
  },
  invalid_group_by: {
    status: 400,
    meaning: 'There is no such grouping.',
    cure: 'Use `agent`, `campaign` or `day`.',
  },
  budget_exceeded: {
    status: 409,
    meaning: 'The budget does not allow this expense.',
    cure: 'Raise the budget, or wait until reserved money is released.',
  },
  compliance_blocked: {
    status: 422,
    meaning: 'The compliance guard blocks the message.',
    cure: 'Change the message as `details.checks` says; each failed check names what is missing.',
    details: {
      communication_id: 'The message as it was recorded.',
      rule: 'The first rule that it does not meet.',
      checks: 'Every rule, with whether it is met and why.',
    },
  },
  lead_suppressed: {
    status: 422,
    meaning: 'The address is on the suppression list.',
    cure: 'Do not write to this address; remove the entry only if its owner asks for it.',
    details: {
      communication_id: 'The message as it was recorded.',
      rule: 'The rule that it does not meet.',
      checks: 'Every rule, with whether it is met and why.',
    },
  },
  smtputf8_unsupported: {
    status: 422,
    meaning: 'The mail server does not accept addresses with non-ASCII letters before the @.',
    cure: 'Give the ASCII address of the same mailbox, or set `SMTP_URL` to a server that announces SMTPUTF8.',
  },
  invalid_agent_input: {
    status: 422,
    meaning: 'The input does not fit the agent.',
    cure: 'Send an input that fits the agent’s `input_schema`; `field` names what does not fit.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'A required provider is not set up, or does not answer.',
    cure: 'Set up the provider that the message names, such as `LLM_MODEL` and `LLM_API_KEY`, or use an operation that needs none.',
  },
});

type OutreachErrors = typeof outreachErrors;

declare module '../../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends OutreachErrors {}
}
