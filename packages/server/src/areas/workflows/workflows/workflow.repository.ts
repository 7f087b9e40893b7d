import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../engine/spine/index.ts';
import type { ActionStep } from '../../../engine/workflows/index.ts';
import { jsonOf, only, selectPage } from '../../../kit/db/index.ts';
import type { WorkflowRange } from '../workflow-service.ts';

/** The current state of a workflow. Ids are UUIDs. */
export interface Workflow {
  id: string;
  orgId: string;
  environment: string;
  /** The key that created it or last changed its actions. */
  keyId: string;
  name: string;
  description: string | null;
  enabled: boolean;
  pattern: string;
  condition: object | null;
  actions: ActionStep[];
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = sql`w.id, w.org_id as "orgId", w.environment, w.key_id as "keyId", w.name, w.description, w.enabled,
  w.event_pattern as pattern, w.condition, r.actions, w.revision, w.created_at as "createdAt", w.updated_at as "updatedAt"`;

function present({ orgId }: WorkflowRange) {
  return sql`w.org_id = ${orgId} and w.deleted_at is null`;
}

export async function findWorkflow(
  db: AnyDatabase,
  range: WorkflowRange,
  id: string,
): Promise<Workflow | undefined> {
  const { rows } = await sql<Workflow>`
    select ${columns} from workflows w
    join workflow_revisions r on r.org_id = w.org_id and r.workflow_id = w.id and r.revision = w.revision
    where ${present(range)} and w.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first, ties by id. */
export async function listWorkflows(
  db: AnyDatabase,
  range: WorkflowRange,
  page: { limit: number; offset: number },
): Promise<{ workflows: Workflow[]; total: number }> {
  const { rows: workflows, total } = await selectPage(db, {
    rows: sql<Workflow>`
      select ${columns} from workflows w
      join workflow_revisions r on r.org_id = w.org_id and r.workflow_id = w.id and r.revision = w.revision
      where ${present(range)} order by w.created_at desc, w.id desc
      limit ${page.limit} offset ${page.offset}`,
    count: sql`select count(*) from workflows w where ${present(range)}`,
  });
  return { workflows, total };
}

export async function countWorkflows(db: AnyDatabase, orgId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from workflows where org_id = ${orgId} and deleted_at is null`.execute(db);
  return only(rows).total;
}

/** False when the id is taken. */
export async function insertWorkflow(tx: AnyTransaction, workflow: Workflow): Promise<boolean> {
  const { rows } = await sql`
    insert into workflows (id, org_id, environment, key_id, name, description, enabled, event_pattern, condition, revision,
      created_at, updated_at)
    values (${workflow.id}, ${workflow.orgId}, ${workflow.environment}, ${workflow.keyId}, ${workflow.name}, ${workflow.description},
      ${workflow.enabled}, ${workflow.pattern}, ${jsonOf(workflow.condition)}, ${workflow.revision},
      ${workflow.createdAt}, ${workflow.updatedAt})
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return false;
  await insertRevision(tx, workflow);
  return true;
}

/** Saves the changed state, and the actions too for a new revision. */
export async function saveWorkflow(
  tx: AnyTransaction,
  workflow: Workflow,
  isNewRevision: boolean,
): Promise<void> {
  await sql`
    update workflows set key_id = ${workflow.keyId}, name = ${workflow.name}, description = ${workflow.description},
      enabled = ${workflow.enabled}, event_pattern = ${workflow.pattern}, condition = ${jsonOf(workflow.condition)},
      revision = ${workflow.revision}, updated_at = ${workflow.updatedAt}
    where org_id = ${workflow.orgId} and id = ${workflow.id}`.execute(tx);
  if (isNewRevision) await insertRevision(tx, workflow);
}

async function insertRevision(tx: AnyTransaction, { orgId, id, revision, actions }: Workflow): Promise<void> {
  await sql`insert into workflow_revisions (org_id, workflow_id, revision, actions)
    values (${orgId}, ${id}, ${revision}, ${jsonOf(actions)})`.execute(tx);
}

/** False when there is none. */
export async function markDeleted(
  tx: AnyTransaction,
  { orgId }: WorkflowRange,
  id: string,
  at: Date,
): Promise<Pick<Workflow, 'id' | 'orgId' | 'name'> | undefined> {
  const { rows } = await sql<Pick<Workflow, 'id' | 'orgId' | 'name'>>`
    update workflows set deleted_at = ${at}
    where org_id = ${orgId} and id = ${id} and deleted_at is null
    returning id, org_id as "orgId", name`.execute(tx);
  return rows[0];
}

/**
 * Removes up to this many runs of a deleted workflow, and the workflow itself once none is left. True when it
 * is gone.
 */
export async function removeDeleted(
  tx: AnyTransaction,
  orgId: string,
  id: string,
  most: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflow_runs where workflow_id = ${id} and org_id = ${orgId} and id = any(array(
      select r.id from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = ${id} order by r.id limit ${most}))`.execute(
    tx,
  );
  if (numAffectedRows >= BigInt(most)) return false;
  await sql`delete from workflows where org_id = ${orgId} and id = ${id} and deleted_at is not null`.execute(
    tx,
  );
  return true;
}
