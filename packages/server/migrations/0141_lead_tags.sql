-- Words that people give to leads, to find them and to write to them together.
-- Born by nodes from 0.1.0 on
create table lead_tags (
  org_id uuid not null,
  tag text not null,
  lead_id uuid not null,
  added_at timestamptz(3) not null,
  primary key (org_id, tag, lead_id)
);
create index lead_tags_lead on lead_tags (org_id, lead_id);
