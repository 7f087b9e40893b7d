import { Type } from 'typebox';
import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  strictObject,
  textField,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { MAX_PASSWORD_LENGTH } from '../people/password.ts';
import type { PeopleService } from '../people/people-service.ts';
import { codeField, userParams } from '../people/user.schema.ts';
import { beginSetUp, confirmSetUp, removeFromUser, removeOwn } from './second-factor.ts';

const own = {
  method: 'POST',
  tag: 'Session',
  access: 'any',
  limits: ['access_api'],
  idempotent: false,
} as const;
const person = 'For a person who signs in with a password; not for keys.';

/**
 * A second factor in addition to the password: authenticator app codes (TOTP, RFC 6238) and recovery codes.
 */
export function secondFactorRoutes(service: () => PeopleService): AnyRoute[] {
  return [
    defineRoute({
      ...own,
      path: '/v1/session/second-factor',
      operationId: 'beginSecondFactor',
      summary: 'Begin to set up a second factor',
      description: `Makes a secret for an authenticator app. Nothing changes until a code of it was sent. ${person}`,
      body: strictObject({ password: textField(MAX_PASSWORD_LENGTH, 'The password, again.') }),
      responses: {
        201: Type.Object({
          secret: Type.String({ description: 'To be typed into the app, in base 32.' }),
          uri: Type.String({ description: 'The same as a link that apps open, `otpauth://…`.' }),
        }),
      },
      errors: ['forbidden', 'not_found', 'invalid_state', 'rate_limit_exceeded'],
      handler: async ({ principal, body: { password } }) =>
        created(await beginSetUp(service(), { principal, password })),
    }),
    defineRoute({
      ...own,
      path: '/v1/session/second-factor/confirm',
      operationId: 'confirmSecondFactor',
      summary: 'Turn the second factor on with a first code',
      description: `Answers ten recovery codes, once. From then on signing in with the password takes a code. ${person}`,
      body: strictObject({ code: codeField }),
      responses: {
        200: Type.Object({
          recovery_codes: Type.Array(Type.String(), {
            description: 'Each works once, instead of a code of the app. Keep them on paper.',
          }),
        }),
      },
      errors: ['forbidden', 'not_found', 'invalid_state', 'rate_limit_exceeded'],
      handler: async ({ principal, body: { code } }) =>
        ok({ recovery_codes: await confirmSetUp(service(), { principal, code }) }),
    }),
    defineRoute({
      ...own,
      path: '/v1/session/second-factor/remove',
      operationId: 'removeSecondFactor',
      summary: 'Remove the second factor with a code of it',
      description: person,
      body: strictObject({ code: codeField }),
      responses: { 204: null },
      errors: ['forbidden', 'not_found', 'invalid_state', 'rate_limit_exceeded'],
      handler: async ({ principal, body: { code } }) => {
        await removeOwn(service(), { principal, code });
        return noContent();
      },
    }),
    defineRoute({
      tag: 'People',
      access: 'admin',
      limits: ['access_api'],
      method: 'DELETE',
      path: '/v1/users/:id/second-factor',
      operationId: 'resetSecondFactor',
      summary: 'Remove the second factor of somebody who has lost it',
      description: 'Afterwards the person signs in with only the password. Verify who asks for this.',
      params: userParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('usr', params.id);
        if (id === undefined) throw notFound('person');
        await removeFromUser(service(), principal.orgId, id);
        return noContent();
      },
    }),
  ];
}
