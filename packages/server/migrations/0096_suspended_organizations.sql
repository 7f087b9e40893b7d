-- The operator can shut an organization out: its keys and people are refused.
alter table organizations add column suspended_at timestamptz(3);
