import { Type } from 'typebox';
import { named, nullable, strictObject, timestampField } from '../../../kit/http/index.ts';

export const startedSessionRecord = named(
  'StartedSession',
  Type.Object({
    expires_at: timestampField('When the browser has to sign in again.'),
  }),
);

export const endSessionQuery = strictObject({
  everywhere: Type.Optional(
    Type.Boolean({ default: false, description: 'Ends every session of the key or the person.' }),
  ),
});

const signedInUser = named(
  'SignedInUser',
  Type.Object({
    id: Type.String({ description: '`usr_…`' }),
    name: Type.String({ description: 'As the person gave it.' }),
    email: Type.String({ description: 'What the person signs in with.' }),
    role: Type.String({ description: '`owner`, `operator`, `developer` or `viewer`.' }),
    has_password: Type.Boolean({ description: 'False for people who only use single sign-on.' }),
    has_second_factor: Type.Boolean({ description: 'Whether a code is needed in addition to the password.' }),
  }),
);

export const sessionRecord = named(
  'Session',
  Type.Object({
    key_id: nullable(Type.String(), '`key_…`; null for a person.'),
    key_name: nullable(Type.String(), 'Name of the key; null for a person.'),
    user: nullable(signedInUser, 'The person; null for a key.'),
    scopes: Type.Array(Type.String(), {
      description: 'Scopes of the session: those of the key, or of the person’s role.',
    }),
    environment: Type.String({ description: 'The environment of the session.' }),
    organization_id: Type.String({ description: '`org_…`' }),
    organization_name: Type.String({ description: 'Name of the organization.' }),
    is_operator: Type.Boolean({ description: 'Whether it is the organization that runs the service.' }),
  }),
);
