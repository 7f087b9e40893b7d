import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { OperatedOrganization } from './organizations.repository.ts';

export const createOrganizationBody = strictObject({
  name: textField(200, 'Name of the organization; unique.'),
});

export const organizationParams = Type.Object({
  id: Type.String({ description: 'The id of the organization, `org_…`.' }),
});

export const listOrganizationsQuery = strictObject(pageQuery);

const organizationFields = {
  id: Type.String({ description: '`org_…`' }),
  name: Type.String({ description: 'For people; unique.' }),
  is_operator: Type.Boolean({ description: 'Whether it is the one of the operator.' }),
  created_at: timestampField('When it was made.'),
  suspended_at: nullable(
    timestampField('A moment.'),
    'Since when its keys and people are refused; null if they are not.',
  ),
  erased_at: nullable(timestampField('A moment.'), 'When all its data was erased; null if it was not.'),
  erasure: Type.Union(
    [
      Type.Enum(['running', 'completed', 'failed'], { type: 'string', description: 'Progress.' }),
      Type.Null(),
    ],
    { description: 'Progress of its erasure; null if none was requested.' },
  ),
};

export const operatedOrganizationRecord = named('OperatedOrganization', Type.Object(organizationFields));

export const madeOrganizationRecord = Type.Object({
  ...organizationFields,
  key: Type.String({ description: 'Its first API key, with the scope `admin`. It is shown only now.' }),
});

export const organizationList = listOf('organizations', operatedOrganizationRecord);

export function toOperatedRecord({
  id,
  name,
  isDefault,
  createdAt,
  suspendedAt,
  erasedAt,
  erasure,
}: OperatedOrganization): Static<typeof operatedOrganizationRecord> {
  return {
    id: formatId('org', id),
    name,
    is_operator: isDefault,
    created_at: createdAt.toISOString(),
    suspended_at: suspendedAt?.toISOString() ?? null,
    erased_at: erasedAt?.toISOString() ?? null,
    erasure,
  };
}
