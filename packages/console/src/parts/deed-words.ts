import type { ItemOf } from '../../../sdk/src/index.ts';

export type Deed = ItemOf<'readAudit'>;

const recordKinds: Record<Deed['thing'], string> = {
  alert_rule: 'the alert rule',
  api_key: 'the key',
  application: 'the application',
  booking_webhook: 'the address for bookings',
  campaign: 'the campaign',
  component: 'the component',
  contract: 'the contract',
  event_subscription: 'the subscription',
  finding: 'a finding',
  finding_suppression: 'the decision on a finding',
  ingestion_rule: 'the ingestion rule',
  invitation: 'an invitation',
  lead: 'a lead',
  mailbox: 'a mailbox',
  organization: 'an organization',
  person: '',
  portal_link: 'a portal link',
  review_rules: 'the review rules',
  scaling_policy: 'the scaling policy',
  spend_limit: 'a spend limit',
  suppression: 'an entry of the suppression list',
  template: 'the template',
  webhook_subscription: 'the subscription',
  workflow: 'the workflow',
};

/** Labels of the kinds of things, as options. */
export const recordKindLabels = Object.fromEntries(
  Object.entries(recordKinds).map(([thing, text]) => {
    const name = text === '' ? 'person' : text.replace(/^(the|an?) /, '');
    return [thing, name.charAt(0).toUpperCase() + name.slice(1)];
  }),
) as Record<Deed['thing'], string>;
recordKindLabels.event_subscription = 'Subscription (Events API)';
recordKindLabels.webhook_subscription = 'Subscription (Webhooks API)';
recordKindLabels.suppression = 'Suppression list entry';

/** Verbs before the thing; those of `after` also come after it. */
const verbs: Record<string, string> = {
  acknowledged: 'acknowledged the problem with',
  approved: 'approved',
  archived: 'archived',
  cancelled: 'cancelled',
  changed: 'changed',
  commented: 'commented on',
  comment_deleted: 'deleted a comment on',
  created: 'created',
  deleted: 'deleted',
  deprecated: 'deprecated',
  disabled: 'disabled',
  enabled: 'enabled',
  erased: 'erased',
  erasure_requested: 'requested the erasure of',
  export_requested: 'requested an export of',
  exported: 'downloaded the export of',
  launched: 'launched',
  password_link_made: 'created a link for a new password for',
  paused: 'paused',
  promoted: 'promoted',
  quotas_changed: 'set the quotas of',
  rejected: 'rejected',
  removed: 'removed',
  resumed: 'resumed',
  revoked: 'revoked',
  role_changed: 'changed the role of',
  rolled_back: 'rolled back',
  second_factor_removed: 'removed the second factor of',
  secret_rotated: 'rotated the secret of',
  signing_key_rotated: 'rotated the signing key of',
  suspended: 'suspended',
  unacknowledged: 'withdrew the acknowledgement of',
  version_added: 'added a version to',
};

/** Actions on oneself need no thing. */
const own: Record<string, string> = {
  joined: 'joined',
  password_changed: 'changed the password',
  second_factor_enabled: 'enabled the second factor',
  second_factor_removed: 'removed the second factor',
  signed_in: 'signed in',
};

const invitations: Record<string, string> = {
  created: 'invited somebody',
  revoked: 'withdrew an invitation',
};

export function actorText({ actor, thing, name, thing_id }: Deed): string {
  if (actor === null) return thing === 'person' ? `Somebody, as ${name ?? thing_id}` : 'Somebody';
  const called = actor.name ?? actor.id;
  return actor.id.startsWith('key_') ? `The key ${called}` : called;
}

/** What was done, as the rest of a sentence starting with the actor. */
export function deedText(deed: Deed): string {
  const { action, actor, thing, name, thing_id: id, fields } = deed;
  if (action === 'sign_in_failed') return 'failed to sign in';
  const isOwn = thing === 'person' && (actor === null || actor.id === id);
  if (isOwn && own[action] !== undefined) return own[action];
  if (thing === 'invitation') return `${invitations[action] ?? action}${detailOf(deed)}`;
  const called = name ?? (thing === 'person' ? id : null);
  const what = [recordKinds[thing], called].filter(Boolean).join(' ');
  const verb = verbs[action] ?? own[action] ?? action.replaceAll('_', ' ');
  return `${verb} ${what}${detailOf(deed)}${fields.length > 0 && action !== 'role_changed' ? `: ${fieldsText(fields)}` : ''}`;
}

function detailOf({ action, thing, data }: Deed): string {
  const { role, previous_role: before } = data as { role?: string; previous_role?: string };
  if (action === 'role_changed') return ` from ${before} to ${role}`;
  return thing === 'invitation' && role !== undefined ? ` as ${role}` : '';
}

const LISTED = 4;

/** `url, events and 3 more`: API names in words. */
function fieldsText(fields: readonly string[]): string {
  const shown = fields.slice(0, LISTED).map((field) => field.replaceAll('_', ' '));
  const more = fields.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
