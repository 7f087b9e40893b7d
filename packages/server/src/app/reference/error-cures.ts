import type { ErrorCode } from '../../kit/errors/index.ts';

/** What a caller does about each code. A code without an entry does not compile. */
export const errorCures: Record<ErrorCode, string> = {
  invalid_request: 'Correct what `field` names, as `message` says. The same request will be refused again.',
  missing_required_field: 'Add the field that `field` names.',
  invalid_event_type: 'Use two or more segments of `a-z`, `0-9`, `_` and `-`, such as `order.created`.',
  unauthorized: 'Send `Authorization: Bearer <API key>` with a key that is valid.',
  forbidden:
    'Use a key with the scope that `details.required_scope` names, of the environment that `details.required_environment` names, or of the right organization.',
  not_found:
    'Check the id, and that the key is of the organization that it belongs to. An id of another organization gets the same answer as an id that does not exist.',
  method_not_allowed: 'Use one of the methods in the header `Allow`.',
  request_timeout: 'Send the request again, faster: a body has 15 seconds to arrive.',
  conflict: 'Read the resource again, then decide.',
  idempotency_conflict:
    'Use a new `Idempotency-Key` for a new request. While the first one still runs (`Retry-After` is set), send the same again in a moment.',
  invalid_state: 'Read the resource, and bring it into a state that allows this.',
  subscription_limit_reached: 'Delete or pause a subscription that is no longer needed.',
  payload_too_large: 'Send less, or split it. `message` names the limit.',
  unsupported_media_type: 'Send JSON with `Content-Type: application/json`, and no `Content-Encoding`.',
  headers_too_large: 'Send fewer or shorter headers, and a shorter URL: 16 KB in all.',
  rate_limit_exceeded: 'Wait for as many seconds as `Retry-After` says. `details.limit` names the limit.',
  internal_error:
    'Try again; if it persists, report the `request_id`. Use an `Idempotency-Key`, so that nothing is done twice.',
  unavailable: 'Try again after `Retry-After` seconds, with the same `Idempotency-Key`.',
  invalid_csv: 'Save the table as CSV in UTF-8 with one header line, or name `delimiter` and `encoding`.',
  missing_email_column:
    'Name the column in `mapping`, such as `{"email": "Mail"}`, or give it the header `email`.',
  unsupported_encoding: 'Save the file as UTF-8, or name one of the encodings that `message` lists.',
  invalid_group_by: 'Use `agent`, `campaign` or `day`.',
  invalid_abi: 'Send the ABI array as the compiler writes it; `field` names the entry that is wrong.',
  invalid_bytecode:
    'Send the creation bytecode as 0x-prefixed hex with every library linked; `message` names the place.',
  invalid_source_code: 'Correct what `details` lists; it has the compiler’s own messages with their lines.',
  invalid_arguments:
    'Send one argument for each input of the function, as text or JSON; `field` names the one that is wrong.',
  insufficient_gas: 'Raise `gas_limit` to what `message` names, or leave it out.',
  insufficient_funds: 'Fund the account that `message` names, or lower `value` or `gas_limit`.',
  spend_limit_exceeded: 'Wait until the limit is reset, or raise it with an admin key.',
  version_conflict: 'Use a version above the present one.',
  contract_not_deployed:
    'Deploy the contract to this network first, and wait until the deployment is active.',
  budget_exceeded: 'Raise the budget, or wait for money that is reserved to be released.',
  invalid_zip:
    'Make the archive again with a common ZIP tool, from plain files; `message` names the entry that is wrong.',
  invalid_sarif: 'Send a SARIF 2.1.0 log as JSON.',
  invalid_category: 'Use the categories that `message` lists, or `all`.',
  promotion_not_allowed: 'Do what `details.gates` lists as not passed, one level at a time.',
  analysis_failed: 'Read the reason in the application’s `error`; correct the archive and upload it again.',
  review_timeout:
    'Ask for the findings so far with `?partial=true`, or request a review with a longer `time_limit_seconds`.',
  file_too_large: 'Send a smaller file. `message` names the limit.',
  compliance_blocked: 'Change the message as `details.checks` tells; each failed check names what it misses.',
  lead_suppressed: 'Do not write to this address; remove the entry only if its owner asks for it.',
  smtputf8_unsupported:
    'Give the ASCII address of the same mailbox, or set `SMTP_URL` to a server that announces SMTPUTF8.',
  invalid_agent_input: 'Send an input that fits the agent’s `input_schema`; `field` names what does not fit.',
  deployment_failed:
    'Read the decoded reason in `details`; correct the arguments or the contract. Nothing was sent.',
  execution_failed:
    'Read the decoded reason in `details`; correct the arguments or the state of the contract.',
  provider_unavailable:
    'Set up the provider that the message names, such as `LLM_MODEL` and `LLM_API_KEY`, or use what needs none.',
  network_unavailable: 'Set `NETWORK_<NAME>_RPC_URL` for the network, or try again when its RPC answers.',
};

/** What `details` holds of some codes, beside the address of their page. */
export const errorDetails: Partial<Record<ErrorCode, Record<string, string>>> = {
  forbidden: { required_scope: 'The scope that the key lacks.' },
  rate_limit_exceeded: {
    limit: 'The [limit](../limits.md) that is used up.',
    open_streams: 'Of the event stream and the export: how many the organization has open.',
  },
  invalid_request: {
    position: 'Of an expression: the character at which it cannot be read.',
    covered_from: 'Of a restore: the earliest moment that the backup covers.',
    covered_to: 'Of a restore: the latest moment that the backup covers.',
  },
  invalid_zip: { reason: 'What is wrong with the archive, as a word for programs.' },
  invalid_source_code: { compiler: 'The version that compiled.', errors: 'Its messages.' },
  invalid_state: { status: 'The state that the resource is in.' },
  version_conflict: { version: 'The version that the resource has.' },
  promotion_not_allowed: {
    maturity_level: 'The level that was asked for.',
    gates: 'Every gate of that level, with whether it is passed and why.',
  },
  review_timeout: { review_id: 'The review whose findings so far can be read.' },
  insufficient_gas: {
    gas_limit: 'The limit of the request.',
    estimated_gas: 'What the transaction needs.',
  },
  spend_limit_exceeded: {
    key_id: 'The key whose limit it is; absent for that of the organization.',
    may_cost_usd: 'What the transaction may cost at most, in USD.',
    spent_usd: 'What was spent in the window, in USD.',
    may_cost_wei: 'What the transaction may cost at most, in wei.',
    spent_wei: 'What was spent in the window, in wei.',
  },
  deployment_failed: {
    deployment_id: 'The deployment as it was recorded.',
    kind: 'How it failed: `error`, `custom_error`, `panic` or `empty`.',
    name: 'The name of the custom error.',
    args: 'Its arguments.',
    reason: 'The reason as text.',
    raw: 'The bytes that the call answered.',
  },
  execution_failed: {
    execution_id: 'The execution as it was recorded.',
    kind: 'How it failed: `error`, `custom_error`, `panic`, `empty` or `undecodable`.',
    name: 'The name of the custom error.',
    args: 'Its arguments.',
    reason: 'The reason as text.',
    raw: 'The bytes that the call answered.',
  },
  compliance_blocked: {
    communication_id: 'The message as it was recorded.',
    rule: 'The first rule that it does not meet.',
    checks: 'Every rule, with whether it is met and why.',
  },
  lead_suppressed: {
    communication_id: 'The message as it was recorded.',
    rule: 'The rule that it does not meet.',
    checks: 'Every rule, with whether it is met and why.',
  },
};
