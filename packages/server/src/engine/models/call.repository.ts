import type { QueryRows } from '../../kit/db/index.ts';
import type { CallEnd, KeptCall, ModelWork, OpenCall } from './model-call.ts';

type KeptRow = Omit<KeptCall, 'usage'> & KeptCall['usage'];

export async function findCall(
  query: QueryRows,
  { orgId, workId, agent }: ModelWork,
  question: string,
): Promise<KeptCall | undefined> {
  const [row] = await query<KeptRow>(
    `select id, state, answer, failure, cost_micros as "costMicros", input_tokens as "inputTokens",
       cached_input_tokens as "cachedInputTokens", cache_write_tokens as "cacheWriteTokens",
       output_tokens as "outputTokens", reasoning_tokens as "reasoningTokens"
     from model_calls where org_id = $1 and work_id = $2 and question = $3 and agent = $4
     order by asked_at desc, id desc limit 1`,
    [orgId, workId, question, agent],
  );
  if (row === undefined) return undefined;
  const { id, state, answer, failure, costMicros, ...usage } = row;
  return { id, state, answer, failure, costMicros, usage };
}

interface BudgetChange {
  orgId: string;
  name: string;
  micros: number;
  at: Date;
}

/** Reserves money from a budget; false when there is not enough. */
export async function takeBudget(
  query: QueryRows,
  { orgId, name, micros, most = Number.MAX_SAFE_INTEGER, at }: BudgetChange & { most: number | undefined },
): Promise<boolean> {
  const taken = await query(
    `insert into model_budgets as b (org_id, name, spent_micros, updated_at)
     select $1, $2, $3::bigint, $5::timestamptz where $3::bigint <= $4::bigint
     on conflict (org_id, name) do update
       set spent_micros = b.spent_micros + excluded.spent_micros, updated_at = excluded.updated_at
       where b.spent_micros + excluded.spent_micros <= $4::bigint
     returning 1`,
    [orgId, name, micros, most, at],
  );
  return taken.length > 0;
}

export async function returnBudget(
  query: QueryRows,
  { orgId, name, micros, at }: BudgetChange,
): Promise<void> {
  await query(
    'update model_budgets set spent_micros = spent_micros - $3::bigint, updated_at = $4 where org_id = $1 and name = $2',
    [orgId, name, micros, at],
  );
}

export async function findSpent(query: QueryRows, orgId: string, name: string): Promise<number> {
  const [budget] = await query<{ spent: number }>(
    'select spent_micros as spent from model_budgets where org_id = $1 and name = $2',
    [orgId, name],
  );
  return budget?.spent ?? 0;
}

export async function insertCall(query: QueryRows, call: OpenCall, at: Date): Promise<void> {
  const { id, work, question, provider, model, worstMicros } = call;
  await query(
    `insert into model_calls (org_id, id, area, work_id, agent, question, provider, model, state, cost_micros, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'asked', $9, $10)`,
    [work.orgId, id, work.area, work.workId, work.agent, question, provider, model, worstMicros, at],
  );
}

/** Records the end of a call, once, and adds it to its day; false when it had already ended. */
export async function endCall(query: QueryRows, orgId: string, id: string, end: CallEnd): Promise<boolean> {
  const { usage, failure, answer, costMicros, durationMs } = end;
  const counted = await query(
    `with ended as (
       update model_calls set state = case when $4::text is null then 'answered' else 'failed' end, failure = $4,
         answer = $3, cost_micros = $5, duration_ms = $6, input_tokens = $7, cached_input_tokens = $8,
         cache_write_tokens = $9, output_tokens = $10, reasoning_tokens = $11
       where org_id = $1 and id = $2 and state = 'asked' returning *
     )
     insert into model_usage_days as d (org_id, day, area, agent, provider, model, requests, failed, input_tokens,
       cached_input_tokens, output_tokens, cost_micros)
     select org_id, (asked_at at time zone 'UTC')::date, area, agent, provider, model, 1,
       case when failure is null then 0 else 1 end, input_tokens, cached_input_tokens, output_tokens, cost_micros
     from ended
     on conflict (org_id, day, area, agent, provider, model) do update set requests = d.requests + 1,
       failed = d.failed + excluded.failed, input_tokens = d.input_tokens + excluded.input_tokens,
       cached_input_tokens = d.cached_input_tokens + excluded.cached_input_tokens,
       output_tokens = d.output_tokens + excluded.output_tokens, cost_micros = d.cost_micros + excluded.cost_micros
     returning 1`,
    [
      orgId,
      id,
      answer,
      failure,
      costMicros,
      Math.round(durationMs),
      usage.inputTokens,
      usage.cachedInputTokens,
      usage.cacheWriteTokens,
      usage.outputTokens,
      usage.reasoningTokens,
    ],
  );
  return counted.length > 0;
}

export async function forgetAnswers(query: QueryRows, { orgId, workId, agent }: ModelWork): Promise<void> {
  await query(
    'update model_calls set answer = null where org_id = $1 and work_id = $2 and agent = $3 and answer is not null',
    [orgId, workId, agent],
  );
}

/**
 * Answers are kept for a day at most; calls, budgets and days for as long as usage is reported. Deletes a few
 * rows at a time.
 */
export async function deleteOld(query: QueryRows, at: Date): Promise<void> {
  await query(
    `with forgotten as (
       update model_calls set answer = null where (org_id, id) in (
         select org_id, id from model_calls where answer is not null and asked_at < $1::timestamptz - interval '1 day'
         order by asked_at limit 100 for update skip locked)
     ), old_calls as (
       delete from model_calls where (org_id, id) in (
         select org_id, id from model_calls where asked_at < $1::timestamptz - interval '90 days'
         order by asked_at limit 100 for update skip locked)
     ), old_budgets as (
       delete from model_budgets where (org_id, name) in (
         select org_id, name from model_budgets where updated_at < $1::timestamptz - interval '90 days'
         order by updated_at limit 100 for update skip locked)
     )
     delete from model_usage_days where (org_id, day, area, agent, provider, model) in (
       select org_id, day, area, agent, provider, model from model_usage_days
       where day < ($1::timestamptz at time zone 'UTC')::date - 400
       order by day limit 100 for update skip locked)`,
    [at],
  );
}

/** Usage of one day. */
export interface UsageDay {
  /** ISO date. */
  day: string;
  area: string;
  agent: string;
  provider: string;
  model: string;
  requests: number;
  failed: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  costMicros: number;
}

/** More rows than an organization creates in this time: each agent has one per day and model. */
const MAX_ROWS = 10_000;

/** The last days, newest first. */
export function listUsage(
  query: QueryRows,
  { orgId, days, at }: { orgId: string; days: number; at: Date },
): Promise<UsageDay[]> {
  return query<UsageDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, area, agent, provider, model, requests, failed,
       input_tokens as "inputTokens", cached_input_tokens as "cachedInputTokens", output_tokens as "outputTokens",
       cost_micros as "costMicros"
     from model_usage_days where org_id = $1 and day > ($3::timestamptz at time zone 'UTC')::date - $2::integer
     order by day desc, area, agent, provider, model limit ${MAX_ROWS}`,
    [orgId, days, at],
  );
}
