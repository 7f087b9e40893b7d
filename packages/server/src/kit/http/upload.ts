import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { AppError } from '../errors/index.ts';
import { required } from '../required.ts';
import type { RequestHead } from './exchange.ts';
import { readForm } from './multipart.ts';
import { endedEarly } from './read-body.ts';
import type { StreamedExchange } from './streamed-exchange.ts';
import type { ReceivedUpload, UploadColumn, UploadedFile } from './upload-column.ts';

/** An upload is aborted when its sender is silent for this long. */
export const UPLOAD_IDLE_TIMEOUT_MS = 15_000;

/** Allowance for boundaries, part headers and option fields on top of the file. */
const FORM_OVERHEAD_BYTES = 1_048_576;

function declaredBytesOf(request: RequestHead): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** Throws the error for an announced upload before any of it is read. */
export function checkUploadHead(request: RequestHead, column: UploadColumn): void {
  const type = mediaTypeOf(request);
  const isForm = type === 'multipart/form-data';
  if (!isForm && !column.mediaTypes.includes(type)) throw wrongMediaType(column);
  if (declaredBytesOf(request) > column.limitBytes + (isForm ? FORM_OVERHEAD_BYTES : 0))
    throw tooLarge(column);
}

/**
 * Streams the file to the route's receiver. Rejects with 413 as soon as it is known to be too large, 408 when
 * its sender goes silent, 400 when it ends early or the form is malformed.
 */
export async function receiveUpload(
  exchange: StreamedExchange,
  column: UploadColumn,
  idleTimeoutMs = UPLOAD_IDLE_TIMEOUT_MS,
): Promise<ReceivedUpload> {
  const { request } = exchange;
  exchange.continue();
  const stopWatch = refuseSilence(request, idleTimeoutMs);
  try {
    if (mediaTypeOf(request) === 'multipart/form-data') {
      return await readForm(request, column, (stream, filename, mediaType) =>
        storeFile(exchange, column, stream, filename, mediaType),
      );
    }
    const file = await storeFile(exchange, column, request, filenameOf(request), mediaTypeOf(request));
    return { file, fields: {} };
  } finally {
    stopWatch();
  }
}

async function storeFile(
  { request, principal }: StreamedExchange,
  column: UploadColumn,
  source: Readable,
  filename: string | undefined,
  mediaType: string,
): Promise<UploadedFile> {
  const file = limited(column);
  const declaredBytes = declaredBytesOf(request);
  // It may fail before the receiver listens; whoever reads it then gets the error.
  file.on('error', () => {});
  const end = (error?: Error) => file.destroy(error instanceof AppError ? error : endedEarly());
  const abort = () => request.complete || end();
  request.once('close', abort);
  request.once('silent', end);
  source.once('error', end);
  source.pipe(file);
  try {
    const query = new URLSearchParams(request.url?.split('?')[1] ?? '');
    const head = { filename, mediaType, principal: required(principal, 'who uploads'), query, declaredBytes };
    const stored = await column.receive(file, head);
    if (file.errored) {
      await column.discard(stored);
      throw file.errored;
    }
    return { filename, mediaType, stored };
  } catch (error) {
    // The stream's own error says more than what the receiver made of it.
    throw file.errored instanceof AppError ? file.errored : error;
  } finally {
    source.unpipe(file);
    request.off('close', abort).off('silent', end);
    source.off('error', end);
    source.on('error', () => {});
    file.destroy();
  }
}

function limited(column: UploadColumn): Transform {
  let sizeBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > column.limitBytes) done(tooLarge(column));
      else done(null, chunk);
    },
  });
}

/** Emits `silent` on the request when nothing arrives for too long while somebody is reading. */
function refuseSilence(request: IncomingMessage, timeoutMs: number): () => void {
  let timer: NodeJS.Timeout;
  const give = () => {
    // Backpressure from the reader is not silence of the sender.
    if (request.isPaused() || request.readableLength > 0) arm();
    else request.emit('silent', tooSlow(timeoutMs));
  };
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(give, timeoutMs).unref();
  };
  arm();
  request.on('data', arm);
  return () => {
    clearTimeout(timer);
    request.off('data', arm);
  };
}

function mediaTypeOf(request: RequestHead): string {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

const FILENAME = /filename="?([^";]+)"?/i;

/** From `Content-Disposition: attachment; filename="x.zip"`, on a body that is the file itself. */
function filenameOf(request: IncomingMessage): string | undefined {
  const name = FILENAME.exec(request.headers['content-disposition'] ?? '')?.[1];
  return name?.split(/[/\\]/).at(-1);
}

function wrongMediaType({ field, mediaTypes }: UploadColumn): AppError {
  return new AppError('unsupported_media_type', {
    message: `Send the file as multipart/form-data in the part \`${field}\`, or as the body itself with Content-Type ${mediaTypes.join(' or ')}.`,
    field: 'Content-Type',
  });
}

function tooLarge({ field, limitBytes, tooLargeCode = 'payload_too_large' }: UploadColumn): AppError {
  return new AppError(tooLargeCode, {
    message: `The file is larger than ${limitBytes} bytes. Send a smaller one.`,
    field,
  });
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError('request_timeout', {
    message: `Nothing of the file came for ${timeoutMs / 1000} seconds. Send it again.`,
    headers: { connection: 'close' },
  });
}
