import type { QueryRows } from '../../../../kit/db/index.ts';
import { queryPage } from '../../../../kit/db/index.ts';

/** A text that messages can be made of. */
export interface StoredTemplate {
  id: string;
  name: string;
  subject: string;
  body: string;
  html: string | null;
  createdAt: Date;
}

const COLUMNS = 'id, name, subject, body, html, created_at as "createdAt"';

export async function insertTemplate(
  query: QueryRows,
  orgId: string,
  template: StoredTemplate,
): Promise<StoredTemplate> {
  await query(
    `insert into outreach_templates (org_id, id, name, subject, body, html, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [orgId, template.id, template.name, template.subject, template.body, template.html, template.createdAt],
  );
  return (await findTemplates(query, orgId, [template.id])).get(template.id)!;
}

export async function findTemplates(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, StoredTemplate>> {
  if (ids.length === 0) return new Map();
  const rows = await query<StoredTemplate>(
    `select ${COLUMNS} from outreach_templates where org_id = $1 and id = any($2::uuid[])`,
    [orgId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listTemplates(
  query: QueryRows,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ templates: StoredTemplate[]; total: number }> {
  const { rows: templates, total } = await queryPage<StoredTemplate>(
    query,
    {
      rows: `select ${COLUMNS} from outreach_templates where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      count: 'select count(*) from outreach_templates where org_id = $1',
    },
    [orgId, page.limit, page.offset],
  );
  return { templates, total };
}
