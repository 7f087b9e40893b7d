import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import { count, fields, id, listOf, oneOf, text, timestamp } from './payload-fields.ts';

const roles = ['owner', 'operator', 'developer', 'viewer'] as const;
const role = (description: string) => oneOf(roles, description);
const userId = 'usr_01a1e8e968777e1fa15e7862c7abe22c';
const keyId = 'key_01a1e8e968777e1fa15e7862c7abe22d';
const user = { user_id: id('The person. The log has no name or address; `GET /v1/users` has them.') };
const method = oneOf(['password', 'single_sign_on'], 'How.');
const organization = { organization_id: id('The organization.') };
const key = { key_id: id('The API key.') };

/** These names are Trivium's own and in no catalogue of the interface, so both APIs use the same one. */
const named = <const Name extends string>(name: Name) => ({ events: name, webhooks: name });

/** Roles and permissions within an organization, and sign-ins. */
export const accessFacts = [
  defineFact({
    key: 'access_user_invited',
    platform: 'system',
    trigger: 'A person was invited.',
    names: named('access.user.invited'),
    data: fields({
      invitation_id: id('The invitation.'),
      role: role('Role that the person will have.'),
      expires_at: timestamp('When the invitation ends.'),
    }),
    sample: {
      invitation_id: 'inv_01a1e8e968777e1fa15e7862c7abe22e',
      role: 'developer',
      expires_at: '2026-11-24T09:00:00.000Z',
    },
  }),
  defineFact({
    key: 'access_user_joined',
    platform: 'system',
    trigger: 'A person joined the organization.',
    names: named('access.user.joined'),
    data: fields({
      ...user,
      role: role('Role of the person.'),
      method,
      invitation_id: nullable(
        id('The invitation.'),
        'Invitation; null when single sign-on let the person in.',
      ),
      joined_at: timestamp('When.'),
    }),
    sample: {
      user_id: userId,
      role: 'developer',
      method: 'password',
      invitation_id: 'inv_01a1e8e968777e1fa15e7862c7abe22e',
      joined_at: '2026-11-17T09:12:40.118Z',
    },
  }),
  defineFact({
    key: 'access_user_role_changed',
    platform: 'system',
    trigger: 'The role of a person was changed.',
    names: named('access.user.role_changed'),
    data: fields({ ...user, role: role('Role now.'), previous_role: role('Role before.') }),
    sample: { user_id: userId, role: 'operator', previous_role: 'developer' },
  }),
  defineFact({
    key: 'access_user_removed',
    platform: 'system',
    trigger: 'A person was removed from the organization.',
    names: named('access.user.removed'),
    data: fields({ ...user, role: role('Role that the person had.'), removed_at: timestamp('When.') }),
    sample: { user_id: userId, role: 'developer', removed_at: '2026-12-01T16:30:00.000Z' },
  }),
  defineFact({
    key: 'access_user_signed_in',
    platform: 'system',
    trigger: 'A person signed in.',
    names: named('access.user.signed_in'),
    data: fields({ ...user, method, signed_in_at: timestamp('When.') }),
    sample: { user_id: userId, method: 'password', signed_in_at: '2026-11-17T09:12:40.118Z' },
  }),
  defineFact({
    key: 'access_user_sign_in_failed',
    platform: 'system',
    trigger: 'Somebody tried to sign in as a person of the organization, and was refused.',
    names: named('access.user.sign_in_failed'),
    data: fields({
      ...user,
      method,
      reason: oneOf(['wrong_password', 'no_password', 'wrong_code'], 'Why it was refused.'),
      failed_at: timestamp('When.'),
    }),
    sample: {
      user_id: userId,
      method: 'password',
      reason: 'wrong_password',
      failed_at: '2026-11-17T09:12:31.007Z',
    },
  }),
  defineFact({
    key: 'access_user_password_link_made',
    platform: 'system',
    trigger: 'A link was made by which a person sets a new password.',
    names: named('access.user.password_link_made'),
    data: fields({ ...user, expires_at: timestamp('When the link ends.') }),
    sample: { user_id: userId, expires_at: '2026-11-19T10:00:00.000Z' },
  }),
  defineFact({
    key: 'access_user_password_changed',
    platform: 'system',
    trigger: 'A person changed the password. Every other session of the person ended.',
    names: named('access.user.password_changed'),
    data: fields({ ...user, changed_at: timestamp('When.') }),
    sample: { user_id: userId, changed_at: '2026-11-18T10:00:00.000Z' },
  }),
  defineFact({
    key: 'access_user_second_factor_enabled',
    platform: 'system',
    trigger: 'A person turned a second factor on.',
    names: named('access.user.second_factor_enabled'),
    data: fields({ ...user, enabled_at: timestamp('When.') }),
    sample: { user_id: userId, enabled_at: '2026-11-18T10:00:00.000Z' },
  }),
  defineFact({
    key: 'access_user_second_factor_removed',
    platform: 'system',
    trigger: 'The second factor of a person was removed, by the person or by an owner.',
    names: named('access.user.second_factor_removed'),
    data: fields({ ...user, removed_at: timestamp('When.') }),
    sample: { user_id: userId, removed_at: '2026-11-19T10:00:00.000Z' },
  }),
  defineFact({
    key: 'access_organization_created',
    platform: 'system',
    trigger: 'An organization was made. For the operator.',
    names: named('access.organization.created'),
    data: fields(organization),
    sample: { organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f' },
  }),
  defineFact({
    key: 'access_organization_suspended',
    platform: 'system',
    trigger: 'An organization was suspended. For the operator.',
    names: named('access.organization.suspended'),
    data: fields(organization),
    sample: { organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f' },
  }),
  defineFact({
    key: 'access_organization_resumed',
    platform: 'system',
    trigger: 'A suspended organization was let in again. For the operator.',
    names: named('access.organization.resumed'),
    data: fields(organization),
    sample: { organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f' },
  }),
  defineFact({
    key: 'access_organization_quotas_changed',
    platform: 'system',
    trigger: 'The quotas of an organization were set. For the operator.',
    names: named('access.organization.quotas_changed'),
    data: fields({
      ...organization,
      quotas: listOf(
        fields({ name: text('What is bounded.'), limit: count('How much there may be.') }),
        'All quotas that it has now.',
      ),
    }),
    sample: {
      organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f',
      quotas: [{ name: 'events_per_day', limit: 100_000 }],
    },
  }),
  defineFact({
    key: 'access_organization_export_requested',
    platform: 'system',
    trigger: 'An export of an organization was requested. For the operator.',
    names: named('access.organization.export_requested'),
    data: fields({ ...organization, export_id: id('The export.') }),
    sample: {
      organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f',
      export_id: 'oxp_01a1e8e968777e1fa15e7862c7abe230',
    },
  }),
  defineFact({
    key: 'access_organization_exported',
    platform: 'system',
    trigger: 'The archive of an export of an organization is ready. For the operator.',
    names: named('access.organization.exported'),
    data: fields({
      ...organization,
      export_id: id('The export.'),
      requested_by: id('The person or the API key that asked for it.'),
      size_bytes: count('Bytes of the archive.'),
      sha256: text('SHA-256 of the archive, in hexadecimal.'),
      expires_at: timestamp('Until when it can be downloaded.'),
    }),
    sample: {
      organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f',
      export_id: 'oxp_01a1e8e968777e1fa15e7862c7abe230',
      requested_by: userId,
      size_bytes: 48_213,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      expires_at: '2026-12-01T09:00:00.000Z',
    },
  }),
  defineFact({
    key: 'access_organization_erasure_requested',
    platform: 'system',
    trigger: 'The erasure of an organization was requested. For the operator.',
    names: named('access.organization.erasure_requested'),
    data: fields(organization),
    sample: { organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f' },
  }),
  defineFact({
    key: 'access_organization_erased',
    platform: 'system',
    trigger: 'An organization was erased. For the operator, as proof of what was deleted.',
    names: named('access.organization.erased'),
    data: fields({
      ...organization,
      requested_by: id('The person or the API key that asked for it.'),
      requested_at: timestamp('When it was asked for.'),
      erased_at: timestamp('When all was gone.'),
      deleted: listOf(
        fields({ table: text('The table.'), rows: count('Rows that were deleted of it.') }),
        'What was deleted, by table.',
      ),
      files_deleted: count('Stored files that were deleted.'),
      events_redacted: count('Events of its log whose payload was taken out.'),
    }),
    sample: {
      organization_id: 'org_01a1e8e968777e1fa15e7862c7abe22f',
      requested_by: userId,
      requested_at: '2026-11-24T09:00:00.000Z',
      erased_at: '2026-11-24T09:00:04.211Z',
      deleted: [
        { table: 'leads', rows: 120 },
        { table: 'subscriptions', rows: 2 },
      ],
      files_deleted: 3,
      events_redacted: 481,
    },
  }),
  defineFact({
    key: 'access_key_created',
    platform: 'system',
    trigger: 'An API key was made over the API.',
    names: named('access.key.created'),
    data: fields({
      ...key,
      scopes: listOf(text('A scope.'), 'What the key may do.'),
      environment: text('Environment of the key.'),
      allowed_addresses: nullable(
        listOf(text('An address or a network.'), 'Where it may be used from.'),
        'Addresses and networks that it may be used from; null for everywhere.',
      ),
      expires_at: nullable(timestamp('When it ends.'), 'When the key ends; null for never.'),
    }),
    sample: {
      key_id: keyId,
      scopes: ['events:write'],
      environment: 'production',
      allowed_addresses: ['192.0.2.0/24'],
      expires_at: null,
    },
  }),
  defineFact({
    key: 'access_key_rotated',
    platform: 'system',
    trigger: 'An API key was given a new secret over the API.',
    names: named('access.key.rotated'),
    data: fields({ ...key, previous_expires_at: timestamp('Until when the secret before works.') }),
    sample: { key_id: keyId, previous_expires_at: '2026-11-18T09:12:40.118Z' },
  }),
  defineFact({
    key: 'access_key_revoked',
    platform: 'system',
    trigger: 'An API key was revoked over the API.',
    names: named('access.key.revoked'),
    data: fields({ ...key, revoked_at: timestamp('When.') }),
    sample: { key_id: keyId, revoked_at: '2026-12-01T16:30:00.000Z' },
  }),
] as const;
