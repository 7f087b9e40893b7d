import { rowsIn } from '../../../../kit/db/index.ts';
import { type AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { filterId } from '../../mail/communications/communication.routes.ts';
import { findInbound, listInbound } from './inbound.repository.ts';
import {
  inboundBody,
  inboundList,
  inboundParams,
  inboundRecord,
  inboundResult,
  listInboundQuery,
  toInboundRecord,
  toInboundResult,
} from './inbound.schema.ts';
import type { InboundPorts } from './inbound-ports.ts';
import { processInbound } from './process-inbound.ts';
import { UnreadableMail } from './read-mail.ts';

const read = { tag: 'Mail', access: 'outreach:read', limits: ['outreach_queries'] } as const;

/** The line preceding each mail in an mbox file. */
const MAILBOX_LINE = /^\s*From [^\n]*\n/;

export function inboundRoutes(service: () => InboundPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/inbound',
      operationId: 'receiveMail',
      tag: 'Mail',
      summary: 'Hand in a mail that came in',
      description:
        'For mail that reaches you elsewhere. It is matched with the message that it answers, as if it had come by SMTP or IMAP: replies stop sequences, bounces and complaints suppress addresses.',
      access: 'outreach:write',
      limits: ['outreach_queries'],
      body: inboundBody,
      responses: { 202: inboundResult },
      handler: async ({ principal, body }) => {
        const raw = body.raw.replace(MAILBOX_LINE, '');
        if (!/^\s*[!-9;-~]+:/.test(raw)) throw notMail();
        const processed = await processInbound(service(), {
          raw,
          source: 'api',
          orgId: principal.orgId,
        }).catch((error: unknown) => {
          throw error instanceof UnreadableMail ? unreadable() : error;
        });
        return accepted(toInboundResult(required(processed, 'the owner of a mail that a key brings')));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/inbound',
      operationId: 'listInboundMail',
      reads: 'replica',
      summary: 'List replies, bounces and complaints, newest first',
      query: listInboundQuery,
      responses: { 200: inboundList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { messages, total } = await listInbound(rowsIn(service().db), {
          orgId: principal.orgId,
          classification: query.classification,
          campaignId: filterId('cmp', query.campaign_id),
          ...page,
        });
        return okList('messages', messages.map(toInboundRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/inbound/:id',
      operationId: 'getInboundMail',
      summary: 'Read a mail that came in',
      params: inboundParams,
      responses: { 200: inboundRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('inb', params.id);
        const found = id && (await findInbound(rowsIn(service().db), principal.orgId, id));
        if (!found) throw notFound('mail');
        return ok(toInboundRecord(found));
      },
    }),
  ];
}

function notMail(): AppError {
  return invalidField(
    'raw',
    'This is not a mail: it must begin with its headers, such as `From: ann@example.com`.',
  );
}

function unreadable(): AppError {
  return invalidField(
    'raw',
    'This mail cannot be parsed: it takes too much work to read. Send a smaller one, or only its text.',
  );
}
