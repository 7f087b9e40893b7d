import { type AnyRoute, defineRoute, noContent, ok, sessionToken } from '../../../kit/http/index.ts';
import { joinBody, openInvitationRecord, readInvitationBody } from '../invitations/invitation.schema.ts';
import { join, readInvitation } from '../invitations/join.ts';
import { startedSessionRecord } from '../sessions/session.schema.ts';
import { sessionReply } from '../sessions/session-reply.ts';
import { endEarlierSession } from '../sessions/sessions.ts';
import { SINGLE_SIGN_ON_PATH } from '../single-sign-on/single-sign-on.pages.ts';
import { changePassword } from './change-password.ts';
import type { PeopleService } from './people-service.ts';
import { signIn } from './sign-in.ts';
import { changePasswordBody, signInBody, signInMethods } from './user.schema.ts';

const open = { tag: 'Session', access: 'public', method: 'POST', idempotent: false } as const;

const cookieSet =
  'Sets the same cookie as a session of a key: `HttpOnly`, `SameSite=Strict`, for seven days. A request by it must also carry the header `X-Trivium-Session`.';

/** Sign-in routes. */
export function signInRoutes(service: () => PeopleService): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Session',
      access: 'public',
      method: 'GET',
      path: '/v1/session/methods',
      operationId: 'readSignInMethods',
      summary: 'Read how people can sign in',
      description: 'With a password always; by single sign-on where it is set up.',
      responses: { 200: signInMethods },
      handler: () => {
        const name = service().singleSignOn?.settings.name;
        return ok({ single_sign_on: name === undefined ? null : { name, path: SINGLE_SIGN_ON_PATH } });
      },
    }),
    defineRoute({
      ...open,
      path: '/v1/session/sign-in',
      operationId: 'signIn',
      summary: 'Sign a person in with a password',
      description: `${cookieSet} A browser that is signed in changes over: its earlier session ends. Ten tries with one address are looked at in a quarter of an hour.`,
      body: signInBody,
      responses: { 201: startedSessionRecord },
      errors: ['unauthorized', 'second_factor_required', 'rate_limit_exceeded'],
      handler: async ({ body, headers }) => {
        const session = await signIn(service(), body);
        const earlier = sessionToken(headers);
        if (earlier !== undefined) await endEarlierSession(service(), earlier);
        return sessionReply(session, headers);
      },
    }),
    defineRoute({
      ...open,
      path: '/v1/session/invitation',
      operationId: 'readInvitation',
      summary: 'Read what a link is for',
      description: 'The token is sent in the body, so that it is not logged.',
      body: readInvitationBody,
      responses: { 200: openInvitationRecord },
      errors: ['not_found'],
      handler: async ({ body }) => {
        const { organization, email, role, userId, expiresAt } = await readInvitation(service(), body.token);
        return ok({
          organization_name: organization,
          email,
          role,
          kind: userId === null ? 'join' : 'new_password',
          expires_at: expiresAt.toISOString(),
        });
      },
    }),
    defineRoute({
      ...open,
      path: '/v1/session/join',
      operationId: 'joinOrganization',
      summary: 'Join by a link, or set a new password',
      description: `The link is used up. ${cookieSet}`,
      body: joinBody,
      responses: { 201: startedSessionRecord },
      errors: ['not_found', 'conflict', 'quota_reached', 'unauthorized', 'second_factor_required'],
      handler: async ({ body: { token, name, password, code }, headers }) =>
        sessionReply(await join(service(), { token, name, password, code }), headers),
    }),
    defineRoute({
      tag: 'Session',
      access: 'any',
      limits: ['access_api'],
      method: 'PUT',
      path: '/v1/session/password',
      operationId: 'changePassword',
      summary: 'Change your own password',
      description: 'Every other session of the person ends.',
      body: changePasswordBody,
      responses: { 204: null },
      errors: ['invalid_state', 'not_found'],
      handler: async ({ principal, body, headers }) => {
        await changePassword(service(), {
          principal,
          current: body.current_password,
          next: body.new_password,
          token: sessionToken(headers),
        });
        return noContent();
      },
    }),
  ];
}
