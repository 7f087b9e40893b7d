/** A request and its answer, as a run has recorded them. */
export interface OperationExample {
  request: {
    params?: Record<string, string>;
    query?: Record<string, string | number | boolean>;
    /** The media type of the body. */
    type?: string;
    body?: unknown;
  };
  response: { status: number; type?: string; body?: unknown };
}
