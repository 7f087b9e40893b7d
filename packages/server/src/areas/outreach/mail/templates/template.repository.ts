import {
  column,
  defineTable,
  insertRows,
  type QueryRows,
  queryPage,
  type RowOf,
} from '../../../../kit/db/index.ts';
import { required } from '../../../../kit/required.ts';

/** Texts to create messages from. */
export const templates = defineTable('outreach_templates', {
  orgId: column.uuid(),
  id: column.uuid(),
  name: column.text(),
  subject: column.text(),
  body: column.text(),
  html: column.text().orNull(),
  createdAt: column.timestamp(),
});

export type StoredTemplate = RowOf<typeof templates>;

export async function insertTemplate(
  query: QueryRows,
  orgId: string,
  template: Omit<StoredTemplate, 'orgId'>,
): Promise<StoredTemplate> {
  await insertRows(query, templates, [{ orgId, ...template }], { skipTaken: true });
  return required(
    (await findTemplates(query, orgId, [template.id])).get(template.id),
    'the template that was made',
  );
}

export async function findTemplates(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, StoredTemplate>> {
  if (ids.length === 0) return new Map();
  const rows = await query<StoredTemplate>(
    `select ${templates.columns} from outreach_templates where org_id = $1 and id = any($2::uuid[])`,
    [orgId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listTemplates(
  query: QueryRows,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ templates: StoredTemplate[]; total: number }> {
  const { rows, total } = await queryPage<StoredTemplate>(
    query,
    {
      rows: `select ${templates.columns} from outreach_templates where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      count: 'select count(*) from outreach_templates where org_id = $1',
    },
    [orgId, page.limit, page.offset],
  );
  return { templates: rows, total };
}
