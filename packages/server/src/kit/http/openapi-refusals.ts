import type { TSchema } from 'typebox';
import type { ErrorCode, ErrorKind } from '../errors/index.ts';
import { describeHeaders } from './openapi-headers.ts';
import { type AnyRoute, acceptsBody, keepsAnswers } from './route.ts';

type Json = Record<string, unknown>;

export type ErrorCatalog = Readonly<Record<ErrorCode, ErrorKind>>;

/** The error responses of operations, and what is known about each code. */
export interface Refusals {
  /** By name, for `components/responses`. */
  responses: Json;
  /** By code, for `components/examples`. */
  bodies: Json;
  errors: ErrorCatalog;
}

/** A parameter with a default is optional. */
export function requiredQuery({ query }: AnyRoute): string[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return required.filter((name) => !('default' in (properties[name] ?? {})));
}

/** The codes that a route can answer with: its own, and those its row implies. */
export function errorCodesOf(route: AnyRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_request', 'internal_error', 'unavailable']);
  for (const code of route.errors ?? []) codes.add(code);
  for (const { code } of Object.values(route.fieldErrors ?? {})) codes.add(code);
  if (route.access !== 'public') {
    codes.add('unauthorized');
    // Even where any scope is enough: keys of portal links and of other environments reach only their own
    // rows.
    codes.add('forbidden');
  }
  if (route.limits?.length) codes.add('rate_limit_exceeded');
  if (route.params) codes.add('not_found');
  if (route.body || requiredQuery(route).length > 0) codes.add('missing_required_field');
  if (acceptsBody(route)) {
    for (const code of ['payload_too_large', 'unsupported_media_type', 'request_timeout'] as const) {
      codes.add(code);
    }
  }
  if (route.upload) {
    codes.add('missing_required_field');
    codes.add(route.upload.tooLargeCode ?? 'payload_too_large');
  }
  if (keepsAnswers(route)) codes.add('idempotency_conflict');
  return [...codes];
}

function describeRefusal(code: ErrorCode, { meaning }: ErrorKind): Json {
  const request_id = 'req_9f86d081884c7d659a2feaa0c55ad015';
  const details = { doc_url: `/docs/errors/${code}` };
  return { summary: meaning, value: { error: { code, message: meaning, request_id, details } } };
}

/** Adds responses that no earlier operation has added to the document. */
export function describeRefusals(route: AnyRoute, { responses, bodies, errors }: Refusals): Json {
  const own: Json = {};
  const codes = errorCodesOf(route);
  const unknown = codes.find((code) => !Object.hasOwn(errors, code));
  if (unknown !== undefined) {
    throw new Error(
      `The route ${route.operationId} lists ${unknown}, which is not in the catalogue of errors.`,
    );
  }
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  for (const [status, ofStatus] of byStatus) {
    // A status that the route describes itself stays as it is.
    if (Object.hasOwn(route.responses, status)) continue;
    const name = [...ofStatus].sort().join('.') + (route.limits?.length ? '' : '.unlimited');
    responses[name] ??= {
      description: ofStatus.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
      headers: describeHeaders(route, status),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(
            ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    };
    for (const code of ofStatus) bodies[code] ??= describeRefusal(code, errors[code]);
    own[status] = { $ref: `#/components/responses/${name}` };
  }
  return own;
}
