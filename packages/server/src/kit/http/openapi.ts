import type { TSchema } from 'typebox';
import type { OperationExample } from './openapi-example.ts';
import { describeHeaders, documentedHeaders } from './openapi-headers.ts';
import { type ApiLinks, findLinks } from './openapi-links.ts';
import { describeRefusals, type ErrorCatalog, type Refusals, requiredQuery } from './openapi-refusals.ts';
import { OpenApiSchemas, pascal } from './openapi-schemas.ts';
import { PRODUCTION } from './ports.ts';
import { type AnyRoute, keepsAnswers } from './route.ts';
import { sentBodyOf } from './route-body.ts';
import { errorSchema } from './schemas.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import { withholdable } from './shown-once.ts';
import type { UploadColumn } from './upload-column.ts';

export interface OpenApiInfo {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  /** What is documented about the codes that answers can carry. */
  errors: ErrorCatalog;
  /** Requests and their answers, by operation id. */
  examples: Readonly<Record<string, OperationExample>>;
}

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of the route table. */
export function buildOpenApi(routes: readonly AnyRoute[], info: OpenApiInfo): object {
  const { title, version, description, tags } = info;
  const paths: Record<string, Json> = {};
  const { errors, examples } = info;
  const document: Parts = {
    schemas: new OpenApiSchemas(),
    refusals: { responses: {}, bodies: {}, errors },
    examples,
    links: findLinks(routes, examples),
  };
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
      responses: document.refusals.responses,
      examples: document.refusals.bodies,
      headers: documentedHeaders,
      links: document.links.components,
    },
  };
}

/** What the operations share. */
interface Parts {
  schemas: OpenApiSchemas;
  refusals: Refusals;
  examples: OpenApiInfo['examples'];
  links: ApiLinks;
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

/** A key, or a browser session. */
const signedIn = [{ apiKey: [] }, { sessionCookie: [], sessionHeader: [] }];

function describeOperation(route: AnyRoute, document: Parts): Json {
  const { schemas } = document;
  const { request = {}, response } = document.examples[route.operationId] ?? {};
  const isScoped = route.access !== 'public' && route.access !== 'any';
  const body = sentBodyOf(route);
  const facts = [
    isScoped && `Needs the scope \`${route.access}\`.`,
    route.access === 'any' && 'Needs no scope.',
    route.access !== 'public' && describeEnvironments(route),
    route.limits?.length && `Counts against ${route.limits.map(linkLimit).join(' and ')}.`,
  ];
  const notes = [
    route.description,
    route.reads === 'replica' &&
      'If the service reads from replicas of its database, the answer may be some seconds old, as `Age` says, but includes everything that the same key wrote. `Cache-Control: no-cache` reads the newest.',
    facts.filter(Boolean).join(' '),
  ];
  const parameters = [
    ...describeParameters('path', route, schemas, request.params),
    ...describeParameters('query', route, schemas, request.query),
    ...(keepsAnswers(route) ? [idempotencyKey] : []),
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: notes.filter(Boolean).join('\n\n'),
    security: route.access === 'public' ? [] : signedIn,
    // Most tools take scopes in the place that OpenAPI 3.1 defines, beside the scheme, for OAuth 2 scopes.
    ...(isScoped && { 'x-required-scopes': [route.access] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          'application/json': {
            schema: schemas.describe(body, nameOf(route, 'Body')),
            ...(request.body !== undefined && { example: request.body }),
          },
        },
      },
    }),
    ...(route.upload && { requestBody: describeUpload(route, route.upload, schemas, request) }),
    responses: {
      ...describeSuccesses(route, document, response),
      ...describeRefusals(route, document.refusals),
    },
  };
}

/** Name of a part that belongs to this row alone. */
function nameOf({ operationId }: AnyRoute, part: string): string {
  return pascal(operationId) + part;
}

/**
 * Options are documented as query parameters too: a body that is the file itself has no other place for them.
 */
function describeUpload(
  route: AnyRoute,
  upload: UploadColumn,
  schemas: OpenApiSchemas,
  request: OperationExample['request'],
): Json {
  const { field, mediaTypes, json = { type: 'object' }, limitBytes } = upload;
  const description = `The file, at most ${limitBytes} bytes.`;
  const file = { type: 'string', format: 'binary', description };
  const { properties = {} } = (route.query ?? {}) as { properties?: Json };
  const form = { type: 'object', required: [field], properties: { [field]: file, ...properties } };
  const content: Record<string, Json> = {
    'multipart/form-data': { schema: schemas.describe(form, nameOf(route, 'Form')) },
  };
  for (const type of mediaTypes)
    content[type] = { schema: /json$/.test(type) ? schemas.describe(json, nameOf(route, 'File')) : file };
  const shown = content[request.type ?? ''];
  if (shown !== undefined) shown.example = request.body;
  return { required: true, content };
}

function describeParameters(
  place: 'path' | 'query',
  route: AnyRoute,
  schemas: OpenApiSchemas,
  examples: Record<string, unknown> = {},
): Json[] {
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
      ...(Object.hasOwn(examples, name) && { example: examples[name] }),
    };
  });
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat of this request by the same API key gets the first answer again. Kept for 24 hours.',
  // Visible ASCII, without spaces.
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

function describeSuccesses(
  route: AnyRoute,
  { schemas, links }: Parts,
  example: OperationExample['response'] | undefined,
): Json {
  const next = links.ofOperation.get(route.operationId);
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      {
        description: 'Done.',
        headers: describeHeaders(route, Number(status)),
        ...(schema !== null && {
          content: {
            [route.produces ?? 'application/json']: {
              schema: schemas.describe(shownSchema(route, schema), nameOf(route, 'Answer')),
              ...(example?.status === Number(status) && { example: example.body }),
            },
          },
        }),
        ...(next && example?.status === Number(status) && { links: next }),
      },
    ]),
  );
}

function shownSchema({ shownOnce }: AnyRoute, schema: TSchema): TSchema {
  return shownOnce === undefined ? schema : withholdable(schema, shownOnce);
}

function linkLimit(name: string): string {
  return `[\`${name}\`](/docs/limits/${name})`;
}

function describeEnvironments({ environments }: AnyRoute): string {
  return environments
    ? 'Works in every environment; a key sees and changes only its own.'
    : `Works only in the environment \`${PRODUCTION}\`.`;
}
