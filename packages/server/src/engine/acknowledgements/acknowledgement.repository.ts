import { column, defineTable, type QueryRows, type RowOf } from '../../kit/db/index.ts';

export const acknowledgements = defineTable('acknowledgements', {
  orgId: column.uuid(),
  subject: column.text(),
  acknowledgedBy: column.text(),
  assignee: column.text().orNull(),
  note: column.text().orNull(),
  acknowledgedAt: column.timestamp(),
});

/** People and keys are stored by public id. */
export type StoredAcknowledgement = RowOf<typeof acknowledgements>;

export function findAcknowledgements(
  query: QueryRows,
  orgId: string,
  subjects: readonly string[],
): Promise<StoredAcknowledgement[]> {
  return query<StoredAcknowledgement>(
    `select ${acknowledgements.columns} from acknowledgements where org_id = $1 and subject = any($2::text[])`,
    [orgId, subjects],
  );
}

/** Replaces an earlier one. */
export async function saveAcknowledgement(query: QueryRows, one: StoredAcknowledgement): Promise<void> {
  await query(
    `insert into acknowledgements (org_id, subject, acknowledged_by, assignee, note, acknowledged_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, subject) do update set acknowledged_by = excluded.acknowledged_by,
       assignee = excluded.assignee, note = excluded.note, acknowledged_at = excluded.acknowledged_at`,
    [one.orgId, one.subject, one.acknowledgedBy, one.assignee, one.note, one.acknowledgedAt],
  );
}

/** False when there was none. */
export async function deleteAcknowledgement(
  query: QueryRows,
  orgId: string,
  subject: string,
): Promise<boolean> {
  const rows = await query(
    'delete from acknowledgements where org_id = $1 and subject = $2 returning subject',
    [orgId, subject],
  );
  return rows.length > 0;
}
