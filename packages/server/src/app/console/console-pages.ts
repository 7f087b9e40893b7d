import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ThreadPool } from '../../kit/threads/index.ts';

/** A file of the console, by its path below `/console/`. */
export interface Asset {
  path: string;
  type: string;
  text: string;
}

export interface AssetTasks {
  load: { input: null; output: Asset[] };
}

const importMap = JSON.stringify({ imports: { 'lit-html': '/console/lit-html.js' } });

/**
 * The console at `/` and the portal at `/portal`: pages that use the API as any client does, through the SDK. Their
 * modules are served as they are written, without their types; they are read when somebody first opens one.
 */
export function registerConsolePages(app: FastifyInstance): void {
  let loading: Promise<Map<string, Asset>> | undefined;
  const find = async (path: string) => {
    loading ??= loadAssets().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return (await loading).get(path);
  };
  const pages = { '/': pageOf('main'), '/portal': pageOf('portal') };
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (_request, reply) => reply.headers(pageHeaders).send(page));
  }
  app.get<{ Params: { '*': string } }>('/console/*', async ({ params }, reply) => {
    const asset = await find(params['*']);
    if (asset === undefined) return reply.callNotFound();
    return reply.headers({ ...assetHeaders, 'content-type': asset.type }).send(asset.text);
  });
}

/** Reads them in a thread that ends afterwards. */
async function loadAssets(): Promise<Map<string, Asset>> {
  const entry = new URL('./load-assets.worker.ts', import.meta.url);
  const thread = new ThreadPool<AssetTasks>({ entry, size: 1, memoryMb: 128, isSilent: true });
  try {
    const assets = await thread.run('load', null);
    return new Map(assets.map((asset) => [asset.path, asset]));
  } finally {
    await thread.stop();
  }
}

function pageOf(entry: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Trivium</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/console.css">
<script type="importmap">${importMap}</script>
<script type="module" src="/console/console/src/${entry}.ts"></script>
</head>
<body>
<header><nav aria-label="Console"></nav></header>
<main><noscript>This page needs JavaScript. The API does not: see <a href="/docs">/docs</a>.</noscript></main>
</body>
</html>
`;
}

const importMapHash = createHash('sha256').update(importMap).digest('base64');

const assetHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' };

const pageHeaders = {
  ...assetHeaders,
  'content-type': 'text/html; charset=utf-8',
  // Nothing from elsewhere is loaded, asked or sent to; and no other page may show these in a frame.
  'content-security-policy': `default-src 'none'; script-src 'self' 'sha256-${importMapHash}'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};
