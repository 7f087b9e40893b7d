import { AnswerError } from './answer-head.ts';
import type { Failure } from './outcome.ts';

/** An error's code and message as text, for the operator's log. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // When several addresses fail in turn, the AggregateError has no text of its own.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  const code = codeOf(error);
  return code === '' ? error.message : `${code}: ${error.message}`;
}

const shortages = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/** Whether this machine, not the other side, had no resources left for a connection. */
function isLocalShortage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLocalShortage);
  return shortages.has(codeOf(error));
}

/** Undefined when the other side caused the error. */
export function shortageFailure(error: unknown): Failure | undefined {
  if (!isLocalShortage(error)) return undefined;
  return {
    reason: 'overloaded',
    message: 'The service has no connection to spare just now. Try again in a moment.',
    logDetail: describeError(error),
  };
}

export function tlsFailure(error: unknown): Failure {
  const problem = certificateProblem(codeOf(error));
  return {
    reason: 'tls_failed',
    message: `No secure connection could be made: ${problem}.`,
    logDetail: describeError(error),
  };
}

/** Classifies an error on an open connection. */
export function exchangeFailure(error: unknown): Failure {
  const logDetail = describeError(error);
  if (error instanceof AnswerError) {
    const message = error.isTooLarge
      ? 'The head of the answer is larger than 16 KiB.'
      : 'The answer is not valid HTTP/1.1.';
    return { reason: 'protocol_error', message, logDetail };
  }
  const code = codeOf(error);
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return tlsFailure(error);
  return {
    reason: 'reset',
    message: 'The receiver closed the connection before its answer was complete.',
    logDetail,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function certificateProblem(code: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return "the receiver's certificate has expired";
    case 'CERT_NOT_YET_VALID':
      return "the receiver's certificate is not valid yet";
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return "the receiver's certificate is for another host";
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return "the receiver's certificate is self-signed";
    case 'CERT_SIGNATURE_FAILURE':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return "the receiver's certificate is not signed by a known authority, or its chain is not complete";
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
      return 'the receiver asks for a certificate of the client';
    default:
      return 'the TLS handshake failed';
  }
}
