import type { Target } from './address-guard.ts';

/** A request as sent over the wire. */
export interface RequestText {
  text: string;
  encoding: 'latin1' | 'utf8';
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** ASCII only: receivers interpret any other bytes differently. */
const VALUE = /^[\t\x20-\x7e]*$/;

/** Builds a request, head and body in one piece; undefined when a header would break the head. */
export function formatRequest(
  method: 'POST' | 'GET',
  target: Target,
  userAgent: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string | null,
): RequestText | undefined {
  let head = `${method} ${target.path} HTTP/1.1\r\nhost: ${target.authority}\r\nconnection: keep-alive\r\nuser-agent: ${userAgent}\r\n`;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !VALUE.test(value) || !NAME.test(name)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  if (body === null) return { text: `${head}\r\n`, encoding: 'latin1' };
  // latin1 maps each byte to one character, so bytes pass through unchanged.
  if (typeof body !== 'string') {
    return {
      text: `${head}content-length: ${body.length}\r\n\r\n${body.toString('latin1')}`,
      encoding: 'latin1',
    };
  }
  const length = Buffer.byteLength(body);
  // As many bytes as characters means pure ASCII, which writes faster as latin1.
  const encoding = length === body.length ? 'latin1' : 'utf8';
  return { text: `${head}content-length: ${length}\r\n\r\n${body}`, encoding };
}
