-- What a change is held to, and how it came out, as JSON.
alter table review_reviews add column gate text;
alter table review_reviews add column gate_verdict text;
-- Findings of the baseline that are gone; null without a baseline.
alter table review_reviews add column fixed_findings integer;

-- Of the code, as whoever uploads it names it, such as a commit.
alter table review_applications add column revision text collate "C";
-- Uploads of one name are versions of one application.
create index review_applications_name on review_applications (org_id, name, created_at desc, id desc);
