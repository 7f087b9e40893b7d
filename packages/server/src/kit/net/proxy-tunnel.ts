import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { parseHead } from './answer-head.ts';
import type { Failure } from './outcome.ts';
import { describeError, shortageFailure } from './transport-failure.ts';

/** An HTTP proxy that opens tunnels (CONNECT). Its operator is trusted; what it sends is not. */
export interface ForwardProxy {
  hostname: string;
  port: number;
  /** For `proxy-authorization`. */
  authorization: string | undefined;
}

const MAX_HEAD_BYTES = 16_384;
const HEAD_END = '\r\n\r\n';

/**
 * Parses `http://user:password@host:port`.
 *
 * @throws Error that says what is wrong, without the password
 */
export function parseProxyUrl(text: string): ForwardProxy {
  const url = URL.parse(text);
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isPlain || url.protocol !== 'http:' || url.hostname === '') {
    throw new Error('It must be the URL of an HTTP proxy, such as http://proxy.internal:3128.');
  }
  const pair = [url.username, url.password].map(decodeURIComponent).join(':');
  return {
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 80 : Number(url.port),
    authorization: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
  };
}

/**
 * Has the proxy connect to an address. It is always the address that was checked, never a name, which the
 * proxy might resolve differently. Undefined on success; from then on the socket leads to that address.
 */
export function openTunnel(
  socket: Socket,
  proxy: ForwardProxy,
  { address, port }: { address: string; port: number },
  done: (failure: Failure | undefined) => void,
): void {
  let received = Buffer.alloc(0);
  const settle = (failure: Failure | undefined) => {
    socket.off('connect', ask).off('data', read).off('error', fail).off('close', end);
    if (failure === undefined) socket.pause();
    done(failure);
  };
  const ask = () => void socket.write(connectRequest(proxy, address, port));
  const fail = (error: Error) =>
    settle(shortageFailure(error) ?? proxyFailure('cannot be reached', describeError(error)));
  const end = () => settle(proxyFailure('closed the connection before it had answered', 'closed'));
  const read = (part: Buffer) => {
    received = Buffer.concat([received, part]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) {
      if (received.length > MAX_HEAD_BYTES) settle(proxyFailure('gave an answer that is too long', 'no end'));
      return;
    }
    const head = received.toString('latin1', 0, headEnd);
    settle(judgeAnswer(head, received.length - headEnd - HEAD_END.length));
  };
  socket.once('connect', ask).on('data', read).once('error', fail).once('close', end);
}

function connectRequest({ authorization }: ForwardProxy, address: string, port: number): string {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const credentials = authorization === undefined ? '' : `proxy-authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${credentials}\r\n`;
}

/** Nothing has been sent to the receiver yet, so bytes after the proxy's answer cannot be the receiver's. */
function judgeAnswer(head: string, excessBytes: number): Failure | undefined {
  let status: number;
  try {
    ({ status } = parseHead(head));
  } catch (error) {
    return proxyFailure('gave an answer that is not HTTP/1.1', describeError(error));
  }
  if (status < 200 || status > 299) return proxyFailure(`answered ${status}`, head.slice(0, 200));
  if (excessBytes > 0) return proxyFailure('sent what the receiver cannot have sent', `${excessBytes} bytes`);
  return undefined;
}

function proxyFailure(what: string, logDetail: string): Failure {
  return {
    reason: 'proxy_failed',
    message: `The proxy of the service ${what}; no connection to the receiver could be made.`,
    logDetail,
  };
}
