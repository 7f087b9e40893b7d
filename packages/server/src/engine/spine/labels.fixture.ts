import type { Pool } from 'pg';
import { int4Array, type QueryRows, textArray, uuidArray } from '../../kit/db/index.ts';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import type { TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import type { AppendParticipant } from './append-statement.repository.ts';

interface LabelPlan {
  orgId: string;
  label: string;
  events: number;
}

/** What happened to the plans of one node's participant. */
export interface LabelLog {
  planned: number;
  committed: { orgId: string; base: number; label: string; events: number }[];
  abandoned: number;
}

/**
 * A minimal participant: its route is one label per organization, and each event causes a row with the
 * current label.
 */
export function createLabelParticipant(): { participant: AppendParticipant<LabelPlan>; seen: LabelLog } {
  const labels = new Map<string, string>();
  const seen: LabelLog = { planned: 0, committed: [], abandoned: 0 };
  const participant: AppendParticipant<LabelPlan> = {
    name: 'new_labels',
    parameterCount: 3,
    sql: (n) => `
      insert into labelled (org_id, position, label)
      select h.org_id, h.base + rank - 1, l.label
      from unnest($${n}::uuid[], $${n + 1}::text[], $${n + 2}::int[]) as l(org_id, label, events)
      join heads h on h.org_id = l.org_id cross join lateral generate_series(1, l.events) as rank`,
    loadRoutes: async (orgIds, query: QueryRows) => {
      const rows = await query<{ org_id: string; label: string }>(
        'select org_id, label from labels where org_id = any($1::uuid[])',
        [orgIds],
      );
      return () => {
        for (const orgId of orgIds) labels.set(orgId, 'none');
        for (const row of rows) labels.set(row.org_id, row.label);
      };
    },
    forgetRoutes: (orgId) => void labels.delete(orgId),
    plan: (orgId, events) => {
      const label = labels.get(orgId);
      if (label === undefined) throw new Error('planned without routes');
      seen.planned++;
      return { orgId, label, events: events.length };
    },
    parameters: (plans) => [
      uuidArray(plans.map(({ orgId }) => orgId)),
      textArray(plans.map(({ label }) => label)),
      int4Array(plans.map(({ events }) => events)),
    ],
    committed: (plan, base) => void seen.committed.push({ ...plan, base }),
    abandoned: () => void seen.abandoned++,
  };
  return { participant, seen };
}

export async function createLabelTables({ owner, connection }: TestDatabase): Promise<void> {
  await withClient(owner, (client) =>
    client.query(`
    create table labels (org_id uuid primary key, label text not null);
    create table labelled (org_id uuid, position bigint, label text not null, primary key (org_id, position));
    create table label_changes (org_id uuid, size bigint, label text);
    select grant_service_access('${connection.user}')`),
  );
}

/** Changes the route as every area must: together with the route version, in one transaction. */
export async function changeLabel(pool: Pool, orgId: string, label: string): Promise<void> {
  await pool.query(
    `with head as (
       update event_logs set routes_version = nextval('routes_versions') where org_id = $1 returning size
     ), changed as (
       insert into labels values ($1, $2) on conflict (org_id) do update set label = excluded.label
     )
     insert into label_changes select $1, size, $2 from head`,
    [orgId, label],
  );
}
