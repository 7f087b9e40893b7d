-- Rules of an organization's own. Each text is kept once; a review keeps the one that it began with.
create table review_rule_sets (
  org_id uuid not null,
  sha256 text collate "C" not null,
  rules text not null,
  rule_count integer not null,
  created_at timestamptz(3) not null,
  primary key (org_id, sha256)
);

-- The text in force.
create table review_rules (
  org_id uuid primary key,
  sha256 text collate "C" not null,
  updated_at timestamptz(3) not null
);

alter table review_reviews add column rules_sha256 text collate "C";
create index review_reviews_rules on review_reviews (org_id, rules_sha256) where rules_sha256 is not null;
