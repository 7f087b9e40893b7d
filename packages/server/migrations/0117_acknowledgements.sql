-- Born by nodes from 0.1.0 on
-- Who has seen what is wrong, and who sees to it: one for each subscription, workflow, alert rule or finding.
create table acknowledgements (
  org_id uuid not null,
  -- A public id, or the fingerprint of a finding.
  subject text collate "C" not null,
  -- Public ids of a person or a key.
  acknowledged_by text collate "C" not null,
  assignee text collate "C",
  note text,
  acknowledged_at timestamptz(3) not null,
  primary key (org_id, subject)
);
