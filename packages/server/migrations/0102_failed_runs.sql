-- The failed runs of a workflow in their order: all of them are tried again in pages, beside millions that succeeded.
create index workflow_runs_failed on workflow_runs (workflow_id, id) where status = 'failed';
