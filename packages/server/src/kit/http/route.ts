import type { Static, TSchema } from 'typebox';
import type { ErrorCode, ErrorValue } from '../errors/index.ts';
import type { Principal } from './ports.ts';
import type { Reply } from './reply.ts';
import type { StoredFile, UploadColumn, UploadedFile } from './upload-column.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler receives, fully validated. */
export interface RequestContext<P = unknown, Q = unknown, B = unknown, F extends StoredFile = StoredFile> {
  params: P;
  query: Q;
  body: B;
  /** The uploaded file, if the row takes one. */
  file: [F] extends [never] ? undefined : UploadedFile<F>;
  principal: Principal;
  requestId: string;
  headers: Record<string, string | string[] | undefined>;
  /** An id that a retry of the same keyed request gets again, so that nothing is created twice. */
  newId(prefix: import('../ids.ts').IdPrefix): string;
  /** The client's address; undefined when its connection is closed. */
  clientAddress(): string | undefined;
  /** Set by the handler to add fields to the request's log line. */
  logFields: Record<string, unknown>;
}

/** A required scope, `any` for every valid key, or `public` for no key at all. */
export type Access = string;

/** A row of the route table. Everything the service does with a request follows from it. */
export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  F extends StoredFile = StoredFile,
> {
  method: Method;
  /** With `:name` parameters, relative to the service's root. */
  path: string;
  /** Undocumented alternative paths: those that the paths of other rows could be mistaken for. */
  otherPaths?: readonly string[];
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /**
   * A portal link's key may use the row for its own subscription; the handler enforces that. `change`: only a
   * link created with the right to change it.
   */
  portal?: boolean | 'change';
  /**
   * The row supports environments: each environment's keys can call it and see and change only their own.
   * Every other row is for production keys alone.
   */
  environments?: boolean;
  /** False for rows that write only the client's own data: no actor is recorded. */
  tellsActor?: boolean;
  /**
   * If there are replicas, one may answer: the data may be some seconds old, but never older than what the
   * principal wrote. Only for GETs that list, count or export; the primary answers everything else.
   */
  reads?: 'replica';
  /** The rate limits a request counts against, in the order in which they are checked. */
  limits?: readonly string[];
  params?: P;
  query?: Q;
  body?: B;
  /** The row takes a file. Its options are in `query`: sent as query parameters or as form fields. */
  upload?: UploadColumn<F>;
  /** The body may be omitted. */
  bodyOptional?: boolean;
  /** Numbers in the body that a double cannot hold stay as written (`JSON.rawJSON`). */
  exactNumbers?: boolean;
  /**
   * Strings in the body may contain what jsonb cannot hold, a NUL or a lone surrogate: the row stores them as
   * text.
   */
  anyText?: boolean;
  /** Maximum body size; 1,048,576 by default. */
  bodyLimitBytes?: number;
  /** The error for a bad value of a body field, where the interface names one. */
  fieldErrors?: Record<string, ErrorValue>;
  /** Schema per success status; null for no body. */
  responses: Record<number, TSchema | null>;
  /** The success response's media type in the OpenAPI document when it is not JSON. */
  produces?: string;
  /** Codes beyond those that every such route can answer with. */
  errors?: readonly ErrorCode[];
  /** POST answers are stored under an `Idempotency-Key`; false where an answer must not be stored. */
  idempotent?: boolean;
  /**
   * Paths of newly created secrets in the answer, such as `key` or `actions.*.secret`. They are shown once:
   * the answer stored for retries leaves them out.
   */
  shownOnce?: readonly string[];
  handler(context: RequestContext<Static<P>, Static<Q>, Static<B>, F>): Promise<Reply> | Reply;
}

export type AnyRoute = Route<TSchema, TSchema, TSchema>;

/** Infers the handler's types from the row's own schemas. */
export function defineRoute<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  F extends StoredFile = never,
>(route: Route<P, Q, B, F>): AnyRoute {
  return route as unknown as AnyRoute;
}

/** Whether the row's answers are stored under an `Idempotency-Key`. */
export function keepsAnswers(route: AnyRoute): boolean {
  return route.method === 'POST' && route.idempotent !== false && route.access !== 'public';
}

/** Whether requests of the row may have a body; otherwise it is ignored. */
export function acceptsBody(route: AnyRoute): boolean {
  return route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH';
}
