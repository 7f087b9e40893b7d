-- A launch goes on when its campaign, paused while the leads were chosen, is resumed: with the correlation it had.
-- Born by nodes from 0.1.0 on
alter table campaign_executions add column correlation_id text;
