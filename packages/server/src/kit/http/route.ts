import type { Static, TSchema } from 'typebox';
import type { ErrorCode, ErrorValue } from '../errors/index.ts';
import type { Principal } from './ports.ts';
import type { Reply } from './reply.ts';
import type { StoredFile, UploadColumn, UploadedFile } from './upload-column.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler is given. Everything in it has been checked. */
export interface RequestContext<P = unknown, Q = unknown, B = unknown, F extends StoredFile = StoredFile> {
  params: P;
  query: Q;
  body: B;
  /** The file that was sent, where the row takes one. */
  file: [F] extends [never] ? undefined : UploadedFile<F>;
  principal: Principal;
  requestId: string;
  headers: Record<string, string | string[] | undefined>;
  /** An id that a retry of the same keyed request would be given again, so that nothing is made twice. */
  newId(prefix: import('../ids.ts').IdPrefix): string;
  /** Where the request comes from; undefined when its connection is closed. */
  clientAddress(): string | undefined;
  /** Set by the handler to add fields to the request's log line. */
  logFields: Record<string, unknown>;
}

/** A scope of the key, `any` for every valid key, or `public` for no key at all. */
export type Access = string;

/** One row of the route table. Everything the service does with a request follows from it. */
export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  F extends StoredFile = StoredFile,
> {
  method: Method;
  /** With `:name` parameters, below the service's root. */
  path: string;
  /** Where the row is served too, without a word in the document: what other rows' paths could be taken for. */
  otherPaths?: readonly string[];
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /**
   * The key of a portal link may use the row, for its own subscription; the handler sees to that. `change`: one alone that
   * was made for changing it.
   */
  portal?: boolean | 'change';
  /**
   * The row knows environments: keys of each one reach it, and see and change there what is of their own. Every other
   * row is for keys of production alone.
   */
  environments?: boolean;
  /** False where what the row writes is the client's own: it tells no actor. */
  tellsActor?: boolean;
  /**
   * Where there are replicas, one may answer the row: what it tells may be some seconds behind, never behind what the
   * principal wrote. Of a GET alone that lists, counts or exports; all else is answered by the primary.
   */
  reads?: 'replica';
  /** The limits that a request counts against, in the order they are taken. */
  limits?: readonly string[];
  params?: P;
  query?: Q;
  body?: B;
  /** The row takes a file. Its options are in `query`: they come as query parameters, or as fields of the form. */
  upload?: UploadColumn<F>;
  /** The body may be left out. */
  bodyOptional?: boolean;
  /** Numbers in the body that a double cannot hold stay as they were written (`JSON.rawJSON`). */
  exactNumbers?: boolean;
  /** Texts in the body may hold what a jsonb cannot, a NUL or half of a surrogate pair: the row keeps them as text. */
  anyText?: boolean;
  /** Most bytes of body; 1,048,576 unless told. */
  bodyLimitBytes?: number;
  /** The refusal of a bad value of a body field, where the interface names one. */
  fieldErrors?: Record<string, ErrorValue>;
  /** Schema of each success status; null for no body. */
  responses: Record<number, TSchema | null>;
  /** What a success of the media type says in the OpenAPI document when it is not JSON. */
  produces?: string;
  /** Codes beyond those that every such route can answer with. */
  errors?: readonly ErrorCode[];
  /** POST answers are kept under an `Idempotency-Key`; set false where an answer must not be stored. */
  idempotent?: boolean;
  /**
   * Where an answer holds a secret that was made for it, by paths such as `key` or `actions.*.secret`. It is shown this
   * once: what is kept for a repeat is the answer without it.
   */
  shownOnce?: readonly string[];
  handler(context: RequestContext<Static<P>, Static<Q>, Static<B>, F>): Promise<Reply> | Reply;
}

export type AnyRoute = Route<TSchema, TSchema, TSchema>;

/** Types the handler by the row's own schemas. */
export function defineRoute<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  F extends StoredFile = never,
>(route: Route<P, Q, B, F>): AnyRoute {
  return route as unknown as AnyRoute;
}

/** Whether the row's answers are kept under an `Idempotency-Key`. */
export function keepsAnswers(route: AnyRoute): boolean {
  return route.method === 'POST' && route.idempotent !== false && route.access !== 'public';
}

/** Whether a request of the row may carry a body; that of others is not looked at. */
export function takesBody(route: AnyRoute): boolean {
  return route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH';
}
