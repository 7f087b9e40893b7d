import type { TSchema } from 'typebox';
import type { ErrorCode, ErrorKind } from '../errors/index.ts';
import { OpenApiSchemas, pascal } from './openapi-schemas.ts';
import { PRODUCTION } from './ports.ts';
import { type AnyRoute, keepsAnswers, takesBody } from './route.ts';
import { errorSchema } from './schemas.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import { withholdable } from './shown-once.ts';
import type { UploadColumn } from './upload.ts';

export interface OpenApiInfo {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  /** What is told of the codes that answers can carry. */
  errors: ErrorCatalog;
}

type ErrorCatalog = Readonly<Record<ErrorCode, ErrorKind>>;

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the route table. */
export function buildOpenApi(routes: readonly AnyRoute[], info: OpenApiInfo): object {
  const { title, version, description, tags } = info;
  const paths: Record<string, Json> = {};
  const document: Parts = { schemas: new OpenApiSchemas(), refusals: {}, errors: info.errors };
  document.schemas.describe(errorSchema, 'Error');
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, document);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, contact, license },
    servers: [{ url: '/', description: 'The service that answers with this document.' }],
    tags,
    paths,
    components: {
      securitySchemes,
      schemas: document.schemas.components,
      responses: document.refusals,
      headers,
    },
  };
}

/** What the operations share. */
interface Parts {
  schemas: OpenApiSchemas;
  /** What operations may answer, by name. */
  refusals: Json;
  errors: ErrorCatalog;
}

const contact = { name: 'Trivium' };
const license = { name: 'Apache 2.0', identifier: 'Apache-2.0' };

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key. It has scopes and an environment.' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session of a browser that signed in. It has the scopes of the key that it signed in with.',
  },
  sessionHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Trivium-Session',
    description: 'With any value, it goes with the cookie: pages of other origins cannot send it.',
  },
};

/** A key, or the session of a browser. */
const signedIn = [{ apiKey: [] }, { sessionCookie: [], sessionHeader: [] }];

function describeOperation(route: AnyRoute, document: Parts): Json {
  const { schemas } = document;
  const isScoped = route.access !== 'public' && route.access !== 'any';
  const notes = [
    route.description,
    isScoped && `Needs the scope \`${route.access}\`.`,
    route.access !== 'public' && describeEnvironments(route),
    route.limits?.length && `Counts against ${route.limits.map((name) => `\`${name}\``).join(' and ')}.`,
  ];
  const parameters = [
    ...describeParameters('path', route, schemas),
    ...describeParameters('query', route, schemas),
    ...(keepsAnswers(route) ? [idempotencyKey] : []),
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: notes.filter(Boolean).join('\n\n'),
    security: route.access === 'public' ? [] : signedIn,
    // Where OpenAPI 3.1 has them, beside the scheme, most tools take them for scopes of OAuth 2.
    ...(isScoped && { 'x-required-scopes': [route.access] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          'application/json': { schema: schemas.describe(route.body, nameOf(route, 'Body')) },
        },
      },
    }),
    ...(route.upload && { requestBody: describeUpload(route, route.upload, schemas) }),
    responses: { ...describeSuccesses(route, schemas), ...describeRefusals(route, document) },
  };
}

/** The name of what a row has for itself alone. */
function nameOf({ operationId }: AnyRoute, part: string): string {
  return pascal(operationId) + part;
}

/** The options stand as query parameters too: a body that is the file itself has no other place for them. */
function describeUpload(route: AnyRoute, upload: UploadColumn, schemas: OpenApiSchemas): Json {
  const { field, mediaTypes, limitBytes } = upload;
  const description = `The file, at most ${limitBytes} bytes.`;
  const file = { type: 'string', format: 'binary', description };
  const { properties = {} } = (route.query ?? {}) as { properties?: Json };
  const form = { type: 'object', required: [field], properties: { [field]: file, ...properties } };
  const raw = mediaTypes.map((type) => [type, { schema: file }]);
  const name = nameOf(route, 'Form');
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: schemas.describe(form, name) },
      ...Object.fromEntries(raw),
    },
  };
}

function describeParameters(place: 'path' | 'query', route: AnyRoute, schemas: OpenApiSchemas): Json[] {
  const { properties = {} } = (route[place === 'path' ? 'params' : 'query'] ?? {}) as {
    properties?: Record<string, TSchema>;
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = schemas.describe(property, nameOf(route, pascal(name)));
    return {
      name,
      in: place,
      required: place === 'path' || requiredQuery(route).includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

/** What has a default may be left out. */
function requiredQuery({ query }: AnyRoute): string[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return required.filter((name) => !('default' in (properties[name] ?? {})));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat of this request by the same API key gets the first answer again. Kept for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const headers = {
  'X-Request-Id': textHeader('Finds the request in the log; the same as `error.request_id`.'),
  'X-RateLimit-Limit': integerHeader(
    'Requests allowed in a window, for the limit that is closest to being used up.',
  ),
  'X-RateLimit-Remaining': integerHeader('Requests left in it.'),
  'X-RateLimit-Reset': integerHeader('When it ends, in Unix seconds.'),
  RateLimit: textHeader('What is left of each limit, as in draft-ietf-httpapi-ratelimit-headers.'),
  'RateLimit-Policy': textHeader('Each limit and its window, likewise.'),
  'Retry-After': integerHeader('Seconds after which to try again.'),
  'Idempotent-Replayed': textHeader('`true` when the answer is that of an earlier request.'),
};

type HeaderName = keyof typeof headers;

const limitHeaders: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

function describeHeaders(route: AnyRoute, status: number): Json {
  const names: HeaderName[] = ['X-Request-Id'];
  if (route.limits?.length && status !== 401) names.push(...limitHeaders);
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status < 300 && keepsAnswers(route)) names.push('Idempotent-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function describeSuccesses(route: AnyRoute, schemas: OpenApiSchemas): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      {
        description: 'Done.',
        headers: describeHeaders(route, Number(status)),
        ...(schema !== null && {
          content: {
            [route.produces ?? 'application/json']: {
              schema: schemas.describe(shownSchema(route, schema), nameOf(route, 'Response')),
            },
          },
        }),
      },
    ]),
  );
}

function shownSchema({ shownOnce }: AnyRoute, schema: TSchema): TSchema {
  return shownOnce === undefined ? schema : withholdable(schema, shownOnce);
}

function describeEnvironments({ environments }: AnyRoute): string {
  return environments
    ? 'For keys of every environment; each sees and changes only its own.'
    : `For keys of the environment \`${PRODUCTION}\`.`;
}

/** The codes that a route can answer with: its own, and those that follow from its row. */
export function errorCodesOf(route: AnyRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_request', 'internal_error', 'unavailable']);
  for (const code of route.errors ?? []) codes.add(code);
  for (const { code } of Object.values(route.fieldErrors ?? {})) codes.add(code);
  if (route.access !== 'public') {
    codes.add('unauthorized');
    // Even where any scope will do: keys of portal links and of other environments reach their own rows alone.
    codes.add('forbidden');
  }
  if (route.limits?.length) codes.add('rate_limit_exceeded');
  if (route.params) codes.add('not_found');
  if (route.body || requiredQuery(route).length > 0) codes.add('missing_required_field');
  if (takesBody(route)) {
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

/** Adds to `refusals` what no other operation before it answered. */
function describeRefusals(route: AnyRoute, { refusals, errors }: Parts): Json {
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
    // A status that the route itself answers in a form of its own stays as the route has it.
    if (Object.hasOwn(route.responses, status)) continue;
    const name = [...ofStatus].sort().join('.') + (route.limits?.length ? '' : '.unlimited');
    refusals[name] ??= {
      description: ofStatus.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
      headers: describeHeaders(route, status),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
    own[status] = { $ref: `#/components/responses/${name}` };
  }
  return own;
}
