-- Starts of a run that have come to no end: counted before each, so that one which ends its process is known by it.
alter table workflow_runs add column starts smallint not null default 0;
