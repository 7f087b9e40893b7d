import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import {
  column,
  defineTable,
  insertRows,
  jsonOf,
  only,
  type RowOf,
  rowsIn,
  selectPage,
} from '../../../../kit/db/index.ts';
import { jsonTextOf } from '../../../../kit/json-text.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { ofOwner } from '../../terms/owner.repository.ts';
import type { TransformStep } from './transform-tasks.ts';

export const priorities = ['critical', 'high', 'normal', 'low'] as const;
export type IngestionPriority = (typeof priorities)[number];
export type IngestionStatus = 'queued' | 'processing' | 'completed' | 'failed';

/** Why a job failed, or the error of its last attempt. */
export interface IngestionError {
  code: string;
  message: string;
  rule?: string;
  /** The number of the failed attempt, from 1. */
  attempt?: number;
}

/** Jobs (`j`). */
export const ingestionJobs = defineTable('ingestion_jobs', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  sourceId: column.text(),
  rules: column.textArray().named('transformation_rules'),
  triggerContract: column.uuid().orNull(),
  triggerFunction: column.text().orNull(),
  priority: column.text<IngestionPriority>(),
  status: column.text<IngestionStatus>(),
  attempts: column.integer(),
  contractTriggered: column.boolean(),
  executionId: column.uuid().orNull(),
  error: column.json<IngestionError>().orNull(),
  correlationId: column.text().orNull(),
  createdAt: column.timestamp(),
  startedAt: column.timestamp().orNull(),
  completedAt: column.timestamp().orNull(),
  /** Position among the organization's waiting jobs, from 1; 0 when it is not waiting. */
  position: column.computed<number>(`case when j.status = 'queued' and j.live then 1 + (
    select count(*) from ingestion_jobs q where q.org_id = j.org_id and q.environment = j.environment
      and q.status = 'queued' and q.live and (q.rank, q.seq) < (j.rank, j.seq)) else 0 end`),
});

/** The same in a list, where all positions (`k`) are counted at once. */
export const listedJobs = defineTable('ingestion_jobs', {
  ...ingestionJobs.fields,
  position: column.computed<number>('coalesce(k.place, 0)'),
});

export interface IngestionJob extends RowOf<typeof ingestionJobs> {
  /** JSON text: it may be megabytes, which the API thread does not parse. */
  transformedData: string | null;
}

/** A running job, with its inputs. */
export interface ClaimedJob extends IngestionJob {
  /** JSON text, which the API thread does not parse. */
  data: string;
  /** JSON text of `TransformStep`s. */
  steps: string;
}

/** Organizations' own rules. */
export const ingestionRules = defineTable('ingestion_rules', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  name: column.text(),
  description: column.text().orNull(),
  expression: column.text(),
  createdAt: column.timestamp(),
});

export type IngestionRule = RowOf<typeof ingestionRules>;

export interface IngestionFilter {
  status?: IngestionStatus | undefined;
  sourceId?: string | undefined;
  priority?: IngestionPriority | undefined;
}

const JOB_COLUMNS = sql.raw(ingestionJobs.columnsOf('j'));
const LISTED_COLUMNS = sql.raw(listedJobs.columnsOf('j'));
const RULE_COLUMNS = sql.raw(ingestionRules.columns);

/** False if the id exists. */
export async function insertJob(
  tx: AnyTransaction,
  job: { data: object; steps: readonly TransformStep[] } & Omit<
    IngestionJob,
    | 'position'
    | 'status'
    | 'attempts'
    | 'transformedData'
    | 'contractTriggered'
    | 'executionId'
    | 'error'
    | 'startedAt'
    | 'completedAt'
  >,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ingestion_jobs (org_id, environment, id, source_id, data, transformation_rules, steps, trigger_contract,
      trigger_function, priority, rank, status, live, correlation_id, created_at)
    values (${job.orgId}, ${job.environment}, ${job.id}, ${job.sourceId}, ${jsonTextOf(job.data)}, ${job.rules},
      ${JSON.stringify(job.steps)}, ${job.triggerContract}, ${job.triggerFunction}, ${job.priority},
      ${priorities.indexOf(job.priority)}, 'queued', true, ${job.correlationId}, ${job.createdAt})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function findJob(db: AnyDatabase, owner: Owner, id: string): Promise<IngestionJob | undefined> {
  const { rows } = await sql<IngestionJob>`
    select ${JOB_COLUMNS}, j.transformed_data::text as "transformedData" from ingestion_jobs j
    where j.org_id = ${owner.orgId} and j.environment = ${owner.environment} and j.id = ${id}`.execute(db);
  return rows[0];
}

/** Max. bytes of a result in a list: serializing a page of the largest results would block all requests. */
export const MAX_LISTED = 16_384;

/** Newest first. Results larger than `MAX_LISTED` are omitted. */
export async function listJobs(
  db: AnyDatabase,
  owner: Owner,
  filter: IngestionFilter,
  page: { limit: number; offset: number },
): Promise<{ jobs: IngestionJob[]; total: number }> {
  const matching = sql`j.org_id = ${owner.orgId} and j.environment = ${owner.environment}
    ${filter.status === undefined ? sql`` : sql`and j.status = ${filter.status}`}
    ${filter.sourceId === undefined ? sql`` : sql`and j.source_id = ${filter.sourceId}`}
    ${filter.priority === undefined ? sql`` : sql`and j.priority = ${filter.priority}`}`;
  const { rows: jobs, total } = await selectPage(db, {
    rows: sql<IngestionJob>`
      select ${LISTED_COLUMNS}, case when octet_length(j.transformed_data::text) <= ${MAX_LISTED}
        then j.transformed_data::text end as "transformedData"
      from (select j.id from ingestion_jobs j where ${matching}
        order by j.created_at desc, j.id desc limit ${page.limit} offset ${page.offset}) p
      join ingestion_jobs j on j.org_id = ${owner.orgId} and j.environment = ${owner.environment} and j.id = p.id
      left join (select id, row_number() over (order by rank, seq) as place from ingestion_jobs
        where ${ofOwner(owner)} and status = 'queued' and live) k on k.id = j.id
      order by j.created_at desc, j.id desc`,
    matching: sql`select 1 from ingestion_jobs j where ${matching}`,
    page,
  });
  return { jobs, total };
}

/**
 * The job for a queue entry: the one it had before, or the first in the owner's queue, by priority and then
 * arrival.
 */
export async function claimJob(
  tx: AnyTransaction,
  owner: Owner,
  claim: string,
  now: Date,
): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    with kept as (
      select id from ingestion_jobs where claim = ${claim} and status = 'processing' and ${ofOwner(owner)}
    ), next as (
      select id from ingestion_jobs
      where ${ofOwner(owner)} and status = 'queued' and live and not exists (select from kept)
      order by rank, seq limit 1 for update skip locked
    ), chosen as (select id from kept union all select id from next)
    update ingestion_jobs j set status = 'processing', claim = ${claim}, attempts = j.attempts + 1,
      started_at = coalesce(j.started_at, ${now})
    from chosen where j.org_id = ${owner.orgId} and j.environment = ${owner.environment} and j.id = chosen.id
    returning ${JOB_COLUMNS}, null as "transformedData", j.data::text as data, j.steps::text as steps`.execute(
    tx,
  );
  return rows[0];
}

export interface JobEnd {
  status: 'completed' | 'failed';
  /** JSON text. */
  transformedData: string | null;
  executionId: string | null;
  error: IngestionError | null;
  at: Date;
}

export async function endJob(tx: AnyTransaction, job: IngestionJob, end: JobEnd): Promise<void> {
  await sql`
    update ingestion_jobs set status = ${end.status}, error = ${jsonOf(end.error)}, execution_id = ${end.executionId},
      transformed_data = ${end.transformedData}, contract_triggered = ${end.executionId !== null},
      completed_at = ${end.at}, claim = null
    where ${ofOwner(job)} and id = ${job.id}`.execute(tx);
}

/** Records the error of an attempt that will be retried. */
export async function noteFailure(
  tx: AnyTransaction,
  job: IngestionJob,
  error: IngestionError,
): Promise<void> {
  await sql`
    update ingestion_jobs set error = ${jsonOf(error)} where ${ofOwner(job)} and id = ${job.id}`.execute(tx);
}

/** Milliseconds per job, measured over the last finished ones of all workers; undefined if there are none. */
export async function readPace(db: AnyDatabase, owner: Owner): Promise<number | undefined> {
  const { rows } = await sql<{ jobs: number; busy: number; span: number }>`
    select count(*) as jobs, coalesce(sum(extract(epoch from completed_at - started_at) * 1000), 0)::float8 as busy,
      coalesce(extract(epoch from max(completed_at) - min(started_at)) * 1000, 0)::float8 as span
    from (
      select started_at, completed_at from ingestion_jobs
      where ${ofOwner(owner)} and completed_at is not null order by completed_at desc limit 100
    ) last`.execute(db);
  const { jobs, busy, span } = only(rows);
  if (jobs === 0) return undefined;
  // The degree of parallelism: the sum of all durations divided by the elapsed time.
  const parallel = span === 0 ? 1 : Math.max(1, busy / span);
  return busy / jobs / parallel;
}

/** False if the name exists. */
export async function insertRule(tx: AnyTransaction, rule: IngestionRule): Promise<boolean> {
  const options = { skipTaken: true, returning: ['id'] } as const;
  return (await insertRows(rowsIn(tx), ingestionRules, [rule], options)).length > 0;
}

export async function findRule(
  db: AnyDatabase,
  owner: Owner,
  id: string,
): Promise<IngestionRule | undefined> {
  const { rows } = await sql<IngestionRule>`
    select ${RULE_COLUMNS} from ingestion_rules where ${ofOwner(owner)} and id = ${id}`.execute(db);
  return rows[0];
}

/** Rules with one of the names or ids. */
export async function findRules(
  db: AnyDatabase,
  owner: Owner,
  { names, ids }: { names: string[]; ids: string[] },
): Promise<IngestionRule[]> {
  const { rows } = await sql<IngestionRule>`
    select ${RULE_COLUMNS} from ingestion_rules
    where ${ofOwner(owner)} and (name = any(${names}) or id = any(${ids}::uuid[]))`.execute(db);
  return rows;
}

/** Newest first. */
export async function listRules(
  db: AnyDatabase,
  owner: Owner,
  page: { limit: number; offset: number },
): Promise<{ rules: IngestionRule[]; total: number }> {
  const { rows: rules, total } = await selectPage(db, {
    rows: sql<IngestionRule>`select ${RULE_COLUMNS} from ingestion_rules where ${ofOwner(owner)}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from ingestion_rules where ${ofOwner(owner)}`,
    page,
  });
  return { rules, total };
}

export async function deleteRule(tx: AnyTransaction, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from ingestion_rules where ${ofOwner(owner)} and id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}
