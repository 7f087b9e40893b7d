import type { QueryRows } from '../../kit/db/index.ts';
import type { ClassifiedTable } from './table-classes.ts';

/**
 * Why tables of organizations cannot be distributed by `org_id`, by table: the column is missing, a unique key does not
 * contain it, or a foreign key to another table of organizations does not. Tables without a problem are not listed.
 */
export async function findShapeFaults(
  query: QueryRows,
  classes: readonly ClassifiedTable[],
): Promise<Map<string, string[]>> {
  const of = (wanted: string) =>
    classes.filter(({ tableClass }) => tableClass === wanted).map(({ name }) => name);
  const rows = await query<{ name: string; fault: string }>(FAULTS, [of('organization'), of('coordinator')]);
  const faults = new Map<string, string[]>();
  for (const { name, fault } of rows) faults.set(name, [...(faults.get(name) ?? []), fault]);
  return faults;
}

const FAULTS = `
  with tables as (
    select c.oid, c.relname::text as name, a.attnum as org
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
  ), faults as (
    select name, 'no org_id' as fault from tables where org is null
    union all
    select t.name, 'no primary key' from tables t
    where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)
      and not exists (select from pg_class c where c.oid = t.oid and c.relkind = 'p')
    union all
    select t.name, 'unique ' || i.indexrelid::regclass from tables t
    join pg_index i on i.indrelid = t.oid and i.indisunique
    where t.org is null or not t.org = any((i.indkey::smallint[])[0:i.indnkeyatts - 1])
    union all
    select t.name, 'reference ' || k.conname from tables t
    join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.conparentid = 0
    join pg_class target on target.oid = k.confrelid
    left join tables o on o.oid = k.confrelid
    where target.relname = any($2)
      or o.oid is not null and not exists (
        select from unnest(k.conkey, k.confkey) as pair(own, other) where pair.own = t.org and pair.other = o.org)
  )
  select name, fault from faults order by name, fault`;
