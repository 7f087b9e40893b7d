/**
 * Why a request failed; a closed set, coarse on purpose: it goes to whoever chose the URL, and must
 * not make the service a port scanner.
 *
 * - `invalid_url`, `invalid_request`: never sent, for the form of the URL or of a header.
 * - `address_not_allowed`: the policy refuses the address; nothing was sent.
 * - `dns_failed`, `connect_failed`, `tls_failed`: no connection.
 * - `proxy_failed`: the proxy that deliveries go by could not be reached, refused, or did not behave as one.
 * - `timeout`: no complete answer within the deadline, whatever was slow.
 * - `reset`: the receiver closed the connection before its answer was complete.
 * - `protocol_error`: the answer is not HTTP/1.1, or its head or body is too large.
 * - `unexpected_status`: a complete answer that is not 2xx; redirects are not followed.
 * - `aborted`: given up by this side.
 * - `auth_failed`: what the receiver wants to know us by could not be had; it was sent nothing.
 * - `transform_failed`: what the receiver was to be sent could not be made; it was sent nothing.
 * - `withdrawn`: taken back before a byte of it was sent.
 * - `overloaded`: this machine has no descriptor or memory left for a connection; the receiver knows nothing of it.
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
  /** For the operator's log only: it may tell of the network behind the service. */
  logDetail?: string;
}

/** An answer's headers by lowercase name; repeated ones joined by `, `. */
export type ResponseHeaders = Record<string, string>;

export type Outcome =
  | {
      ok: true;
      status: number;
      headers: ResponseHeaders;
      /** The first bytes as received, never decompressed. */
      body: Buffer;
      /** Whether the answer's body was longer than what was kept. */
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
