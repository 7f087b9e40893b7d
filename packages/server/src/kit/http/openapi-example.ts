/** A request and its answer, as recorded from a real run. */
export interface OperationExample {
  request: {
    params?: Record<string, string>;
    query?: Record<string, string | number | boolean>;
    /** The body's media type. */
    type?: string;
    body?: unknown;
  };
  response: { status: number; type?: string; body?: unknown };
}
