-- Born by nodes from 0.1.0 on
-- What people say of a finding, wherever its code is found.
create table review_comments (
  org_id uuid not null,
  id uuid not null,
  fingerprint text collate "C" not null,
  -- The public id of a person or a key.
  author text collate "C" not null,
  text text not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index review_comments_finding on review_comments (org_id, fingerprint, id);
