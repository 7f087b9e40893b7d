import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, created, defineRoute, noContent, okList, pageOf } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import type { PeopleService } from '../people/people-service.ts';
import { listInvitations } from './invitation.repository.ts';
import {
  invitationList,
  invitationParams,
  inviteBody,
  linkRecord,
  listInvitationsQuery,
  toInvitationRecord,
  toLinkRecord,
} from './invitation.schema.ts';
import { inviteUser, withdrawInvitation } from './invite.ts';

const shared = { tag: 'People', access: 'admin', limits: ['access_api'] } as const;

/** Invitation links to join the organization. */
export function invitationRoutes(service: () => PeopleService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/invitations',
      operationId: 'inviteUser',
      summary: 'Invite a person',
      description:
        'The answer has the link, once. It works once, for seven days, and is sent by mail too where SMTP_URL is set. Another invitation of the address makes the earlier link void.',
      body: inviteBody,
      responses: { 201: linkRecord },
      shownOnce: ['link'],
      errors: ['conflict'],
      handler: async ({ principal, body, newId }) => {
        const id = required(parseId('inv', newId('inv')), 'the UUID of a new id');
        return created(toLinkRecord(await inviteUser(service(), { ...body, principal, id })));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/invitations',
      operationId: 'listInvitations',
      summary: 'List open invitations',
      description: 'Newest first. A link is never shown again.',
      query: listInvitationsQuery,
      responses: { 200: invitationList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const now = new Date(service().clock.now());
        const { rows, total } = await listInvitations(service().db, principal.orgId, { ...page, now });
        return okList('invitations', rows.map(toInvitationRecord), total, page);
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      path: '/v1/invitations/:id',
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      description: 'Its link is void at once.',
      params: invitationParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('inv', params.id);
        if (id === undefined) throw notFound('invitation');
        await withdrawInvitation(service(), principal.orgId, id);
        return noContent();
      },
    }),
  ];
}
