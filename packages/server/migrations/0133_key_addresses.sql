-- Where a key may be used from: addresses and networks; null for everywhere. Nodes of the version before do not look at it, so
-- limit no key before all are of this one.
-- Born by nodes from 0.1.0 on
alter table api_keys add column allowed_addresses text[];
