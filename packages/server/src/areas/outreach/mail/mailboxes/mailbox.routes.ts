import { domainOf } from '../../../../engine/mail/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, created, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import {
  changeMailboxBody,
  createMailboxBody,
  fieldsOf,
  listMailboxesQuery,
  mailboxList,
  mailboxParams,
  mailboxRecord,
  toMailboxRecord,
} from './mailbox.schema.ts';
import type { Mailbox } from './mailbox.ts';
import {
  changeMailbox,
  createMailbox,
  getMailbox,
  type MailboxPorts,
  readMailboxes,
} from './mailbox-service.ts';

const shared = { tag: 'Mail' } as const;
const write = { ...shared, access: 'outreach:write', limits: ['outreach_queries'] } as const;
const read = { ...shared, access: 'outreach:read', limits: ['outreach_queries'] } as const;

export function mailboxRoutes(service: () => MailboxPorts): AnyRoute[] {
  const show = async (mailbox: Mailbox) =>
    toMailboxRecord(mailbox, {
      nowMs: service().clock.now(),
      dkim: await service().keys.record(mailbox.orgId, domainOf(mailbox.address)),
    });
  const today = () => new Date(service().clock.now()).toISOString().slice(0, 10);
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/mailboxes',
      operationId: 'createMailbox',
      summary: 'Add an address to send from',
      description:
        'The first one is the default. A key that signs its mail is made for its domain. An address that exists already is changed, with the answer 200.',
      body: createMailboxBody,
      responses: { 201: mailboxRecord, 200: mailboxRecord },
      handler: async ({ principal, body, newId }) => {
        const fields = fieldsOf(body, today());
        const request = { orgId: principal.orgId, address: body.address, fields };
        const { mailbox, isNew } = await createMailbox(service(), request, uuidOf(newId('mbx')));
        const record = await show(mailbox);
        return isNew ? created(record) : ok(record);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/mailboxes',
      operationId: 'listMailboxes',
      summary: 'List the addresses to send from',
      query: listMailboxesQuery,
      responses: { 200: mailboxList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { mailboxes, total } = await readMailboxes(service(), principal.orgId, page);
        return okList('mailboxes', await Promise.all(mailboxes.map(show)), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/mailboxes/:id',
      operationId: 'getMailbox',
      summary: 'Read a mailbox with its use and its DNS record',
      params: mailboxParams,
      responses: { 200: mailboxRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(await show(await getMailbox(service(), principal.orgId, mailboxIdOf(params.id)))),
    }),
    defineRoute({
      ...write,
      method: 'PUT',
      path: '/v1/outreach/mailboxes/:id',
      operationId: 'changeMailbox',
      summary: 'Change a mailbox and its throttle',
      params: mailboxParams,
      body: changeMailboxBody,
      responses: { 200: mailboxRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) => {
        const request = {
          orgId: principal.orgId,
          id: mailboxIdOf(params.id),
          change: fieldsOf(body, today()),
        };
        return ok(await show(await changeMailbox(service(), request)));
      },
    }),
  ];
}

function mailboxIdOf(id: string): string {
  const uuid = parseId('mbx', id);
  if (uuid === undefined) throw notFound('mailbox');
  return uuid;
}
