import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type BuiltConsole, type BuiltPages, findBuiltConsole } from './built-console.ts';

/**
 * The console at `/` and the portal at `/portal`: pages that use the API like any client, through the SDK.
 * They are built when one is first opened, and kept for later starts.
 */
export function registerConsolePages(
  app: FastifyInstance,
  { portalEmbedders }: { portalEmbedders: readonly string[] },
): void {
  let finding: Promise<BuiltConsole> | undefined;
  const find = () => {
    finding ??= findBuiltConsole().catch((error: unknown) => {
      finding = undefined;
      throw error;
    });
    return finding;
  };
  const pages = { '/': 'main', '/portal': 'portal' } as const satisfies Record<string, keyof BuiltPages>;
  for (const [path, name] of Object.entries(pages)) {
    const embedders = name === 'portal' ? portalEmbedders : [];
    app.get(path, async (_request, reply) => sendPage(reply, (await find()).pages[name], embedders));
  }
  app.get<{ Params: { '*': string } }>('/console/*', async ({ params, headers }, reply) => {
    const name = params['*'];
    const type = types[/^[\w-]+(?:\.[\w-]+)*\.(js|css)$/.exec(name)?.[1] ?? ''];
    if (type === undefined) return reply.callNotFound();
    return sendFile(reply, join((await find()).folder, name), type, headers['accept-encoding'] ?? '');
  });
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

async function sendFile(
  reply: FastifyReply,
  file: string,
  type: string,
  accepted: string,
): Promise<FastifyReply> {
  const [encoding, ending] = encodings.find(([name]) => accepted.includes(name)) ?? [undefined, ''];
  const stream = createReadStream(file + ending);
  try {
    await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return reply.callNotFound() as never;
    throw error;
  }
  // The name contains a hash of the content, so a browser requests it once.
  const own = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  };
  return reply
    .headers({ ...own, ...nosniff, ...(encoding !== undefined && { 'content-encoding': encoding }) })
    .send(stream);
}

/** The nonce is for the few style sheets that components insert; scripts come only from our own files. */
function sendPage(
  reply: FastifyReply,
  { script, imports, style }: BuiltPages['main'],
  embedders: readonly string[],
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const preloads = imports.map((name) => `<link rel="modulepreload" href="/console/${name}">`).join('\n');
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta property="csp-nonce" nonce="${nonce}">
<title>Trivium</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/${style}">
${preloads}
<script type="module" src="/console/${script}"></script>
</head>
<body>
<div id="root"><noscript>This page needs JavaScript. The API does not: see <a href="/docs">/docs</a>.</noscript></div>
</body>
</html>
`;
  return reply.headers(pageHeaders(nonce, embedders)).send(page);
}

const nosniff = { 'x-content-type-options': 'nosniff' };

function pageHeaders(nonce: string, embedders: readonly string[]): Record<string, string> {
  const frames = embedders.length === 0 ? `'none'` : embedders.join(' ');
  return {
    ...nosniff,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Nothing is loaded from or sent to other origins; and only allowed pages may show these in a frame.
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`,
    'referrer-policy': 'no-referrer',
  };
}
