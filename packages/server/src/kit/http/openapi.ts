import Fastify from 'fastify';
import { type ErrorCode, errorCatalog } from '../errors/index.ts';
import type { AnyRoute } from './route.ts';
import { errorSchema } from './schemas.ts';

export interface OpenApiInfo {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
}

/** The OpenAPI 3.1 document of the route table. */
export async function buildOpenApi(routes: readonly AnyRoute[], info: OpenApiInfo): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  // A server that serves nothing: the plugin reads the schemas of its routes.
  const app = Fastify({ ajv: { customOptions: { strict: false } } });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: info.title, version: info.version, description: info.description },
      tags: info.tags,
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (json.$id as string) ?? `schema-${i}`,
    },
  });
  app.addSchema(errorSchema);
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      schema: routeSchema(route),
      handler: () => '',
    });
  }
  await app.ready();
  // Symbols and undefined members of the schema builder are not part of the document.
  return JSON.parse(JSON.stringify(app.swagger()));
}

function routeSchema(route: AnyRoute): Record<string, unknown> {
  const isPublic = route.access === 'public';
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [
      route.description,
      isPublic || route.access === 'any' ? undefined : `Needs the scope \`${route.access}\`.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(!isPublic && { security: [{ apiKey: [] }] }),
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    ...(route.method === 'POST' && route.idempotent !== false && !isPublic && { headers: idempotencyHeader }),
    response: { ...successes(route), ...refusals(route) },
  };
}

const idempotencyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 255,
      description: 'Makes a repeat of this request answer as the first one did; kept for 24 hours.',
    },
  },
};

function successes(route: AnyRoute): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      if (schema === null) return [status, { type: 'null', description: 'Done.' }];
      const media = route.produces ?? 'application/json';
      return [status, { description: 'Done.', content: { [media]: { schema } } }];
    }),
  );
}

/** The codes that a route can answer with: its own, and those that follow from its row. */
export function errorCodesOf(route: AnyRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_request',
    'internal_error',
    'unavailable',
    ...(route.errors ?? []),
  ]);
  if (route.access !== 'public') codes.add('unauthorized');
  if (route.access !== 'public' && route.access !== 'any') codes.add('forbidden');
  if (route.limits?.length) codes.add('rate_limit_exceeded');
  if (route.params) codes.add('not_found');
  if (route.body) {
    for (const code of [
      'missing_required_field',
      'payload_too_large',
      'unsupported_media_type',
      'request_timeout',
    ] as const) {
      codes.add(code);
    }
  }
  for (const code of Object.values(route.fieldErrors ?? {})) codes.add(code);
  if (route.method === 'POST' && route.idempotent !== false && route.access !== 'public')
    codes.add('idempotency_conflict');
  return [...codes];
}

function refusals(route: AnyRoute): Record<string, unknown> {
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => errorCatalog[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].meaning}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: 'Error#' } } },
      },
    ]),
  );
}
