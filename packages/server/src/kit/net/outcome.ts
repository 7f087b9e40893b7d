/**
 * Why a request failed; a closed set, deliberately coarse: whoever chose the URL gets to see it, and the
 * service must not become a port scanner.
 *
 * - `invalid_url`, `invalid_request`: not sent, because the URL or a header is malformed.
 * - `address_not_allowed`: the policy refuses the address; nothing was sent.
 * - `dns_failed`, `connect_failed`, `tls_failed`: no connection.
 * - `proxy_failed`: the delivery proxy could not be reached, refused, or violated the protocol.
 * - `timeout`: no complete response within the deadline, whatever was slow.
 * - `reset`: the receiver closed the connection before its response was complete.
 * - `protocol_error`: the response is not HTTP/1.1, or its head or body is too large.
 * - `unexpected_status`: a complete response that is not 2xx; redirects are not followed.
 * - `aborted`: aborted on this side.
 * - `auth_failed`: the credentials that the receiver requires could not be obtained; nothing was sent.
 * - `transform_failed`: the payload could not be produced; nothing was sent.
 * - `withdrawn`: withdrawn before a byte of it was sent.
 * - `overloaded`: this machine has no descriptors or memory left for a connection; the receiver is not
 *   involved.
 */
export type FailureReason =
  | 'invalid_url'
  | 'invalid_request'
  | 'address_not_allowed'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'proxy_failed'
  | 'timeout'
  | 'reset'
  | 'protocol_error'
  | 'unexpected_status'
  | 'aborted'
  | 'auth_failed'
  | 'transform_failed'
  | 'withdrawn'
  | 'overloaded';

export interface Failure {
  reason: FailureReason;
  /** For the owner of the URL. */
  message: string;
  /** For the operator's log only: it may reveal details of the network behind the service. */
  logDetail?: string;
}

/** Response headers by lowercase name; repeated ones joined by `, `. */
export type ResponseHeaders = Record<string, string>;

export type Outcome =
  | {
      ok: true;
      status: number;
      headers: ResponseHeaders;
      /** The first bytes as received, never decompressed. */
      body: Buffer;
      /** Whether the response body was longer than what was kept. */
      bodyTruncated: boolean;
      durationMs: number;
      remoteAddress: string;
    }
  | {
      ok: false;
      reason: FailureReason;
      message: string;
      logDetail?: string;
      /** Present once the response head was read, as are `headers`, `body` and `bodyTruncated`. */
      status?: number;
      headers?: ResponseHeaders;
      body?: Buffer;
      bodyTruncated?: boolean;
      durationMs: number;
      remoteAddress?: string;
    };
