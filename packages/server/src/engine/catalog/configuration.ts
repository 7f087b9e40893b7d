/** What is configured, in the names of the audit. */
export const configurationThings = [
  'alert_rule',
  'api_key',
  'booking_webhook',
  'campaign',
  'contract',
  'event_subscription',
  'finding',
  'finding_suppression',
  'ingestion_rule',
  'invitation',
  'lead',
  'mailbox',
  'portal_link',
  'review_rules',
  'scaling_policy',
  'spend_limit',
  'suppression',
  'template',
  'webhook_subscription',
  'workflow',
] as const;

export type ConfigurationThing = (typeof configurationThings)[number];

/** What is done with them. */
export const configurationActions = [
  'acknowledged',
  'cancelled',
  'changed',
  'commented',
  'comment_deleted',
  'created',
  'deleted',
  'disabled',
  'enabled',
  'launched',
  'paused',
  'resumed',
  'revoked',
  'rolled_back',
  'secret_rotated',
  'signing_key_rotated',
  'unacknowledged',
  'version_added',
] as const;
