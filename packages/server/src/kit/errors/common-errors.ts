import { defineErrors } from './error-codes.ts';

/** Codes that any route can answer with. Sources: interface.md, Errors; decisions.md, Errors. */
export const commonErrors = defineErrors({
  invalid_request: {
    status: 400,
    meaning: 'A field or parameter has a wrong type, form or value.',
    cure: 'Correct what `field` names, as `message` says. The same request will be refused again.',
    details: {
      position: 'For an expression: the position of the character that cannot be parsed.',
    },
  },
  missing_required_field: {
    status: 400,
    meaning: 'A required field is missing.',
    cure: 'Add the field that `field` names.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The API key is missing or not valid.',
    cure: 'Send `Authorization: Bearer <API key>` with a key that is valid.',
  },
  forbidden: {
    status: 403,
    meaning: 'The API key, or the role of the person, lacks the scope for this.',
    cure: 'Use a key with the scope that `details.required_scope` names, of the environment that `details.required_environment` names, or of the right organization.',
    details: {
      required_scope: 'The scope that the key or the role lacks.',
      role: 'For a person: the role.',
    },
  },
  not_found: {
    status: 404,
    meaning: 'There is no such resource in your organization.',
    cure: 'Check the id and the organization of the key. An id of another organization gets the same answer as an id that does not exist.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    cure: 'Use one of the methods in the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive whole in time.',
    cure: 'Send the request again, faster: a body has 15 seconds to arrive.',
  },
  conflict: {
    status: 409,
    meaning: 'The request conflicts with the current state.',
    cure: 'Read the resource again, then decide.',
  },
  idempotency_conflict: {
    status: 409,
    meaning: 'The idempotency key was used with another body, or its first request still runs.',
    cure: 'Use a new `Idempotency-Key` for a new request. While the first one still runs (`Retry-After` is set), send the same again in a moment.',
  },
  invalid_state: {
    status: 409,
    meaning: 'The resource is in a state that does not allow this.',
    cure: 'Read the resource, and bring it into a state that allows this.',
    details: { status: 'The state that the resource is in.' },
  },
  version_conflict: {
    status: 409,
    meaning: 'The resource has this version already, or a higher one.',
    cure: 'Use a version above the current one.',
    details: { version: 'The version that the resource has.' },
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than allowed.',
    cure: 'Send less, or split it. `message` names the limit.',
  },
  file_too_large: {
    status: 413,
    meaning: 'The file is larger than allowed.',
    cure: 'Send a smaller file. `message` names the limit.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The route does not accept this media type.',
    cure: 'Send JSON with `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request headers are larger than allowed.',
    cure: 'Send fewer or shorter headers, and a shorter URL: 16 KB in all.',
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'Too many requests; Retry-After says when to come back.',
    cure: 'Wait for as many seconds as `Retry-After` says. `details.limit` names the limit.',
    details: {
      limit: 'The [limit](../limits.md) that is used up.',
    },
  },
  internal_error: {
    status: 500,
    meaning: 'A fault of the service; the request id finds it in the log.',
    cure: 'Try again; if it persists, report the `request_id`. Use an `Idempotency-Key`, so that nothing is done twice.',
  },
  unavailable: {
    status: 503,
    meaning: 'The service cannot answer just now; try again soon.',
    cure: 'Try again after `Retry-After` seconds, with the same `Idempotency-Key`.',
  },
});

export type CommonErrorCode = keyof typeof commonErrors;

/** What an area adds to the `details` of common codes, by code and field. */
export type CommonErrorDetails = Readonly<Partial<Record<CommonErrorCode, Readonly<Record<string, string>>>>>;

type CommonErrors = typeof commonErrors;

declare module './error-codes.ts' {
  interface ErrorCodes extends CommonErrors {}
}
