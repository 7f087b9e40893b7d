import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Document } from './reference/render-page.ts';

interface Page {
  type: string;
  body: string;
}

/** The page at an address below `/docs/`, if there is one. */
type PageAt = (path: string) => Page | undefined;

/**
 * Documentation for people: the API's operations at `/docs`, and below it their areas, the guides and a page
 * for each error, event, setting and limit. Loaded on first use, since on most services nobody reads it:
 * neither startup nor memory should pay for it.
 */
export function registerDocsPage(app: FastifyInstance, readOpenApi: () => Promise<string>): void {
  let loading: Promise<PageAt> | undefined;
  const show = async (path: string, reply: FastifyReply) => {
    loading ??= loadPages(readOpenApi).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const page = (await loading)(path);
    if (page === undefined) return reply.callNotFound();
    return reply.headers({ ...headers, 'content-type': page.type }).send(page.body);
  };
  app.get('/docs', (_request, reply) => show('', reply));
  app.get<{ Params: { '*': string } }>('/docs/*', ({ params }, reply) => show(params['*'], reply));
}

const headers = {
  // Only our own script, which calls only this service.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
};

const HTML = 'text/html; charset=utf-8';
/**
 * Recently read text pages. Each includes the menu, some 40 KB; rendering one again takes a few milliseconds.
 */
const MAX_KEPT = 64;

async function loadPages(readOpenApi: () => Promise<string>): Promise<PageAt> {
  const [
    { apiGroup, apiPages },
    { renderPage },
    { referenceGroups, referencePages },
    { firstGuides, firstSentence, guideGroups, guideList, readGuides },
    { sideMenu },
    { searchEntries },
    openApi,
    files,
  ] = await Promise.all([
    import('./reference/api-pages.ts'),
    import('./reference/render-page.ts'),
    import('./reference/reference-pages.ts'),
    import('./reference/guides.ts'),
    import('./reference/side-menu.ts'),
    import('./reference/search-entries.ts'),
    readOpenApi(),
    readFiles(),
  ]);
  const document = JSON.parse(openApi);
  const guides = readGuides();
  const reference = referencePages();
  const begin = firstGuides(guides).map(([name, guide]) => ({
    href: `/docs/guides/${name}`,
    title: guide.title,
    text: firstSentence(guide),
  }));
  const menu = sideMenu([apiGroup(document), ...guideGroups(guides), ...referenceGroups(reference)]);
  const shown = (page: Document, path: string) => renderPage(page, `/docs/${path}`, menu(`/docs/${path}`));
  const html = (path: string, make: () => string) => [path, () => ({ type: HTML, body: make() })] as const;
  const pages = new Map<string, () => Page>([
    ...files.map((file) => [file.path, () => file] as const),
    // These are few, and larger.
    ...[...apiPages(document, menu, begin)].map(([path, make]) => html(path, once(make))),
    ...reference.map((page) =>
      html(page.path, () =>
        shown({ title: page.title, text: page.text, file: `docs/reference/${page.path}.md` }, page.path),
      ),
    ),
    ...[...guides].map(([name, guide]) => html(`guides/${name}`, () => shown(guide, `guides/${name}`))),
    html('guides', () => shown(guideList(guides), 'guides')),
    [
      'search.json',
      once(() => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(searchEntries(document, reference, guides)),
      })),
    ],
  ]);
  const kept = new Map<string, Page>();
  return (path) => {
    const page = kept.get(path) ?? pages.get(path)?.();
    if (page === undefined) return undefined;
    kept.delete(path);
    kept.set(path, page);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return page;
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** What the pages load: their styles, their scripts, and the index of the search. */
async function readFiles(): Promise<(Page & { path: string })[]> {
  const folder = join(import.meta.dirname, 'reference/browser');
  const minisearch = dirname(findPackageJSON('minisearch', import.meta.url) ?? '');
  const files = (await readdir(folder)).map((name) => [name, join(folder, name)] as const);
  return Promise.all(
    [...files, ['minisearch.js', join(minisearch, 'dist/es/index.js')] as const].map(
      async ([name, file]) => ({
        path: `browser/${name}`,
        type: types[extname(name)] ?? 'text/plain',
        body: await readFile(file, 'utf8'),
      }),
    ),
  );
}
