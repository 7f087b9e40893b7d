import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { selectPage } from '../../../../kit/db/index.ts';

export type ScalingDirection = 'scale_up' | 'scale_down';

export interface ScalingPolicy {
  id: string;
  orgId: string;
  minNodes: number;
  maxNodes: number;
  targetCpu: number | null;
  targetMemory: number | null;
  scaleUpThreshold: number;
  scaleDownThreshold: number;
  cooldownMinutes: number;
  status: 'active' | 'superseded';
  createdAt: Date;
}

export interface ScalingAction {
  id: string;
  orgId: string;
  policyId: string | null;
  action: ScalingDirection;
  nodeCount: number;
  previousNodes: number;
  targetNodes: number;
  status: 'in_progress' | 'completed' | 'failed';
  /** UUIDs of nodes that were added, or that are to leave. */
  nodeIds: string[];
  reason: string | null;
  error: string | null;
  startedAt: Date;
  completedAt: Date | null;
}

const POLICY_COLUMNS =
  sql.raw(`id, org_id as "orgId", min_nodes as "minNodes", max_nodes as "maxNodes", target_cpu as "targetCpu",
  target_memory as "targetMemory", scale_up_threshold as "scaleUpThreshold", scale_down_threshold as "scaleDownThreshold",
  cooldown_minutes as "cooldownMinutes", status, created_at as "createdAt"`);

const ACTION_COLUMNS =
  sql.raw(`id, org_id as "orgId", policy_id as "policyId", action, node_count as "nodeCount",
  previous_nodes as "previousNodes", target_nodes as "targetNodes", status, node_ids as "nodeIds", reason, error,
  started_at as "startedAt", completed_at as "completedAt"`);

/** Serializes changes of the cluster until the transaction ends. */
export async function lockScaling(tx: AnyTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trivium scaling', 0))`.execute(tx);
}

/** Saves a policy as the organization's active one; false if its id exists. */
export async function insertPolicy(tx: AnyTransaction, policy: ScalingPolicy): Promise<boolean> {
  const earlier = await findPolicy(tx, policy.orgId, policy.id);
  if (earlier !== undefined) return false;
  await sql`update scaling_policies set status = 'superseded' where org_id = ${policy.orgId} and status = 'active'`.execute(
    tx,
  );
  await sql`
    insert into scaling_policies (org_id, id, min_nodes, max_nodes, target_cpu, target_memory, scale_up_threshold,
      scale_down_threshold, cooldown_minutes, status, created_at)
    values (${policy.orgId}, ${policy.id}, ${policy.minNodes}, ${policy.maxNodes}, ${policy.targetCpu}, ${policy.targetMemory},
      ${policy.scaleUpThreshold}, ${policy.scaleDownThreshold}, ${policy.cooldownMinutes}, 'active', ${policy.createdAt})`.execute(
    tx,
  );
  return true;
}

export async function findPolicy(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<ScalingPolicy | undefined> {
  const { rows } = await sql<ScalingPolicy>`
    select ${POLICY_COLUMNS} from scaling_policies where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listPolicies(
  db: AnyDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ policies: ScalingPolicy[]; total: number }> {
  const { rows: policies, total } = await selectPage(db, {
    rows: sql<ScalingPolicy>`select ${POLICY_COLUMNS} from scaling_policies where org_id = ${orgId}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    count: sql`select count(*) from scaling_policies where org_id = ${orgId}`,
  });
  return { policies, total };
}

/** Deletes a policy; false if it is not an active one of the organization. */
export async function endPolicy(tx: AnyTransaction, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update scaling_policies set status = 'superseded' where org_id = ${orgId} and id = ${id} and status = 'active' returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * The policy that governs the cluster: the newest active one of all organizations, or of the only one that
 * may scale.
 */
export async function findGoverningPolicy(
  db: AnyDatabase,
  orgId: string | undefined,
): Promise<ScalingPolicy | undefined> {
  const { rows } = await sql<ScalingPolicy>`
    select ${POLICY_COLUMNS} from scaling_policies
    where status = 'active' and org_id = coalesce(${orgId ?? null}::uuid, org_id) order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export async function insertAction(
  tx: AnyTransaction,
  action: Omit<ScalingAction, 'status' | 'error' | 'completedAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into scaling_actions (org_id, id, policy_id, action, node_count, previous_nodes, target_nodes, status, node_ids, reason, started_at)
    values (${action.orgId}, ${action.id}, ${action.policyId}, ${action.action}, ${action.nodeCount}, ${action.previousNodes},
      ${action.targetNodes}, 'in_progress', ${action.nodeIds}::uuid[], ${action.reason}, ${action.startedAt})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function findAction(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<ScalingAction | undefined> {
  const { rows } = await sql<ScalingAction>`
    select ${ACTION_COLUMNS} from scaling_actions where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listActions(
  db: AnyDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ actions: ScalingAction[]; total: number }> {
  const { rows: actions, total } = await selectPage(db, {
    rows: sql<ScalingAction>`select ${ACTION_COLUMNS} from scaling_actions where org_id = ${orgId}
      order by started_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    count: sql`select count(*) from scaling_actions where org_id = ${orgId}`,
  });
  return { actions, total };
}

/** The last requested change of the cluster that is not finished. */
export async function findLastOpenAction(db: AnyDatabase): Promise<ScalingAction | undefined> {
  const { rows } = await sql<ScalingAction>`
    select ${ACTION_COLUMNS} from scaling_actions where status = 'in_progress' order by started_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Records the nodes that are to leave. */
export async function chooseNodes(
  db: AnyDatabase,
  action: ScalingAction,
  nodeIds: readonly string[],
): Promise<void> {
  await sql`
    update scaling_actions set node_ids = ${[...nodeIds]}::uuid[]
    where org_id = ${action.orgId} and id = ${action.id} and status = 'in_progress'`.execute(db);
}

/** The current change of the cluster, whoever requested it. */
export async function findOpenAction(db: AnyDatabase): Promise<ScalingAction | undefined> {
  const { rows } = await sql<ScalingAction>`
    select ${ACTION_COLUMNS} from scaling_actions where status = 'in_progress' order by started_at, id limit 1`.execute(
    db,
  );
  return rows[0];
}

/** When the cluster last changed; undefined if never. */
export async function findLastChange(db: AnyDatabase): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(completed_at, started_at) as at from scaling_actions order by started_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.at;
}

/** False if it has already ended. */
export async function endAction(
  tx: AnyTransaction,
  action: ScalingAction,
  end: { status: 'completed' | 'failed'; nodeIds: string[]; error: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update scaling_actions set status = ${end.status}, node_ids = ${end.nodeIds}::uuid[], error = ${end.error}, completed_at = ${end.at}
    where org_id = ${action.orgId} and id = ${action.id} and status = 'in_progress' returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns those of these nodes that were not announced yet, and marks them as announced. Old entries are
 * deleted.
 */
export async function announceNodes(
  tx: AnyTransaction,
  nodeIds: readonly string[],
  at: Date,
): Promise<string[]> {
  await sql`
    delete from announced_nodes a where announced_at < ${at}::timestamptz - interval '1 day'
      and not exists (select from nodes n where n.id = a.node_id)`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into announced_nodes (node_id, announced_at) select unnest(${[...nodeIds]}::uuid[]), ${at}
    on conflict do nothing returning node_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}
