import { Type } from 'typebox';
import { timestampField } from '../../../kit/http/index.ts';

export const startedSessionRecord = Type.Object({
  expires_at: timestampField('When the browser has to sign in again.'),
});

export const sessionRecord = Type.Object({
  key_id: Type.String({ description: '`key_…`' }),
  key_name: Type.String(),
  scopes: Type.Array(Type.String()),
  environment: Type.String(),
  organization_id: Type.String({ description: '`org_…`' }),
  organization_name: Type.String(),
});
