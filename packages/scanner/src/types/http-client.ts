/** A client for requests over the network. Whoever provides it decides which hosts it may reach. */
export interface HttpClient {
  /** These never reject. Redirects are not followed. */
  get(request: HttpRequest): Promise<HttpOutcome>;
  post(request: HttpRequest & { body: string }): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** From the DNS lookup to the last byte of the response. */
  deadlineMs: number;
  /** The rest of the response is dropped, and it is `bodyTruncated`. */
  maxKeptBodyBytes: number;
}

/** `ok` for a response with status 2xx; otherwise `reason` is a word such as `unexpected_status`. */
export type HttpOutcome = { ok: true; body: Buffer; bodyTruncated: boolean } | { ok: false; reason: string };
