-- How many requests were served of each limit, by the hour; kept for 90 days.
create table usage_hours (
  org_id uuid not null,
  name text not null,
  hour timestamptz(3) not null,
  requests bigint not null,
  primary key (org_id, name, hour)
) with (fillfactor = 70);
create index usage_hours_hour on usage_hours (hour);
