import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type CommonErrorCode, commonErrors } from '../errors/index.ts';
import { errorBody } from './reply-error.ts';
import { newRequestId } from './request-id.ts';

const reasons: Record<string, { code: CommonErrorCode; reason: string; meaning?: string; cure: string }> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    reason: 'Request Header Fields Too Large',
    cure: 'Send fewer or shorter headers and a shorter URL.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    reason: 'Request Timeout',
    cure: 'Send the request faster.',
  },
};

const malformed = {
  code: 'invalid_request',
  reason: 'Bad Request',
  meaning: 'The request is not valid HTTP/1.1, or not complete.',
  cure: 'Correct its first line, its headers, or how its body is framed.',
} as const;

/**
 * Answers input that never became a complete request (malformed HTTP, oversized headers, a head that timed
 * out), then closes.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const { code, reason, cure, meaning = commonErrors[code].meaning } = reasons[error.code ?? ''] ?? malformed;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Answers to earlier requests on the connection go first: clients match answers to requests by order.
  const pending = pendingAnswer(socket);
  if (pending?.headersSent) {
    socket.destroySoon();
    return;
  }
  // If its body is incomplete, the current request itself is what is broken or late.
  if (pending !== undefined && isWhole(pending)) {
    pending.once('close', () => answerClientError(error, socket));
    return;
  }
  const requestId = newRequestId();
  const refusal = new AppError(code, { message: `${meaning} ${cure}` });
  const body = JSON.stringify(errorBody(refusal, requestId));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${reason}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The answer that Node will write next on this connection, if any. */
function pendingAnswer(socket: Socket): ServerResponse<IncomingMessage> | undefined {
  return (socket as { _httpMessage?: ServerResponse<IncomingMessage> })._httpMessage ?? undefined;
}

function isWhole(answer: ServerResponse<IncomingMessage>): boolean {
  return answer.req.complete;
}
