-- A page reads what it shows, also behind a filter that few of a million rows match.
-- Born by nodes from 0.1.0 on
-- What a campaign sent within the window of its service levels.
create index concurrently communications_measured on communications (org_id, campaign_id, (coalesce(sent_at, bounced_at)))
  where campaign_id is not null;
-- Almost all messages have been sent: the newest of those are found without it.
create index concurrently communications_unsent on communications (org_id, status, id desc) where status <> 'sent';
create index concurrently communications_listed on communications (org_id, campaign_id, id desc)
  where campaign_id is not null;
drop index concurrently if exists communications_campaign;
create index concurrently communications_failures on communications (org_id, failure_code)
  where status = 'failed' and failure_code is not null;
-- Nothing is written to it while leads are imported.
create index concurrently leads_in_state on leads (org_id, status, id desc) where status <> 'new';
create index concurrently lead_scores_tier on lead_scores (org_id, tier, lead_id desc);
create index concurrently lead_engagement_won on lead_engagement (org_id, lead_id desc)
  where positive_replies > 0 or meetings > 0;
create index concurrently inbound_messages_kind on inbound_messages (org_id, classification, received_at desc, id desc);
create index concurrently inbound_messages_campaign on inbound_messages (org_id, campaign_id, received_at desc, id desc)
  where campaign_id is not null;
create index concurrently outreach_meetings_lead on outreach_meetings (org_id, lead_id);
create index concurrently outreach_events_fact on outreach_events (org_id, fact, position);
create index concurrently contract_versions_newest on contract_versions (org_id, environment, created_at desc);
create index concurrently ingestion_jobs_source on ingestion_jobs (org_id, environment, source_id, created_at desc, id desc);
create index concurrently ingestion_jobs_failed on ingestion_jobs (org_id, environment, created_at desc, id desc)
  where status = 'failed';
create index concurrently workflow_runs_stopped on workflow_runs (workflow_id, id) where status = 'loop_stopped';
