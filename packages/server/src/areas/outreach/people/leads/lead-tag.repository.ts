import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { MAX_COUNTED, only, selectPage } from '../../../../kit/db/index.ts';
import { type LeadFilter, leadsWhere } from './lead.repository.ts';

export interface Tagging {
  orgId: string;
  filter: LeadFilter;
  add: readonly string[];
  remove: readonly string[];
  at: Date;
  /** With more matching leads than this, nothing is changed and `leads` is one more. */
  most: number;
}

export interface Tagged {
  leads: number;
  added: number;
  removed: number;
}

/** Adds tags to, and removes others from, the leads a filter matches. */
export async function tagLeads(tx: AnyTransaction, tagging: Tagging): Promise<Tagged> {
  const { orgId, filter, add, remove, at, most } = tagging;
  const { rows } = await sql<Tagged>`
    with chosen as materialized (select l.id ${leadsWhere(orgId, filter)} limit ${most + 1} for key share of l),
    counted as (select count(*) as leads from chosen),
    added as (
      insert into lead_tags (org_id, tag, lead_id, added_at)
      select ${orgId}::uuid, t.tag, c.id, ${at}::timestamptz from chosen c cross join unnest(${[...add]}::text[]) t (tag)
      where (select leads from counted) <= ${most}::bigint order by t.tag, c.id
      on conflict do nothing returning 1
    ),
    removed as (
      delete from lead_tags t using chosen c
      where t.org_id = ${orgId} and t.lead_id = c.id and t.tag = any(${[...remove]}::text[])
        and (select leads from counted) <= ${most}::bigint returning 1
    )
    select leads, (select count(*) from added) as added, (select count(*) from removed) as removed from counted`.execute(
    tx,
  );
  return only(rows);
}

/** An organization's tags: jumps from one to the next in the index, however many leads have each. */
function knownTags(orgId: string) {
  return sql`with recursive known as (
      (select tag from lead_tags where org_id = ${orgId} order by tag limit 1)
      union all
      select (select t.tag from lead_tags t where t.org_id = ${orgId} and t.tag > k.tag order by t.tag limit 1)
      from known k where k.tag is not null
    )`;
}

/** By name, each with its number of leads, counted up to `MAX_COUNTED`. */
export async function listLeadTags(
  db: AnyDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ tags: { tag: string; leads: number }[]; total: number }> {
  const { rows, total } = await selectPage(db, {
    rows: sql<{ tag: string; leads: number }>`${knownTags(orgId)}
      select p.tag, (select count(*) from (select 1 from lead_tags t
        where t.org_id = ${orgId} and t.tag = p.tag limit ${MAX_COUNTED}) counted) as leads
      from (select tag from known where tag is not null order by tag limit ${page.limit} offset ${page.offset}) p
      order by p.tag`,
    count: sql`${knownTags(orgId)} select count(tag) from known`,
  });
  return { tags: rows, total };
}
