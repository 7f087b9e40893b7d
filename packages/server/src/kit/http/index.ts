export { bearerToken, grants, PORTAL_CHANGE } from './admission.ts';
export { DEFAULT_BODY_LIMIT_BYTES } from './compile-route.ts';
export type { RequestObserver } from './dispatcher-options.ts';
export { runIdempotent } from './idempotent.ts';
export { acceptNulls as takesNulls } from './left-out.ts';
export { buildOpenApi, type OpenApiInfo } from './openapi.ts';
export type { OperationExample } from './openapi-example.ts';
export { errorCodesOf } from './openapi-refusals.ts';
export { pascal, toJsonSchema } from './openapi-schemas.ts';
export { MAX_JSON_DEPTH } from './parse-json.ts';
export {
  type AnsweredRequest,
  type AnswerName,
  type Authenticator,
  type IdempotencyClaim,
  type IdempotencyStore,
  type KeptAnswer,
  type LimitState,
  PRODUCTION,
  type Principal,
  type RateLimiter,
  type ReadAnswer,
  type ReadRequest,
  type Reads,
  type RequestBook,
} from './ports.ts';
export { BODY_PACE, BODY_TIMEOUT_MS } from './read-body.ts';
export { type FieldsOf, fromRecord, type SourceOf, toRecord } from './record.ts';
export { accepted, created, noContent, ok, okList, placeOf, type Reply } from './reply.ts';
export { isSameRequest, type RequestHashes } from './request-hashes.ts';
export {
  type AnyRoute,
  defineRoute,
  keepsAnswers,
  type Method,
  type RequestContext,
  type Route,
} from './route.ts';
export {
  anyObject,
  countField,
  describedAs,
  errorSchema,
  listOf,
  MAX_PAGE,
  named,
  nullable,
  nullableText,
  nullableTimestamp,
  openObject,
  pageOf,
  pageQuery,
  percentField,
  strictObject,
  textField,
  timestampField,
} from './schemas.ts';
export { buildHttpServer, type HttpServerOptions } from './server.ts';
export { sessionCookie, sessionToken } from './session-cookie.ts';
export { EARLIEST_MS, isTimestamp, parseTimestamp, toMoment } from './timestamp.ts';
export type { StoredFile, UploadColumn, UploadedFile, UploadHead } from './upload-column.ts';
export { compileValidator } from './validation.ts';
