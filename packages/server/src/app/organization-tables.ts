import { type OrganizationTable, organizationTable as table } from '../engine/organization-data/index.ts';

const inLog = 'the file log.jsonl of an export holds the log, as verify-log reads it';
const provable = 'the log stays provable: it holds hashes, positions, types and times';
const own = 'the service alone reads it';
const shortLived = 'nothing of it outlives some minutes';

/** Access from outside is erased first, so that no new data arrives while the rest is erased. */
const access: OrganizationTable[] = [
  table('key_sessions', { withheld: ['token_hash'], notExported: shortLived }),
  table('api_key_secrets', { through: { table: 'api_keys', column: 'key_id' }, withheld: ['key_hash'] }),
  table('user_invitations', { withheld: ['token_hash'] }),
  table('second_factors', { withheld: ['sealed_secret', 'recovery_hashes'] }),
  table('users', { withheld: ['password_hash'] }),
  table('api_requests'),
  table('saved_views'),
  table('api_keys'),
];

const workflows: OrganizationTable[] = [
  table('workflow_revisions', { through: { table: 'workflows', column: 'workflow_id' }, isLarge: true }),
  table('workflow_runs', { through: { table: 'workflows', column: 'workflow_id' }, isLarge: true }),
  table('workflow_effects'),
  table('workflows', { isLarge: true }),
];

const webhooks: OrganizationTable[] = [
  table('subscription_secrets', {
    through: { table: 'subscriptions', column: 'subscription_id' },
    withheld: ['sealed'],
  }),
  table('subscription_signing_keys', {
    through: { table: 'subscriptions', column: 'subscription_id' },
    withheld: ['sealed'],
  }),
  // `receiver`, the receiver's configuration, also contains sealed secrets.
  table('subscription_revisions', {
    through: { table: 'subscriptions', column: 'subscription_id' },
    withheld: ['receiver'],
  }),
  table('backfills'),
  table('replays'),
  table('delivery_resends'),
  table('deliveries'),
  table('dead_letters'),
  table('subscriptions', { withheld: ['receiver'] }),
  table('delivery_attempts', {
    key: ['delivery_id', 'attempted_at', 'attempt'],
    isLarge: true,
  }),
  table('delivery_figures'),
  table('deleted_subscriptions', { notExported: shortLived }),
];

const contracts: OrganizationTable[] = [
  // First: the rows deleted below would otherwise be written into it.
  table('backup_journals', { notExported: own }),
  table('alerts'),
  table('alert_rules'),
  table('ingestion_jobs', { isLarge: true }),
  table('ingestion_rules'),
  table('contract_versions', { isLarge: true }),
  table('contract_rollbacks'),
  table('transactions', { withheld: ['body_hash'], isLarge: true }),
  table('contracts'),
  table('spend_days'),
  table('spend_limits'),
  table('wallets', { withheld: ['sealed_key'] }),
  table('transaction_count_deltas', { notExported: 'it is part of transaction_counts within seconds' }),
  table('transaction_counts'),
  table('restores'),
  table('backups', { withheld: ['snapshot'] }),
  table('backup_changes', { notExported: own, isLarge: true }),
  table('scaling_actions'),
  table('scaling_policies'),
];

const outreach: OrganizationTable[] = [
  table('sequence_runs'),
  table('campaign_slo_breaches'),
  table('campaign_executions', { withheld: ['body_hash'] }),
  table('campaign_leads'),
  table('outreach_campaigns', { isLarge: true }),
  table('outreach_templates', { isLarge: true }),
  table('communication_clicks'),
  table('communications', { withheld: ['body_hash', 'token', 'attempt_token'], isLarge: true }),
  table('outbox_counts', { notExported: 'it counts the rows of communications' }),
  table('campaign_counters'),
  table('inbound_messages', { withheld: ['fingerprint'], isLarge: true }),
  table('outreach_meetings'),
  table('booking_secrets', { withheld: ['sealed_secret'] }),
  table('outreach_mailboxes'),
  table('mail_signing_keys', { withheld: ['sealed_key'] }),
  table('mail_sandbox', { isLarge: true }),
  table('lead_import_rejects', { through: { table: 'lead_imports', column: 'import_id' }, isLarge: true }),
  table('lead_imports'),
  table('lead_enrichments', { isLarge: true }),
  table('lead_profiles', { isLarge: true }),
  table('lead_tags'),
  table('lead_scores'),
  table('lead_engagement'),
  table('leads', { isLarge: true }),
  table('lead_books', { notExported: own }),
  table('suppressions', { withheld: ['value_hash'] }),
  table('enrichment_cache', { notExported: 'lead_enrichments holds what was found', isLarge: true }),
  table('agent_executions', { isLarge: true }),
  table('outreach_agents'),
  table('cost_reservations', { notExported: shortLived }),
  table('cost_entries'),
  table('budgets'),
  table('trace_export_queue', { notExported: shortLived }),
  table('trace_spans', { isLarge: true }),
  table('traces'),
  table('outreach_events', { notExported: inLog }),
];

const review: OrganizationTable[] = [
  table('review_agents', { through: { table: 'review_reviews', column: 'review_id' } }),
  table('review_findings', { through: { table: 'review_reviews', column: 'review_id' }, isLarge: true }),
  table('review_dropped', { through: { table: 'review_reviews', column: 'review_id' }, isLarge: true }),
  table('review_reviews', { isLarge: true }),
  table('review_promotions', { through: { table: 'review_components', column: 'component_id' } }),
  table('review_components', { isLarge: true }),
  table('review_readiness', { through: { table: 'review_applications', column: 'application_id' } }),
  table('review_packages', { through: { table: 'review_applications', column: 'application_id' } }),
  table('review_gaps', { through: { table: 'review_applications', column: 'application_id' } }),
  table('review_applications', { isLarge: true }),
  table('review_rules'),
  table('review_rule_sets', { isLarge: true }),
  table('review_suppressions'),
  table('review_comments'),
  table('review_events', { notExported: inLog }),
];

const shared: OrganizationTable[] = [
  table('rate_limits', { notExported: 'usage_hours holds what was used' }),
  table('usage_hours'),
  table('recent_writers', { notExported: shortLived }),
  table('organization_quotas'),
  table('model_calls', { withheld: ['answer'], isLarge: true }),
  table('model_budgets', { notExported: 'model_usage_days holds what was spent' }),
  table('model_usage_days'),
  table('acknowledgements'),
  table('idempotency_keys', { notExported: 'its answers are sealed, and gone after a day' }),
  table('event_traces', { notExported: shortLived }),
  table('blobs', { notExported: 'the folder files/ holds the files', isOfFiles: true }),
  table('organization_exports', { notExported: own, isOfFiles: true }),
  table('organization_erasures', { notExported: own, kept: 'it is the proof of the erasure' }),
];

const log: OrganizationTable[] = [
  table('events', { notExported: inLog, kept: `${provable}; payloads are taken out` }),
  table('event_checkpoints', { kept: provable }),
  ...['event_logs', 'event_trees', 'event_tiles', 'event_kinds', 'event_chunks', 'event_counts'].map((name) =>
    table(name, { notExported: inLog, kept: provable }),
  ),
];

/**
 * Every table with data of an organization, in the order in which an erasure goes through them: a table comes before
 * the tables that it refers to. A test compares the list with the database.
 */
export const organizationTables: readonly OrganizationTable[] = [
  ...[...access, ...workflows, ...webhooks, ...contracts, ...outreach, ...review, ...shared, ...log],
];
