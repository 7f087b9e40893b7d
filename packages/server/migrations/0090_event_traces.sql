-- Which trace an event belongs to, for its deliveries and runs that begin later or on another node. Written with the
-- event, and only where traces are on and the trace is kept; what is old is removed.
create table event_traces (
  org_id uuid not null,
  position bigint not null,
  -- As in the header of W3C Trace Context.
  traceparent text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, position)
);
create index event_traces_age on event_traces (created_at);
