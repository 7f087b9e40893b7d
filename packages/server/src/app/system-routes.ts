import { Type } from 'typebox';
import { type AnyRoute, defineRoute, named, ok } from '../kit/http/index.ts';

export interface Readiness {
  ready: boolean;
  /** The state of each part: `ok`, or what is wrong with it. */
  parts: Record<string, string>;
}

export interface SystemRoutesOptions {
  checkReadiness(): Promise<Readiness>;
  /** In the format of the `Accept` header. */
  metricsText(accept: string): Promise<{ contentType: string; text: string }>;
  /** Reads the committed OpenAPI document as JSON text. It is too large to keep in memory for its few readers. */
  readOpenApi(): Promise<string>;
}

const apiDescription = named('ApiDescription', Type.Object({}, { additionalProperties: true }));

const statusSchema = named(
  'ServiceStatus',
  Type.Object({
    status: Type.String({ description: '`ok`, or `unavailable` with the status 503.' }),
    parts: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'What was looked at, such as `database`, and how it is. Absent where nothing is looked at.',
      }),
    ),
  }),
);

/** The routes that need no key: health, metrics and the OpenAPI document. */
export function systemRoutes(options: SystemRoutesOptions): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/livez',
      operationId: 'checkLiveness',
      tag: 'System',
      summary: 'Whether the process runs',
      description: 'Checks nothing else: use it to decide whether to restart the process.',
      access: 'public',
      responses: { 200: statusSchema },
      handler: () => ok({ status: 'ok' }),
    }),
    defineRoute({
      method: 'GET',
      path: '/readyz',
      operationId: 'checkReadiness',
      tag: 'System',
      summary: 'Whether the service can take requests',
      description: 'Checks the database and its schema.',
      access: 'public',
      responses: { 200: statusSchema, 503: statusSchema },
      handler: async () => {
        const { ready, parts } = await options.checkReadiness();
        return { status: ready ? 200 : 503, body: { status: ready ? 'ok' : 'unavailable', parts } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/metrics',
      operationId: 'readMetrics',
      tag: 'System',
      summary: 'Figures for Prometheus',
      description:
        'Metrics of this process, and of the whole installation, at most some seconds old. In OpenMetrics if `Accept` asks for it, with trace ids as exemplars.',
      access: 'public',
      responses: { 200: Type.String() },
      produces: 'text/plain',
      handler: async ({ headers }) => {
        const { contentType, text } = await options.metricsText(String(headers.accept ?? ''));
        return { status: 200, json: text, headers: { 'content-type': contentType } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'readOpenApi',
      tag: 'System',
      summary: 'This description, as OpenAPI 3.1',
      description: 'The document that `/docs` shows. Client generators read it too.',
      access: 'public',
      responses: { 200: apiDescription },
      handler: async () => ({ status: 200, json: await options.readOpenApi() }),
    }),
  ];
}
