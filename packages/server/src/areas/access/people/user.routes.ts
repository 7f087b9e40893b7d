import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { linkRecord, toLinkRecord } from '../invitations/invitation.schema.ts';
import { makePasswordLink } from '../invitations/invite.ts';
import { changeRole, removeUser } from './change-role.ts';
import type { PeopleService } from './people-service.ts';
import { findUser, listUsers } from './user.repository.ts';
import {
  changeRoleBody,
  listUsersQuery,
  toUserRecord,
  userList,
  userParams,
  userRecord,
} from './user.schema.ts';

const shared = { tag: 'People', access: 'admin', limits: ['access_api'] } as const;
const one = { ...shared, path: '/v1/users/:id', params: userParams } as const;

/** Routes for the organization's people. */
export function userRoutes(service: () => PeopleService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/users',
      operationId: 'listUsers',
      summary: 'List the people of the organization',
      description: 'Newest first, without those who were removed.',
      query: listUsersQuery,
      responses: { 200: userList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const asked = { ...page, isRemovedToo: query.removed ?? false };
        const { rows, total } = await listUsers(service().db, principal.orgId, asked);
        return okList('users', rows.map(toUserRecord), total, page);
      },
    }),
    defineRoute({
      ...one,
      method: 'GET',
      operationId: 'getUser',
      summary: 'Read a person',
      description: 'Also a person who was removed, so that the log can be read.',
      responses: { 200: userRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const user = await findUser(service().db, principal.orgId, userIdOf(params.id));
        if (user === undefined) throw notFound('person');
        return ok(toUserRecord(user));
      },
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      operationId: 'changeUserRole',
      summary: 'Give a person another role',
      description: 'It holds at once, on every node. The last owner stays one.',
      body: changeRoleBody,
      responses: { 200: userRecord },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, params, body }) => {
        const request = { orgId: principal.orgId, id: userIdOf(params.id), role: body.role };
        return ok(toUserRecord(await changeRole(service(), request)));
      },
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      operationId: 'removeUser',
      summary: 'Remove a person',
      description:
        'Every session of the person ends at once, on every node, and links that the person made end. The last owner cannot be removed. API keys that the person made stay.',
      responses: { 204: null },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, params }) => {
        await removeUser(service(), { orgId: principal.orgId, id: userIdOf(params.id) });
        return noContent();
      },
    }),
    defineRoute({
      ...one,
      path: '/v1/users/:id/password-link',
      method: 'POST',
      operationId: 'createPasswordLink',
      summary: 'Make a link for a new password',
      description:
        'For a person who has forgotten it. The link works once, for a day. It is shown this once, and sent by mail where SMTP_URL is set.',
      responses: { 201: linkRecord },
      shownOnce: ['link'],
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        created(toLinkRecord(await makePasswordLink(service(), principal, userIdOf(params.id)))),
    }),
  ];
}

function userIdOf(id: string): string {
  const userId = parseId('usr', id);
  if (userId === undefined) throw notFound('person');
  return userId;
}
