-- Born by nodes from 0.1.0 on
-- Links of a message that were followed; what machines follow is not counted.
create table communication_clicks (
  org_id uuid not null,
  communication_id uuid not null,
  -- SHA-256 of the address: an address may be too long for an index.
  url_hash bytea not null,
  url text not null,
  campaign_id uuid,
  clicks integer not null,
  first_clicked_at timestamptz(3) not null,
  last_clicked_at timestamptz(3) not null,
  primary key (org_id, communication_id, url_hash)
) with (fillfactor = 80);
create index communication_clicks_campaign on communication_clicks (org_id, campaign_id) where campaign_id is not null;
