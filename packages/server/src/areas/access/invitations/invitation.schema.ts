import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { codeField, newPasswordField, roleField } from '../people/user.schema.ts';
import type { Invitation } from './invitation.repository.ts';
import type { MadeLink } from './invite.ts';

export const inviteBody = strictObject({
  email: textField(254, 'Address of who is invited.'),
  role: roleField,
});

export const invitationParams = Type.Object({
  id: Type.String({ description: 'The id of the invitation, `inv_…`.' }),
});

export const listInvitationsQuery = strictObject(pageQuery);

const invitationFields = {
  id: Type.String({ description: '`inv_…`' }),
  email: Type.String({ description: 'Whether it invites somebody or resets a password.' }),
  role: roleField,
  created_at: timestampField('When it was made.'),
  expires_at: timestampField('When its link expires.'),
};

export const invitationRecord = named('Invitation', Type.Object(invitationFields));

export const invitationList = listOf('invitations', invitationRecord);

export const linkRecord = named(
  'InvitationLink',
  Type.Object({
    ...invitationFields,
    link: Type.String({ description: 'The link. It works once, and is shown only now.' }),
    mailed: Type.Boolean({ description: 'Whether it was sent by mail too.' }),
  }),
);

const linkToken = textField(200, 'The last part of the link.');

export const readInvitationBody = strictObject({ token: linkToken });

export const openInvitationRecord = named(
  'OpenInvitation',
  Type.Object({
    organization_name: Type.String({ description: 'What the person joins.' }),
    email: Type.String({ description: 'The person that the link is for.' }),
    role: roleField,
    kind: Type.Enum(['join', 'new_password'], {
      type: 'string',
      description: 'Whether somebody joins, or sets a new password.',
    }),
    expires_at: timestampField('When the link ends.'),
  }),
);

export const joinBody = strictObject({
  token: linkToken,
  name: Type.Optional(textField(100, 'Name of who joins; not needed for a new password.')),
  password: newPasswordField,
  code: Type.Optional(codeField),
});

export function toInvitationRecord(invitation: Invitation): Static<typeof invitationRecord> {
  const { email, role, createdAt, expiresAt } = invitation;
  return {
    id: formatId('inv', invitation.id),
    email,
    role,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

export function toLinkRecord({ invitation, link, isMailed }: MadeLink): Static<typeof linkRecord> {
  return { ...toInvitationRecord(invitation), link, mailed: isMailed };
}
