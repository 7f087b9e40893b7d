import type { FactKey } from './catalog.ts';
import type { ConfigurationSubject } from './configuration.ts';

/** What an action can affect, under the audit's names. */
export const auditedSubjects = ['application', 'component', 'organization', 'person'] as const;

export type AuditedSubject = ConfigurationSubject | (typeof auditedSubjects)[number];

/** How a fact describes somebody's action. */
export interface Deed {
  thing: AuditedSubject;
  action: string;
  /** The payload field with the id of what it affects. */
  id: string;
  /** The payload field with its name. */
  name?: string;
}

const person = (action: string): Deed => ({ thing: 'person', action, id: 'user_id' });
const key = (action: string): Deed => ({ thing: 'api_key', action, id: 'key_id' });
const organization = (action: string): Deed => ({ thing: 'organization', action, id: 'organization_id' });
const application = (action: string): Deed => ({ thing: 'application', action, id: 'application_id' });
const component = (action: string): Deed => ({ thing: 'component', action, id: 'component_id' });

/** Facts about what somebody did, besides configuration changes, which describe themselves. */
export const auditedFacts = {
  access_user_invited: { thing: 'invitation', action: 'created', id: 'invitation_id' },
  access_user_joined: person('joined'),
  access_user_role_changed: person('role_changed'),
  access_user_removed: person('removed'),
  access_user_signed_in: person('signed_in'),
  access_user_sign_in_failed: person('sign_in_failed'),
  access_user_password_link_made: person('password_link_made'),
  access_user_password_changed: person('password_changed'),
  access_user_second_factor_enabled: person('second_factor_enabled'),
  access_user_second_factor_removed: person('second_factor_removed'),
  access_organization_created: organization('created'),
  access_organization_suspended: organization('suspended'),
  access_organization_resumed: organization('resumed'),
  access_organization_quotas_changed: organization('quotas_changed'),
  access_organization_export_requested: organization('export_requested'),
  access_organization_exported: organization('exported'),
  access_organization_erasure_requested: organization('erasure_requested'),
  access_organization_erased: organization('erased'),
  access_key_created: key('created'),
  access_key_rotated: key('secret_rotated'),
  access_key_revoked: key('revoked'),
  application_approved: application('approved'),
  application_rejected: application('rejected'),
  application_archived: application('archived'),
  component_promoted: component('promoted'),
  component_deprecated: component('deprecated'),
  campaign_created: { thing: 'campaign', action: 'created', id: 'campaign_id', name: 'name' },
  campaign_paused: { thing: 'campaign', action: 'paused', id: 'campaign_id' },
  contract_created: { thing: 'contract', action: 'created', id: 'contract_id', name: 'name' },
} as const satisfies Partial<Record<FactKey, Deed>>;
