import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors/index.ts';

/** Deeper nesting than any real payload, and far below what would exhaust the stack of a serializer. */
export const MAX_JSON_DEPTH = 128;

/** A body that stalls longer than this is refused, so that slow senders hold nothing for long. */
export const BODY_TIMEOUT_MS = 15_000;

/** Reads a request body whole. Refuses with 413 as soon as it is known to be too large, and 408 when it stalls. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limitBytes) {
      drain(request);
      return reject(tooLarge(limitBytes));
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(
      () =>
        settle(
          new AppError('request_timeout', {
            message: `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} seconds. Send it faster, or in smaller parts.`,
            headers: { connection: 'close' },
          }),
        ),
      BODY_TIMEOUT_MS,
    );
    const settle = (error?: Error) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        drain(request);
        return settle(tooLarge(limitBytes));
      }
      chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onAbort = () =>
      settle(new AppError('invalid_request', { message: 'The body ended early. Send it whole.' }));
    request.on('data', onData).on('end', onEnd).on('error', onAbort).on('close', onAbort);
  });
}

/** How much of a refused body is still read, so that a client that is sending gets to see the answer. */
const MAX_DRAINED_BYTES = 64 * 1_048_576;

function drain(request: IncomingMessage): void {
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
}

function tooLarge(limitBytes: number): AppError {
  return new AppError('payload_too_large', {
    message: `The body is larger than ${limitBytes} bytes. Send less, or split it.`,
  });
}

/**
 * Parses a JSON body. With `exactNumbers`, numbers that a double cannot hold are kept as they were
 * written. Throws `invalid_request` for what is not JSON, not UTF-8, or nested deeper than `MAX_JSON_DEPTH`.
 */
export function parseJson(bytes: Buffer, exactNumbers = false): unknown {
  if (!isUtf8(bytes)) throw new AppError('invalid_request', { message: 'The body is not valid UTF-8.' });
  const text = bytes.toString('utf8');
  const shape = scan(bytes);
  if (shape.depth > MAX_JSON_DEPTH) {
    throw new AppError('invalid_request', {
      message: `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Flatten it.`,
    });
  }
  try {
    return exactNumbers && shape.wideNumbers ? JSON.parse(text, keepExactNumber) : JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_request', { message: `The body is not valid JSON: ${jsonProblem(error)}.` });
  }
}

function jsonProblem(error: unknown): string {
  // V8 quotes the input in its message; the position alone is useful and safe to show.
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined
    ? 'it ends early or is malformed'
    : `unexpected character at position ${position}`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
// Fifteen digits always survive a double; from the sixteenth on each number is looked at.
const SAFE_DIGITS = 15;

/** One pass over the bytes: the deepest nesting, and whether some number may not fit a double. */
function scan(bytes: Buffer): { depth: number; wideNumbers: boolean } {
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let wideNumbers = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i = endOfString(bytes, i);
      digits = 0;
    } else if (byte >= 0x30 && byte <= 0x39) {
      if (++digits > SAFE_DIGITS) wideNumbers = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) deepest = depth;
      digits = 0;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
      digits = 0;
    } else if ((byte === UPPER_E || byte === LOWER_E) && digits > 0) {
      wideNumbers = true;
    } else if (byte !== 0x2e) {
      digits = 0;
    }
  }
  return { depth: deepest, wideNumbers };
}

/** The index of the quote that closes the string opened at `start`, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return bytes.length;
}

interface JsonWithRaw {
  rawJSON(text: string): unknown;
}

/** Reviver that keeps a number's own digits when its value as a double would print differently. */
function keepExactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : (JSON as unknown as JsonWithRaw).rawJSON(context.source);
}
