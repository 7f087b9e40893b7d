-- What the holder of a portal link may choose, and how the portal looks to them; null where nothing is said of it. Nodes of the
-- version before refuse a choice of events by a link, as they always did.
-- Born by nodes from 0.1.0 on
alter table api_keys add column portal jsonb;
