import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullableTimestamp,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password.ts';
import { roles } from './roles.ts';
import type { SeenUser } from './user.repository.ts';

export const roleField = Type.Enum([...roles], {
  type: 'string',
  description:
    '`owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read.',
});

export const newPasswordField = textField(
  MAX_PASSWORD_LENGTH,
  `At least ${MIN_PASSWORD_LENGTH} characters.`,
  MIN_PASSWORD_LENGTH,
);

export const codeField = textField(
  64,
  'The second factor: the six digits that the app shows, or a recovery code.',
);

export const signInBody = strictObject({
  email: textField(254, 'Address of the person.'),
  password: textField(MAX_PASSWORD_LENGTH, 'The password.'),
  organization: Type.Optional(
    textField(200, 'Name of the organization, for people in several. Left out: the one last used.'),
  ),
  code: Type.Optional(codeField),
});

export const signInMethods = named(
  'SignInMethods',
  Type.Object({
    single_sign_on: Type.Union(
      [
        Type.Object({
          name: Type.String({ description: 'Name of the provider for people.' }),
          path: Type.String({ description: 'Where a browser begins, below the address of the service.' }),
        }),
        Type.Null(),
      ],
      { description: 'Null if the operator has set none. Passwords and API keys always work.' },
    ),
  }),
);

export const changePasswordBody = strictObject({
  current_password: textField(MAX_PASSWORD_LENGTH, 'The current password.'),
  new_password: newPasswordField,
});

export const userParams = Type.Object({ id: Type.String({ description: 'The id of the person, `usr_…`.' }) });

export const listUsersQuery = strictObject({
  ...pageQuery,
  removed: Type.Optional(Type.Boolean({ default: false, description: 'Also lists removed people.' })),
});

export const changeRoleBody = strictObject({ role: roleField });

export const userRecord = named(
  'User',
  Type.Object({
    id: Type.String({ description: '`usr_…`' }),
    name: Type.String({ description: 'As the person gave it.' }),
    email: Type.String({ description: 'What the person signs in with.' }),
    role: roleField,
    has_password: Type.Boolean({ description: 'Whether the person can sign in with a password.' }),
    has_single_sign_on: Type.Boolean({ description: 'Whether the person has signed in by single sign-on.' }),
    joined_at: timestampField('When the person joined.'),
    last_seen_at: nullableTimestamp('The last request, exact to about ten seconds; null for none.'),
    removed_at: nullableTimestamp('When the person was removed; null for current people.'),
  }),
);

export const userList = listOf('users', userRecord);

export function toUserRecord(user: SeenUser): Static<typeof userRecord> {
  const { name, email, role } = user;
  return {
    id: formatId('usr', user.id),
    name,
    email,
    role,
    has_password: user.passwordHash !== null,
    has_single_sign_on: user.ssoSubject !== null,
    joined_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
    removed_at: user.removedAt?.toISOString() ?? null,
  };
}
