import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from './reference/render-page.ts';

/**
 * What people read: the API at `/docs`, and below it the guides and a page for each error, event, setting and limit.
 * It is loaded when somebody first reads, since most services run without anybody who does: neither their start
 * nor their memory pays for it.
 */
export function registerDocsPage(app: FastifyInstance, readOpenApi: () => Promise<string>): void {
  let loading: Promise<FastifyInstance> | undefined;
  const show = async ({ method, url, headers }: FastifyRequest, reply: FastifyReply) => {
    loading ??= openPages(readOpenApi).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const answer = await (await loading).inject({ method: method as 'GET' | 'HEAD', url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (!ownHeaders.has(name) && value !== undefined) reply.header(name, value);
    }
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  app.get('/docs', show);
  app.get('/docs/*', show);
}

/** Of the connection, which is the outer server's. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** The pages as an application of their own, which does not listen. */
async function openPages(readOpenApi: () => Promise<string>): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }, openApiJson] = await Promise.all(
    [import('fastify'), import('@fastify/swagger'), import('@fastify/swagger-ui'), readOpenApi()],
  );
  const app = Fastify({ logger: false });
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(openApiJson) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Trivium API' },
    // Without the bar on top, which would explore other documents under another's name.
    uiConfig: { layout: 'BaseLayout' },
  });
  await registerReference(app);
  await app.ready();
  return app;
}

async function registerReference(app: FastifyInstance): Promise<void> {
  const css = await readFile(join(import.meta.dirname, 'reference/reference.css'), 'utf8');
  const pageAt = await loadPages();
  const show = async (path: string, reply: FastifyReply) => {
    const page = pageAt(path);
    return page === undefined ? reply.callNotFound() : reply.headers(pageHeaders).send(page);
  };
  app.get('/docs/reference.css', (_request, reply) =>
    reply.headers({ ...pageHeaders, 'content-type': 'text/css; charset=utf-8' }).send(css),
  );
  app.get<{ Params: { kind: string } }>('/docs/:kind', ({ params }, reply) => show(params.kind, reply));
  app.get<{ Params: { kind: string; name: string } }>('/docs/:kind/:name', ({ params }, reply) =>
    show(`${params.kind}/${params.name}`, reply),
  );
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
};

/** The page at an address below `/docs/`, if there is one. */
async function loadPages(): Promise<(path: string) => string | undefined> {
  const [{ renderPage }, { referencePages }, { guideList, readGuides }] = await Promise.all([
    import('./reference/render-page.ts'),
    import('./reference/reference-pages.ts'),
    import('./reference/guides.ts'),
  ]);
  const guides = readGuides();
  const documents = new Map<string, () => Document>([
    ...referencePages().map((page) => {
      const read = () => ({ title: page.title, text: page.text, file: `docs/reference/${page.path}.md` });
      return [page.path, read] as const;
    }),
    ...[...guides].map(([name, guide]) => [`guides/${name}`, () => guide] as const),
    ['guides', () => guideList(guides)],
  ]);
  // Each is made once: there are a few hundred, and they change with the code alone.
  const made = new Map<string, string>();
  return (path) => {
    const read = documents.get(path);
    if (read === undefined) return undefined;
    const page = made.get(path) ?? renderPage(read(), `/docs/${path}`);
    made.set(path, page);
    return page;
  };
}
