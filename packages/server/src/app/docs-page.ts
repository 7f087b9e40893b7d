import type { FastifyInstance } from 'fastify';

/** The browsable reference at `/docs`, served from this process; it works offline. */
export async function registerDocsPage(app: FastifyInstance, openApiJson: string): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(openApiJson) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Trivium API' },
    // Without the bar on top, which would explore other documents under another's name.
    uiConfig: { layout: 'BaseLayout' },
  });
  app.get('/', (_request, reply) => reply.redirect('/docs'));
}
