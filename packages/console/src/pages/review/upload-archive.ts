import { Trivium } from '../../../../sdk/src/index.ts';

export interface Sent {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Uploads an archive with the browser's session and reports progress, which fetch cannot do over HTTP/1.1.
 */
export function uploadArchive(
  archive: Blob,
  name: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: Sent) => void },
) {
  const fetch: typeof globalThis.fetch = (url, init) => sendByXhr(String(url), init ?? {}, onProgress);
  const trivium = new Trivium({ url: location.origin, key: 'none', maxRetries: 0, fetch });
  return trivium.upload('uploadApplication', archive, 'application/zip', { query: { name }, signal });
}

function sendByXhr(url: string, init: RequestInit, onProgress: (sent: Sent) => void): Promise<Response> {
  const { signal } = init;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal?.addEventListener('abort', abort, { once: true });
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve(new Response(xhr.responseText, { status: xhr.status }));
    xhr.onerror = () => reject(new TypeError('The connection failed.'));
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    xhr.open(init.method ?? 'POST', url);
    const headers = new Headers(init.headers);
    headers.delete('authorization');
    headers.set('x-trivium-session', '1');
    headers.forEach((value, header) => {
      xhr.setRequestHeader(header, value);
    });
    xhr.send(init.body as Blob);
  });
}
