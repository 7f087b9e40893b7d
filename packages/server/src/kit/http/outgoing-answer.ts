import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';

/** How long a connection without a request stays open; told to clients in each answer. */
export const KEEP_ALIVE_MS = 72_000;

const CONNECTION_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`;

/** An answer that can be sent at once, head and body. */
export class OutgoingAnswer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /**
   * Sends an answer with a body over a connection that stays open. `headers` has names and values in turn, all of
   * the service's own making: unlike those of `writeHead` they are not looked over for what breaks a head.
   */
  sendWhole(
    status: number,
    headers: readonly (string | number)[],
    text: string,
    encoding: BufferEncoding,
  ): void {
    this.statusCode = status;
    // What `writeHead` would leave here; `end` sends it with the body.
    (this as unknown as { _header: string })._header = formatHead(status, headers, true);
    this.end(text, encoding);
  }
}

/** The head of an answer as node:http would write it. `headers` has names and values in turn. */
export function formatHead(
  status: number,
  headers: readonly (string | number)[],
  staysOpen: boolean,
): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return `${head}Date: ${httpDate()}\r\n${staysOpen ? CONNECTION_LINES : ''}\r\n`;
}

let dateSecond = Number.NaN;
let dateText = '';

/** Answers of one second share the work of formatting it. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}
