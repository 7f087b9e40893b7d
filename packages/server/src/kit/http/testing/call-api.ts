/** A service's response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed when the answer is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  body: any;
}

/** Sends one request; strings, bytes and forms go as they are, anything else as JSON. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** The API at an address, called with one key. */
export function callerOf(address: string, key: string): Call {
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
}
