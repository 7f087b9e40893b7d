-- Each call of a language model is written down before it is made, with the most that it can cost: a budget holds although
-- many ask at once, and a service that was killed asks nothing twice.
-- Born by nodes from 0.1.0 on
create table model_calls (
  org_id uuid not null,
  id uuid not null,
  area text not null check (area in ('review', 'outreach')),
  -- The review, the execution of an agent, or the lead.
  work_id uuid not null,
  agent text not null,
  -- SHA-256 of what was asked, hex.
  question text not null,
  provider text not null,
  model text not null,
  -- `asked` long after is a call during which the service was killed.
  state text not null check (state in ('asked', 'answered', 'failed')),
  failure text,
  -- The most that it can cost, until it has ended.
  cost_micros bigint not null,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  output_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  -- Kept until the work has ended, at most for a day.
  answer text,
  asked_at timestamptz(3) not null,
  duration_ms integer,
  primary key (org_id, id)
) with (fillfactor = 70);
create index model_calls_work on model_calls (org_id, work_id, question);
create index model_calls_asked_at on model_calls (asked_at);
create index model_calls_answers on model_calls (asked_at) where answer is not null;

-- Micro-USD that were spent or are held: of a month (UTC), and of a piece of work.
create table model_budgets (
  org_id uuid not null,
  name text not null,
  spent_micros bigint not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, name)
) with (fillfactor = 50);
create index model_budgets_updated_at on model_budgets (updated_at);

-- What the calls of a day (UTC) took.
create table model_usage_days (
  org_id uuid not null,
  day date not null,
  area text not null,
  agent text not null,
  provider text not null,
  model text not null,
  requests bigint not null,
  failed bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  primary key (org_id, day, area, agent, provider, model)
) with (fillfactor = 50);
create index model_usage_days_day on model_usage_days (day);
