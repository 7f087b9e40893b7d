export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

interface Upload {
  source: Blob | Uint8Array;
  mediaType: string;
  onProgress?: (progress: UploadProgress) => void;
}

const CHUNK_BYTES = 65_536;

/**
 * The file as the body of a request. Where a request can be sent as a stream (Node), progress is told as the
 * connection takes the bytes; elsewhere at the start and when the answer comes.
 */
export function uploadBody({ source, mediaType, onProgress }: Upload): {
  init: RequestInit;
  headers: Record<string, string>;
} {
  const blob = source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>]);
  const headers = { 'content-type': mediaType };
  if (onProgress === undefined || !streamsRequests()) {
    onProgress?.({ sentBytes: 0, totalBytes: blob.size });
    return { init: { body: blob }, headers };
  }
  return {
    init: { body: counted(blob, onProgress), duplex: 'half' } as RequestInit,
    // Without it the service could refuse a file that is too large only once it has come.
    headers: { ...headers, 'content-length': String(blob.size) },
  };
}

/** Browsers stream requests over HTTP/2 at best, so only Node does. */
function streamsRequests(): boolean {
  return (
    typeof (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node === 'string'
  );
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
