import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHead } from './exchange.ts';

/** A request that arrived in one piece. */
export interface WholeRequest extends RequestHead {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD_BYTES = 8_192;
/**
 * A method with a body, an origin-form target, and headers of visible ASCII: no folding, no bare CR or LF, no
 * NUL.
 */
const PLAIN_HEAD = /^(?:POST|PUT|PATCH) \/[!-~]* HTTP\/1\.1(?:\r\n[\w!#$%&'*+.^`|~-]+:[\t !-~]*)+$/;
const PLAIN_LENGTH = /^\d{1,7}$/;
const NO_BODY = Buffer.alloc(0);

/** Headers that affect the message's framing or the connection's fate. */
const NOT_PLAIN = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'http2-settings'] as const;

/**
 * The request in these bytes when they are exactly one, written as nearly all clients write it. Undefined for
 * anything else, valid or not: node:http's parser decides what that means. So this parser refuses nothing,
 * and whatever two parsers might read differently never passes through it.
 */
export function readWholeRequest(bytes: Buffer): WholeRequest | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1 || headEnd > MAX_HEAD_BYTES) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  if (!PLAIN_HEAD.test(head)) return undefined;
  const lineEnd = head.indexOf('\r\n');
  const headers = readHeaders(head, lineEnd + 2);
  if (headers === undefined || !isPlain(headers)) return undefined;
  const bodyAt = headEnd + HEAD_END.length;
  const length = headers['content-length'];
  if (length !== undefined && !PLAIN_LENGTH.test(length)) return undefined;
  if (bytes.length - bodyAt !== Number(length ?? 0)) return undefined;
  const urlAt = head.indexOf(' ') + 1;
  return {
    method: head.slice(0, urlAt - 1),
    url: head.slice(urlAt, lineEnd - ' HTTP/1.1'.length),
    headers,
    body: bytes.length === bodyAt ? NO_BODY : bytes.subarray(bodyAt),
  };
}

/** By lower-case name; undefined when one is repeated. */
function readHeaders(head: string, start: number): IncomingHttpHeaders | undefined {
  const headers: Record<string, string> = {};
  for (let at = start; at < head.length; ) {
    const colon = head.indexOf(':', at);
    let end = head.indexOf('\r\n', colon);
    if (end === -1) end = head.length;
    const name = head.slice(at, colon).toLowerCase();
    // Also rejects names that every object has, such as `__proto__`.
    if (headers[name] !== undefined) return undefined;
    headers[name] = head.slice(colon + 1, end).trim();
    at = end + 2;
  }
  return headers;
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  if (headers.host === undefined) return false;
  const { connection } = headers;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false;
  return NOT_PLAIN.every((name) => headers[name] === undefined);
}
