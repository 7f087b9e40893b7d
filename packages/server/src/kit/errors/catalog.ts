interface ErrorKind {
  status: number;
  meaning: string;
}

/** Every error code that an answer can carry, with its HTTP status. Sources: interface.md, Errors; decisions.md, Errors. */
export const errorCatalog = {
  invalid_request: { status: 400, meaning: 'A field or parameter has a wrong type, form or value.' },
  missing_required_field: { status: 400, meaning: 'A required field is missing.' },
  invalid_event_type: { status: 400, meaning: 'An event type is not in dot notation.' },
  invalid_csv: { status: 400, meaning: 'The file is not one that can be read as CSV.' },
  missing_email_column: { status: 400, meaning: 'No column of the file holds e-mail addresses.' },
  unsupported_encoding: { status: 400, meaning: 'The text encoding is not one that can be read.' },
  invalid_group_by: { status: 400, meaning: 'There is no such grouping.' },
  invalid_abi: { status: 400, meaning: 'The ABI is not a valid JSON ABI.' },
  invalid_bytecode: { status: 400, meaning: 'The bytecode cannot be deployed.' },
  invalid_source_code: { status: 400, meaning: 'The source code does not compile.' },
  invalid_arguments: { status: 400, meaning: 'The arguments do not fit the function of the ABI.' },
  insufficient_gas: { status: 400, meaning: 'The gas limit is too low.' },
  insufficient_funds: { status: 400, meaning: 'The sending account cannot pay for the transaction.' },
  unauthorized: { status: 401, meaning: 'The API key is missing or not valid.' },
  forbidden: { status: 403, meaning: 'The API key lacks the scope for this.' },
  spend_limit_exceeded: { status: 403, meaning: 'A spend limit does not allow this transaction.' },
  not_found: { status: 404, meaning: 'There is no such resource in your organization.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive whole in time.' },
  conflict: { status: 409, meaning: 'The request does not fit the present state.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'The idempotency key was used with another body, or its first request still runs.',
  },
  invalid_state: { status: 409, meaning: 'The resource is in a state that does not allow this.' },
  version_conflict: { status: 409, meaning: 'The resource has this version already, or a higher one.' },
  contract_not_deployed: { status: 409, meaning: 'The contract has no active deployment on the network.' },
  subscription_limit_reached: {
    status: 409,
    meaning: 'The organization has as many active subscriptions as it may have.',
  },
  budget_exceeded: { status: 409, meaning: 'The budget does not allow this expense.' },
  invalid_zip: {
    status: 400,
    meaning: 'The file is not a ZIP archive that can be read: it is damaged, hostile or empty.',
  },
  invalid_sarif: { status: 400, meaning: 'The file is not a SARIF 2.1.0 report.' },
  invalid_category: { status: 400, meaning: 'There is no such category of agents.' },
  promotion_not_allowed: {
    status: 409,
    meaning: 'The component does not pass the gates of this maturity level.',
  },
  analysis_failed: { status: 500, meaning: 'The analysis of the application failed.' },
  review_timeout: { status: 504, meaning: 'The review exceeded its time limit.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than allowed.' },
  file_too_large: { status: 413, meaning: 'The file is larger than allowed.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not of a media type that this route reads.' },
  headers_too_large: { status: 431, meaning: 'The request headers are larger than allowed.' },
  compliance_blocked: { status: 422, meaning: 'The compliance guard does not let the message out.' },
  lead_suppressed: { status: 422, meaning: 'The address is on the suppression list.' },
  smtputf8_unsupported: {
    status: 422,
    meaning: 'The mail server does not take addresses with letters beyond ASCII before the @.',
  },
  invalid_agent_input: { status: 422, meaning: 'The input does not fit the agent.' },
  rate_limit_exceeded: { status: 429, meaning: 'Too many requests; Retry-After says when to come back.' },
  internal_error: { status: 500, meaning: 'A fault of the service; the request id finds it in the log.' },
  deployment_failed: { status: 500, meaning: 'The deployment fails on the chain; `details` tells why.' },
  execution_failed: { status: 500, meaning: 'The execution fails on the chain; `details` tells why.' },
  network_unavailable: {
    status: 503,
    meaning: 'The blockchain network does not answer, or is not configured.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The provider that this needs is not set up, or does not answer.',
  },
  unavailable: { status: 503, meaning: 'The service cannot answer just now; try again soon.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalog;

/** Where the service tells of a code, be it of an answer or of a record: what it means, what to do, where it comes from. */
export function errorDocsPath(code: string): string {
  return `/docs/errors/${code}`;
}
