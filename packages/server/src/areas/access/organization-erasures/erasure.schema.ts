import { type Static, Type } from 'typebox';
import type { OrganizationTable } from '../../../engine/organization-data/index.ts';
import { named, nullable, strictObject, textField, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { type Erasure, erasureStatuses } from './erasure.repository.ts';

export const eraseOrganizationBody = strictObject({
  name: textField(200, 'The name of the organization, word for word: it confirms that you mean this one.'),
});

export const erasureRecord = named(
  'OrganizationErasure',
  Type.Object({
    organization_id: Type.String({ description: '`org_…`' }),
    status: Type.Enum([...erasureStatuses], {
      type: 'string',
      description: '`failed`: request it again, and it continues where it stopped.',
    }),
    requested_by: Type.String({ description: 'Who asked for it, `usr_…` or `key_…`.' }),
    requested_at: timestampField('When it was asked for.'),
    completed_at: nullable(timestampField('A moment.'), 'When everything was erased; null before.'),
    rows_deleted: Type.Integer({ description: 'Rows in all tables together.' }),
    deleted: Type.Array(
      Type.Object({
        table: Type.String({ description: 'Name of the table in the database.' }),
        rows: Type.Integer({ description: 'Rows that were deleted.' }),
      }),
      { description: 'By table, in the order of their names.' },
    ),
    files_deleted: Type.Integer({ description: 'Uploaded files, imports, backups and exports.' }),
    jobs_deleted: Type.Integer({ description: 'Background jobs that were waiting.' }),
    events_redacted: Type.Integer({
      description: 'Events whose payload was erased. Their positions and leaf hashes stay.',
    }),
    kept: Type.Array(
      Type.Object({
        table: Type.String({ description: 'Name of the table in the database.' }),
        reason: Type.String({ description: 'Why its rows stay.' }),
      }),
      {
        description: 'What stays, and why.',
      },
    ),
    error: nullable(Type.String(), 'Why it stopped.'),
  }),
);

/** Deleted rows by table, sorted by name. */
export function deletedByTable({ deleted }: Erasure): { table: string; rows: number }[] {
  const tables = Object.entries(deleted).map(([table, rows]) => ({ table, rows }));
  return tables.sort((a, b) => (a.table < b.table ? -1 : 1));
}

export function toErasureRecord(
  erasure: Erasure,
  tables: readonly OrganizationTable[],
): Static<typeof erasureRecord> {
  const deleted = deletedByTable(erasure);
  const { status, requestedBy, requestedAt, completedAt, error } = erasure;
  return {
    organization_id: formatId('org', erasure.orgId),
    status,
    requested_by: requestedBy,
    requested_at: requestedAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    rows_deleted: deleted.reduce((sum, { rows }) => sum + rows, 0),
    deleted,
    files_deleted: erasure.filesDeleted,
    jobs_deleted: erasure.jobsDeleted,
    events_redacted: erasure.redactedSize,
    kept: tables.flatMap(({ name, kept }) => (kept === undefined ? [] : [{ table: name, reason: kept }])),
    error,
  };
}
