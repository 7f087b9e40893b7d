-- Keys of files are random, so that one is unique with its organization as without.
-- Born by nodes from 0.1.0 on

alter table blobs drop constraint blobs_pkey, add primary key (key, org_id);
