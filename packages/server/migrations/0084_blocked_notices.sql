-- Set once a notice was published that keys of the subscription are blocked; null again when none is.
alter table subscriptions add column blocked_notified_at timestamptz(3);
create index subscriptions_blocking on subscriptions (id) where on_failure = 'block';
