import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowsIn } from '../../../../kit/db/index.ts';
import { escapeHtml } from '../../../../kit/escape-html.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import { recordClick, recordOpen } from './record-visit.ts';
import { findByToken } from './tracked-message.repository.ts';
import { unsubscribe } from './unsubscribe.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type WithToken = { Params: { token: string } };

/**
 * The pages mails link to. They need no key: each URL contains a token found only in its mail. A GET never
 * changes what is sent to anybody.
 */
export function registerTrackingPages(app: FastifyInstance, ports: () => SendingPorts): void {
  app.get<WithToken>('/o/p/:token', (request, reply) => showPixel(ports(), request, reply));
  app.get<{ Params: { token: string; signature: string }; Querystring: { u?: string } }>(
    '/o/c/:token/:signature',
    async (request, reply) => {
      const { token, signature } = request.params;
      const url = request.query.u;
      if (typeof url !== 'string' || !ports().links.isClick(token, signature, url)) return showUnknown(reply);
      await remember(ports(), recordClick(ports(), token, url, visitOf(request)));
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(url, 302);
    },
  );
  app.get<WithToken>('/o/u/:token', async (request, reply) => {
    const message = await findByToken(rowsIn(ports().db), request.params.token);
    if (message === undefined) return showUnknown(reply);
    return showPage(reply, 200, 'Unsubscribe', askPage(message.toAddress));
  });
  app.post<WithToken>('/o/u/:token', async (request, reply) => {
    if (!(await unsubscribe(ports(), request.params.token))) return showUnknown(reply);
    const body = '<p role="status">You are unsubscribed. You will get no more mail from this sender.</p>';
    return showPage(reply, 200, 'Unsubscribed', body);
  });
}

async function showPixel(
  ports: SendingPorts,
  request: FastifyRequest<WithToken>,
  reply: FastifyReply,
): Promise<unknown> {
  const token = request.params.token.replace(/\.gif$/, '');
  // The image is served even if recording fails.
  if (request.method === 'GET') await remember(ports, recordOpen(ports, token, visitOf(request)));
  return reply.header('cache-control', 'no-store, private').type('image/gif').send(PIXEL);
}

async function remember({ log }: SendingPorts, noted: Promise<void>): Promise<void> {
  await noted.catch((error: unknown) => log.warn({ err: error }, 'noting a visit'));
}

function visitOf({ method, headers }: FastifyRequest) {
  return { method, userAgent: headers['user-agent'], headers };
}

function askPage(address: string): string {
  return `<p>Stop all mail to <strong>${escapeHtml(masked(address))}</strong>?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`;
}

/** Enough for the reader to recognize the address, too little for anyone else. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, Math.min(2, at))}…${address.slice(at)}`;
}

export function showUnknown(reply: FastifyReply): FastifyReply {
  return showPage(reply, 404, 'Not found', '<p>This link is not known here. It may have been cut off.</p>');
}

/** A page that loads no external resources. */
export function showPage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1a1a1a;color:#fff;cursor:pointer}
label{display:block;margin:.4rem 0}@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}button{background:#eee;color:#161616}}
</style></head><body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body></html>
`);
}
