import {
  column,
  defineTable,
  insertRows,
  type QueryRows,
  queryPage,
  type RowOf,
} from '../../../kit/db/index.ts';

export const reviewComments = defineTable('review_comments', {
  orgId: column.uuid(),
  id: column.uuid(),
  fingerprint: column.text(),
  author: column.text(),
  text: column.text(),
  createdAt: column.timestamp(),
});

/** `author` is a public id. */
export type Comment = RowOf<typeof reviewComments>;

/** False when the id is taken. */
export async function insertComment(query: QueryRows, comment: Comment): Promise<boolean> {
  const made = await insertRows(query, reviewComments, [comment], { skipTaken: true, returning: ['id'] });
  return made.length > 0;
}

export async function findComment(
  query: QueryRows,
  { orgId, fingerprint, id }: Pick<Comment, 'orgId' | 'fingerprint' | 'id'>,
): Promise<Comment | undefined> {
  const rows = await query<Comment>(
    `select ${reviewComments.columns} from review_comments where org_id = $1 and fingerprint = $2 and id = $3`,
    [orgId, fingerprint, id],
  );
  return rows[0];
}

/** Oldest first. */
export function listComments(
  query: QueryRows,
  { orgId, fingerprint }: Pick<Comment, 'orgId' | 'fingerprint'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Comment[]; total: number }> {
  const mine = 'from review_comments where org_id = $1 and fingerprint = $2';
  return queryPage<Comment>(
    query,
    {
      rows: `select ${reviewComments.columns} ${mine} order by id limit $3 offset $4`,
      count: `select count(*) ${mine}`,
    },
    [orgId, fingerprint, limit, offset],
  );
}

/** The number of comments per finding, without findings that have none. */
export async function countComments(
  query: QueryRows,
  orgId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ fingerprint: string; comments: number }>(
    `select fingerprint, count(*)::int as comments from review_comments
     where org_id = $1 and fingerprint = any($2::text[]) group by fingerprint`,
    [orgId, fingerprints],
  );
  return new Map(rows.map(({ fingerprint, comments }) => [fingerprint, comments]));
}

export async function deleteComment(query: QueryRows, orgId: string, id: string): Promise<boolean> {
  const rows = await query('delete from review_comments where org_id = $1 and id = $2 returning id', [
    orgId,
    id,
  ]);
  return rows.length > 0;
}
