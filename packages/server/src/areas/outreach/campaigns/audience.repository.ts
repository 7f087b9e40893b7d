import type { QueryRows } from '../communications/query-rows.ts';

/** Which leads a launch may contact. */
export interface AudienceQuery {
  orgId: string;
  campaignId: string;
  now: Date;
  icp: Record<string, unknown>;
}

export interface AudienceCounts {
  /** In the campaign, or in the organization when the campaign has none of its own. */
  candidates: number;
  suppressed: number;
  /** Left out by the exclusions of the ideal customer profile. */
  excluded: number;
  enrolled: number;
  eligible: number;
}

export interface Audience {
  leadIds?: readonly string[] | undefined;
  importId?: string | undefined;
  filter?: { status?: string; country?: string; q?: string } | undefined;
}

// As reads of leads tell it: whoever was not contacted yet is told by what is known of them.
const STATUS = `case when status <> 'new' then status
  when exists (select from lead_scores s where s.org_id = leads.org_id and s.lead_id = leads.id) then 'scored'
  when enriched_at is not null then 'enriched' else 'new' end`;

/** Puts leads into the campaign; those that do not exist are left out. Returns how many there are then. */
export async function addAudience(
  query: QueryRows,
  orgId: string,
  campaignId: string,
  audience: Audience,
  now: Date,
): Promise<void> {
  const insert = `insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
    select $1::uuid, $2::uuid, id, $3::timestamptz from leads where org_id = $1 and`;
  const base = [orgId, campaignId, now];
  const end = 'order by id on conflict do nothing';
  const { leadIds, importId, filter } = audience;
  if (leadIds !== undefined) await query(`${insert} id = any($4::uuid[]) ${end}`, [...base, [...leadIds]]);
  if (importId !== undefined) await query(`${insert} import_id = $4 ${end}`, [...base, importId]);
  if (filter !== undefined) {
    await query(
      `${insert} ($4::text is null or ${STATUS} = $4) and ($5::text is null or upper(country) = upper($5))
       and ($6::text is null or email ilike $6 or company ilike $6) ${end}`,
      [
        ...base,
        filter.status ?? null,
        filter.country ?? null,
        filter.q === undefined ? null : `%${escapeLike(filter.q)}%`,
      ],
    );
  }
}

export async function hasImport(query: QueryRows, orgId: string, id: string): Promise<boolean> {
  const rows = await query('select 1 from lead_imports where org_id = $1 and id = $2', [orgId, id]);
  return rows.length > 0;
}

/** Which of these leads there are. */
export async function existingLeads(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    'select id from leads where org_id = $1 and id = any($2::uuid[])',
    [orgId, [...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * A lead of the campaign; without any, those of the organization that the ideal customer profile does not
 * rule out. What is not known of a lead rules nothing out.
 */
const CANDIDATES = `
  candidates as materialized (
    select l.id, l.email, l.timezone, l.status,
      (coalesce(l.domain, split_part(l.email, '@', 2)) = any($4::text[])
        or exists (select from unnest($5::text[]) t where l.title ilike '%' || t || '%')) as is_excluded,
      exists (select from suppressions s where s.org_id = $1 and (s.campaign_id is null or s.campaign_id = $2)
        and (s.expires_at is null or s.expires_at > $3)
        and (s.kind = 'email' and s.value_hash = suppression_hash($1, l.email)
          or s.kind = 'domain' and s.value_hash = suppression_hash($1, split_part(l.email, '@', 2)))) as is_suppressed,
      exists (select from sequence_runs r where r.org_id = $1 and r.campaign_id = $2 and r.lead_id = l.id) as is_enrolled
    from leads l
    where l.org_id = $1 and case
      when exists (select from campaign_leads where org_id = $1 and campaign_id = $2)
        then exists (select from campaign_leads m where m.org_id = $1 and m.campaign_id = $2 and m.lead_id = l.id)
      else ($6::text[] = '{}' or l.title is null or exists (select from unnest($6::text[]) t where l.title ilike '%' || t || '%'))
        and ($7::text[] = '{}' or l.country is null or upper(l.country) = any($7::text[]))
      end
  )`;

const ELIGIBLE = `not is_excluded and not is_suppressed and not is_enrolled
  and status not in ('unsubscribed', 'bounced', 'suppressed')`;

export async function countAudience(query: QueryRows, audience: AudienceQuery): Promise<AudienceCounts> {
  const rows = await query<AudienceCounts>(
    `with ${CANDIDATES}
     select count(*) as candidates,
       count(*) filter (where not is_enrolled and (is_suppressed or status in ('unsubscribed', 'bounced', 'suppressed'))) as suppressed,
       count(*) filter (where not is_enrolled and is_excluded) as excluded,
       count(*) filter (where is_enrolled) as enrolled,
       count(*) filter (where ${ELIGIBLE}) as eligible
     from candidates`,
    valuesOf(audience),
  );
  return rows[0]!;
}

/**
 * Chooses leads by a hash of lead and launch, so that a repeat chooses the same ones, and starts each on its
 * sequence. Returns how many.
 */
export async function enroll(
  query: QueryRows,
  audience: AudienceQuery,
  launch: { executionId: string; most: number | null; dueAt: Date; firstStep: number },
): Promise<number> {
  const rows = await query<{ enrolled: number }>(
    `with ${CANDIDATES}, chosen as (
       select id, timezone from candidates where ${ELIGIBLE}
       order by sha256(convert_to(id::text || $8::uuid::text, 'UTF8')), id limit $9
     ), members as (
       insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
       select $1::uuid, $2::uuid, id, $3::timestamptz from chosen on conflict do nothing
     ), added as (
       insert into sequence_runs (org_id, campaign_id, lead_id, execution_id, status, next_step, due_at, trace_id, timezone)
       select $1::uuid, $2::uuid, id, $8::uuid, 'active', $11::int, $10::timestamptz,
         encode(substring(sha256(convert_to('trace ' || $1::uuid::text || ' ' || $2::uuid::text || ' ' || id::text, 'UTF8')) for 16), 'hex')::uuid,
         timezone
       from chosen on conflict do nothing returning 1
     )
     select count(*) as enrolled from added`,
    [...valuesOf(audience), launch.executionId, launch.most, launch.dueAt, launch.firstStep],
  );
  return rows[0]!.enrolled;
}

function valuesOf({ orgId, campaignId, now, icp }: AudienceQuery): unknown[] {
  const exclusions = (icp.exclusions ?? {}) as Record<string, unknown>;
  return [
    orgId,
    campaignId,
    now,
    textsOf(exclusions.domains).map((domain) => domain.toLowerCase()),
    textsOf(exclusions.titles).map(escapeLike),
    textsOf(icp.titles).map(escapeLike),
    textsOf(icp.countries).map((country) => country.toUpperCase()),
  ];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
