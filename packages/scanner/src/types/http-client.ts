/** What asks others over the network. Whoever brings one decides whom it may reach. */
export interface HttpClient {
  /** Neither rejects; redirects are not followed. */
  get(request: HttpRequest): Promise<HttpOutcome>;
  post(request: HttpRequest & { body: string }): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** From the first look at the name to the last byte of the answer. */
  deadlineMs: number;
  /** More of the answer is not kept; it is then `bodyTruncated`. */
  maxKeptBodyBytes: number;
}

/** `ok` for an answer with a status of 2xx; else `reason` is a word such as `unexpected_status`. */
export type HttpOutcome = { ok: true; body: Buffer; bodyTruncated: boolean } | { ok: false; reason: string };
