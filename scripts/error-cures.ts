import type { ErrorCode } from '../packages/server/src/kit/errors/index.ts';

/** What a caller does about each code. A code without an entry does not compile. */
export const errorCures: Record<ErrorCode, string> = {
  invalid_request: 'Correct what `field` names, as `message` says. The same request will be refused again.',
  missing_required_field: 'Add the field that `field` names.',
  invalid_event_type: 'Use two or more segments of `a-z`, `0-9`, `_` and `-`, such as `order.created`.',
  unauthorized: 'Send `Authorization: Bearer <API key>` with a key that is valid.',
  forbidden: 'Use a key with the scope that `details.required_scope` names, or of the right organization.',
  not_found:
    "Check the id, and that the key is of the organization that it belongs to. Another organization's id is answered like one that nothing has.",
  method_not_allowed: 'Use one of the methods in the header `Allow`.',
  request_timeout: 'Send the request again, faster: a body has 15 seconds to arrive.',
  conflict: 'Read the resource again and decide anew.',
  idempotency_conflict:
    'Use a new `Idempotency-Key` for a new request. While the first one still runs (`Retry-After` is set), send the same again in a moment.',
  invalid_state: 'Read the resource; bring it into a state that allows this, or leave it.',
  subscription_limit_reached: 'Delete or pause a subscription that is no longer needed.',
  payload_too_large: 'Send less, or split it. The limit stands in `message`.',
  unsupported_media_type: 'Send JSON with `Content-Type: application/json`, and no `Content-Encoding`.',
  headers_too_large: 'Send fewer or shorter headers, and a shorter URL: 16 KB in all.',
  rate_limit_exceeded: 'Wait for as many seconds as `Retry-After` says. `details.limit` names the limit.',
  internal_error:
    'Try again; if it persists, report the `request_id`. Use an `Idempotency-Key`, so that nothing is done twice.',
  unavailable: 'Try again after `Retry-After` seconds, with the same `Idempotency-Key`.',
};
