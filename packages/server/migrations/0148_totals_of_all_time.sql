-- Totals of all time are one sum, so that no page adds up the days of years.
-- Born by nodes from 0.1.0 on

-- Until the end nothing is folded; what is settled meanwhile waits in transaction_count_deltas. The counts can be read while they
-- are added up, and only the last step locks them.
lock table transaction_counts in share row exclusive mode;
create temporary table sums_of_all_time on commit drop as
select org_id, environment, contract_id, kind, outcome, sum(transactions) as transactions, sum(mined) as mined,
  sum(gas_used) as gas_used, sum(settled) as settled, sum(duration_ms) as duration_ms
from transaction_counts where resolution = 'day' group by org_id, environment, contract_id, kind, outcome;

alter table transaction_counts drop constraint transaction_counts_resolution_check,
  add constraint transaction_counts_resolution_check check (resolution in ('minute', 'day', 'all', 'settled_minute')) not valid;
insert into transaction_counts (org_id, environment, contract_id, resolution, bucket, kind, outcome, transactions, mined, gas_used,
  settled, duration_ms)
select org_id, environment, contract_id, 'all', '-infinity', kind, outcome, transactions, mined, gas_used, settled, duration_ms
from sums_of_all_time;

-- As before, and adds to the sum of all time.
create or replace function fold_transaction_counts(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  with taken as (
    delete from transaction_count_deltas
    where ctid = any(array(select ctid from transaction_count_deltas order by id limit most for update skip locked))
    returning *
  ), summed as (
    select org_id, environment, contract_id, resolution,
      case resolution when 'all' then '-infinity' when 'day' then date_trunc('day', bucket, 'UTC') when 'minute' then bucket
        else settled_bucket end as start,
      kind, outcome,
      sum(transactions) as transactions, sum(mined) as mined, sum(gas_used) as gas_used, sum(settled) as settled,
      sum(duration_ms) as duration_ms
    from taken, unnest(array['minute', 'day', 'all', 'settled_minute']) as resolution
    where resolution <> 'settled_minute' or settled_bucket is not null
    group by 1, 2, 3, 4, 5, 6, 7
  ), written as (
    insert into transaction_counts (org_id, environment, contract_id, resolution, bucket, kind, outcome, transactions, mined, gas_used, settled, duration_ms)
    select * from summed order by 1, 2, 3, 4, 5, 6, 7
    on conflict (org_id, environment, contract_id, resolution, bucket, kind, outcome) do update set
      transactions = transaction_counts.transactions + excluded.transactions,
      mined = transaction_counts.mined + excluded.mined,
      gas_used = transaction_counts.gas_used + excluded.gas_used,
      settled = transaction_counts.settled + excluded.settled,
      duration_ms = transaction_counts.duration_ms + excluded.duration_ms
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- As before, and reads that sum where a span has neither a beginning nor an end.
create or replace function transaction_totals(org uuid, env text, contract uuid, since timestamptz, until timestamptz)
returns table (kind text, outcome text, transactions bigint, mined bigint, gas_used numeric, settled bigint, duration_ms bigint)
language plpgsql stable set enable_seqscan = off as $$
#variable_conflict use_column
declare
  -- First and last whole minute, and first and last whole day within them.
  m0 timestamptz := case when since is null then '-infinity'
    else date_trunc('minute', since + interval '59.999999 seconds') end;
  m1 timestamptz := case when until is null then 'infinity' else date_trunc('minute', until) end;
  d0 timestamptz := case when since is null then '-infinity'
    else date_trunc('day', date_trunc('minute', since + interval '59.999999 seconds') + interval '1 day' - interval '1 microsecond', 'UTC') end;
  d1 timestamptz := case when until is null then 'infinity' else date_trunc('day', until, 'UTC') end;
  whole text := case when since is null and until is null then 'all' else 'day' end;
begin
  if m0 >= m1 then
    m0 := since;
    m1 := since;
    d0 := since;
    d1 := since;
  elsif d0 >= d1 then
    d0 := m0;
    d1 := m0;
  end if;
  return query
  select x.kind, x.outcome, sum(x.transactions)::bigint, sum(x.mined)::bigint, sum(x.gas_used), sum(x.settled)::bigint, sum(x.duration_ms)::bigint
  from (
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = whole
      and c.bucket >= d0 and c.bucket < d1
    union all
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = 'minute'
      and c.bucket >= m0 and c.bucket < d0
    union all
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = 'minute'
      and c.bucket >= d1 and c.bucket < m1
    union all
    select d.kind, d.outcome, d.transactions, d.mined, d.gas_used, d.settled, d.duration_ms from transaction_count_deltas d
    where d.org_id = org and d.environment = env and d.contract_id = contract and d.bucket >= m0 and d.bucket < m1
    union all
    select t.kind, transaction_outcome(t.status), count(*), count(t.gas_used), coalesce(sum(t.gas_used), 0), count(t.settled_at),
      coalesce(sum((extract(epoch from t.settled_at - t.created_at) * 1000)::bigint), 0)::bigint
    from transactions t
    where t.org_id = org and t.environment = env and t.contract_id = contract
      and ((t.created_at >= since and t.created_at < m0) or (t.created_at >= m1 and t.created_at < until))
    group by 1, 2
  ) x
  group by 1, 2
  having sum(x.transactions) <> 0;
end $$;
