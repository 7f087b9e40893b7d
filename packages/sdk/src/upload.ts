export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

export interface Upload {
  source: Blob | Uint8Array;
  mediaType: string;
  onProgress?: (progress: UploadProgress) => void;
}

export interface UploadRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The caller's own, if any. */
  fetch?: typeof fetch | undefined;
}

const CHUNK_BYTES = 65_536;

/** The members used here; Node's types do not include it. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly upload: Pick<Xhr, 'addEventListener'>;
  addEventListener(type: string, listener: (event: { loaded: number }) => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob): void;
  abort(): void;
}

const platform = globalThis as { XMLHttpRequest?: new () => Xhr; process?: { versions?: { node?: string } } };

/**
 * Sends the file as the request body. Progress is reported as the connection accepts the bytes: through a
 * streamed request where the platform supports that over HTTP/1.1 (Node), through XMLHttpRequest in browser
 * windows and workers, whose fetch streams only over HTTP/2. Where neither is available, at the start and at
 * the end.
 */
export async function sendUpload(
  { source, mediaType, onProgress }: Upload,
  request: UploadRequest,
): Promise<Response> {
  const blob = source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>]);
  const totalBytes = blob.size;
  const headers = { ...request.headers, 'content-type': mediaType };
  if (onProgress === undefined) return fetchWith(request, headers, { body: blob });
  if (request.fetch === undefined && platform.XMLHttpRequest !== undefined) {
    return sendByXhr(new platform.XMLHttpRequest(), blob, { ...request, headers }, onProgress);
  }
  onProgress({ sentBytes: 0, totalBytes });
  if (streamsOverHttp1()) {
    // Without a Content-Length, the service could refuse a file that is too large only after receiving it.
    const sized = { ...headers, 'content-length': String(totalBytes) };
    return fetchWith(request, sized, { body: counted(blob, onProgress), duplex: 'half' } as RequestInit);
  }
  const response = await fetchWith(request, headers, { body: blob });
  onProgress({ sentBytes: totalBytes, totalBytes });
  return response;
}

function fetchWith(
  { url, method, signal, fetch = globalThis.fetch }: UploadRequest,
  headers: Record<string, string>,
  init: RequestInit,
): Promise<Response> {
  return fetch(url, { ...init, method, headers, redirect: 'manual', ...(signal && { signal }) });
}

function streamsOverHttp1(): boolean {
  return typeof platform.process?.versions?.node === 'string';
}

function counted(blob: Blob, onProgress: (progress: UploadProgress) => void): ReadableStream<Uint8Array> {
  const totalBytes = blob.size;
  let sentBytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sentBytes >= totalBytes) return controller.close();
        const chunk = new Uint8Array(await blob.slice(sentBytes, sentBytes + CHUNK_BYTES).arrayBuffer());
        controller.enqueue(chunk);
        sentBytes += chunk.length;
        onProgress({ sentBytes, totalBytes });
      },
    },
    { highWaterMark: 0 },
  );
}

/** The response in the form of `fetch`. */
function sendByXhr(
  xhr: Xhr,
  blob: Blob,
  { url, method, headers, signal }: UploadRequest,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal?.reason);
      xhr.abort();
    };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const tell = ({ loaded }: { loaded: number }) =>
      onProgress({ sentBytes: Math.min(loaded, blob.size), totalBytes: blob.size });
    xhr.upload.addEventListener('loadstart', tell);
    xhr.upload.addEventListener('progress', tell);
    xhr.addEventListener('load', () => resolve(responseOf(xhr)));
    xhr.addEventListener('error', () => reject(new TypeError('The connection failed.')));
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', onAbort));
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.send(blob);
  });
}

function responseOf(xhr: Xhr): Response {
  const { status, responseText } = xhr;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const retryAfter = xhr.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  return new Response(hasBody ? responseText : null, { status, headers });
}
