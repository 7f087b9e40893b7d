import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  nullableTimestamp,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { exportStatuses, type OrganizationExport } from './export.repository.ts';

export const exportParams = Type.Object({
  id: Type.String({ description: 'The id of the organization, `org_…`.' }),
  exportId: Type.String({ description: 'The id of the export, `oxp_…`.' }),
});

export const listExportsQuery = strictObject(pageQuery);

export const exportRecord = named(
  'OrganizationExport',
  Type.Object({
    id: Type.String({ description: '`oxp_…`' }),
    organization_id: Type.String({ description: 'The organization whose data it contains.' }),
    status: Type.Enum([...exportStatuses], {
      type: 'string',
      description: '`expired`: its time is over, and the archive was deleted.',
    }),
    requested_by: Type.String({ description: 'Who asked for it, `usr_…` or `key_…`.' }),
    created_at: timestampField('When it was asked for.'),
    completed_at: nullableTimestamp('When it ended; null before.'),
    expires_at: nullableTimestamp('Until when the archive can be downloaded; null before it is ready.'),
    size_bytes: nullable(Type.Integer(), 'Size of the archive.'),
    sha256: nullable(Type.String(), 'SHA-256 of the archive, in hexadecimal.'),
    files: Type.Union(
      [
        Type.Array(
          Type.Object({
            name: Type.String({ description: 'Path in the archive.' }),
            rows: nullable(Type.Integer(), 'Number of lines of a file of rows; null for an uploaded file.'),
            bytes: Type.Integer({ description: 'Unpacked size.' }),
            sha256: Type.String({ description: 'Hexadecimal.' }),
          }),
        ),
        Type.Null(),
      ],
      { description: 'Contents of the archive, the same as `manifest.json` in it.' },
    ),
    error: nullable(Type.String(), 'Why it failed.'),
  }),
);

export const exportList = listOf('exports', exportRecord);

export function toExportRecord(one: OrganizationExport): Static<typeof exportRecord> {
  return toRecord(exportRecord, one, {
    id: formatId('oxp', one.id),
    organization_id: formatId('org', one.orgId),
  });
}
