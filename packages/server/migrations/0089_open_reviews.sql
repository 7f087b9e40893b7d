-- What is still under way is asked for at each look at the figures: it is found without reading what has ended.
create index review_reviews_open on review_reviews (created_at)
  where status in ('queued', 'running', 'verifying');
create index review_applications_analyzing on review_applications (created_at) where status = 'analyzing';
create index backups_ended on backups (completed_at) where completed_at is not null;
