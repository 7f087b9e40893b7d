import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { findSandboxMail, listSandboxMails } from '../../../../engine/mail/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import {
  listSandboxQuery,
  sandboxMailDetail,
  sandboxMailList,
  sandboxParams,
  toSandboxMailRecord,
} from './sandbox.schema.ts';
import type { ShowMail } from './show-mail.ts';

const read = { tag: 'Mail', access: 'outreach:read', limits: ['outreach_queries'] } as const;

export function sandboxRoutes(service: () => Pick<SendingPorts, 'pool'>, showMail: ShowMail): AnyRoute[] {
  const find = async (orgId: string, id: string) => {
    const uuid = parseId('sbm', id);
    const mail = uuid && (await findSandboxMail(service().pool, orgId, uuid));
    if (!mail) throw notFound('mail in the sandbox');
    return mail;
  };
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/sandbox/messages',
      operationId: 'listSandboxMessages',
      reads: 'replica',
      summary: 'List the mails that the sandbox keeps, newest first',
      description:
        'While no relay is set (SMTP_URL), every mail goes to the embedded mailbox, which delivers nowhere.',
      query: listSandboxQuery,
      responses: { 200: sandboxMailList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { mails, total } = await listSandboxMails(service().pool, {
          orgId: principal.orgId,
          to: query.to,
          ...page,
        });
        return okList('messages', mails.map(toSandboxMailRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/sandbox/messages/:id',
      operationId: 'getSandboxMessage',
      summary: 'Read a mail of the sandbox',
      params: sandboxParams,
      responses: { 200: sandboxMailDetail },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params }) => {
        const mail = await find(principal.orgId, params.id);
        return ok({ ...toSandboxMailRecord(mail), ...(await showMail(principal.orgId, mail.raw)) });
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/sandbox/messages/:id/raw',
      operationId: 'getRawSandboxMessage',
      summary: 'Read a mail of the sandbox byte for byte',
      params: sandboxParams,
      responses: { 200: Type.String() },
      produces: 'message/rfc822',
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const mail = await find(principal.orgId, params.id);
        return {
          status: 200,
          stream: Readable.from([mail.raw]),
          headers: {
            'content-type': 'message/rfc822',
            'content-disposition': 'attachment; filename="message.eml"',
          },
        };
      },
    }),
  ];
}
