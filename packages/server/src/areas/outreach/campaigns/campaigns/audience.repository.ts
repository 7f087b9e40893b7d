import { formsOf } from '../../../../engine/mail/index.ts';
import {
  anyFolded,
  containing,
  containingAnyForm,
  folded,
  only,
  type QueryRows,
} from '../../../../kit/db/index.ts';
import { toTag } from '../../terms/lead-tag.ts';
import { type Bind, excludedByIcp, fitsIcp } from './icp-conditions.ts';

/** Whom a launch contacts: the campaign's own leads, those matching its ideal customer, or every lead. */
export type AudienceKind = 'campaign' | 'icp' | 'all';

/** Which leads a launch may contact. */
export interface AudienceQuery {
  orgId: string;
  campaignId: string;
  now: Date;
  kind: AudienceKind;
  icp: Record<string, unknown>;
}

export interface AudienceCounts {
  /** Number of leads in the audience. */
  candidates: number;
  suppressed: number;
  /** Removed by the exclusions of the ideal customer profile. */
  excluded: number;
  enrolled: number;
  eligible: number;
}

export interface Audience {
  leadIds?: readonly string[] | undefined;
  importId?: string | undefined;
  filter?: { status?: string; country?: string; tag?: string; q?: string } | undefined;
}

// As shown when reading leads: before first contact, the status follows from what is known of the lead.
const STATUS = `case when status <> 'new' then status
  when exists (select from lead_scores s where s.org_id = leads.org_id and s.lead_id = leads.id) then 'scored'
  when enriched_at is not null then 'enriched' else 'new' end`;

/** Adds leads to the campaign, ignoring ones that do not exist. Returns the new total. */
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
  const end = 'order by id for key share of leads on conflict do nothing';
  const { leadIds, importId, filter } = audience;
  if (leadIds !== undefined) await query(`${insert} id = any($4::uuid[]) ${end}`, [...base, [...leadIds]]);
  if (importId !== undefined) await query(`${insert} import_id = $4 ${end}`, [...base, importId]);
  if (filter !== undefined) {
    await query(
      `${insert} ($4::text is null or ${STATUS} = $4) and ($5::text is null or upper(country) = upper($5))
       and ($6::text[] is null or email like any($6) or ${folded('company')} like ${anyFolded('$8')}
         or ${folded("concat_ws(' ', first_name, last_name)")} like ${anyFolded('$8')})
       and ($7::text is null or exists (
         select from lead_tags t where t.org_id = leads.org_id and t.lead_id = leads.id and t.tag = $7)) ${end}`,
      [
        ...base,
        filter.status ?? null,
        filter.country ?? null,
        filter.q === undefined ? null : formsOf(filter.q).map(containing),
        filter.tag === undefined ? null : toTag(filter.tag, 'filter.tag'),
        filter.q === undefined ? null : containingAnyForm(filter.q),
      ],
    );
  }
}

/** Removes all leads from a campaign that has not written to any of them. */
export async function removeAudience(query: QueryRows, orgId: string, campaignId: string): Promise<void> {
  await query('delete from campaign_leads where org_id = $1 and campaign_id = $2', [orgId, campaignId]);
}

/**
 * Whether the campaign has leads of its own. Leads an earlier launch drew from everyone, by ideal customer or
 * explicitly, are in the campaign too, but were not chosen for the next launch.
 */
export async function hasOwnLeads(query: QueryRows, orgId: string, campaignId: string): Promise<boolean> {
  // Almost no campaign had such a launch, and then one of its leads is enough to look at.
  const rows = await query(
    `with drawn as materialized (
       select id from campaign_executions
       where org_id = $1 and campaign_id = $2 and projection->>'audience' in ('icp', 'all')
     )
     select 1 from campaign_leads m where m.org_id = $1 and m.campaign_id = $2
       and (not exists (select from drawn) or not exists (
         select from sequence_runs r where r.org_id = m.org_id and r.campaign_id = m.campaign_id and r.lead_id = m.lead_id
           and r.execution_id in (select id from drawn))) limit 1`,
    [orgId, campaignId],
  );
  return rows.length > 0;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The leads of the audience, as the table `candidates`. */
function candidatesOf({ orgId, campaignId, now, kind, icp }: AudienceQuery): Statement {
  const values: unknown[] = [orgId, campaignId, now];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const among = {
    campaign:
      'exists (select from campaign_leads m where m.org_id = $1 and m.campaign_id = $2 and m.lead_id = l.id)',
    icp: kind === 'icp' ? fitsIcp(icp, bind) : '',
    all: 'true',
  }[kind];
  const text = `candidates as materialized (
    select l.id, l.email, l.timezone, l.status, ${excludedByIcp(icp, bind)} as is_excluded,
      exists (select from suppressions s where s.org_id = $1 and (s.campaign_id is null or s.campaign_id = $2)
        and (s.expires_at is null or s.expires_at > $3)
        and (s.kind = 'email' and s.value_hash = suppression_hash($1, l.email)
          or s.kind = 'domain' and s.value_hash in (
            select suppression_hash($1, array_to_string(labels[i:], '.'))
            from string_to_array(split_part(l.email, '@', 2), '.') labels, generate_subscripts(labels, 1) i))) as is_suppressed,
      exists (select from sequence_runs r where r.org_id = $1 and r.campaign_id = $2 and r.lead_id = l.id) as is_enrolled
    from leads l left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
    where l.org_id = $1 and ${among}
  )`;
  return { text, values };
}

const ELIGIBLE = `not is_excluded and not is_suppressed and not is_enrolled
  and status not in ('unsubscribed', 'bounced', 'suppressed')`;

export async function countAudience(query: QueryRows, audience: AudienceQuery): Promise<AudienceCounts> {
  const { text, values } = candidatesOf(audience);
  const rows = await query<AudienceCounts>(
    `with ${text}
     select count(*) as candidates,
       count(*) filter (where not is_enrolled and (is_suppressed or status in ('unsubscribed', 'bounced', 'suppressed'))) as suppressed,
       count(*) filter (where not is_enrolled and is_excluded) as excluded,
       count(*) filter (where is_enrolled) as enrolled,
       count(*) filter (where ${ELIGIBLE}) as eligible
     from candidates`,
    values,
  );
  return only(rows);
}

/**
 * Selects leads by a hash of lead and launch, so that a repeat selects the same ones, and starts a sequence
 * for each. Returns how many.
 */
export async function enroll(
  query: QueryRows,
  audience: AudienceQuery,
  launch: { executionId: string; most: number | null; dueAt: Date; firstStep: number },
): Promise<number> {
  const { text, values } = candidatesOf(audience);
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const execution = bind(launch.executionId, 'uuid');
  const most = bind(launch.most, 'bigint');
  const rows = await query<{ enrolled: number }>(
    `with ${text}, chosen as (
       select l.id, l.timezone from (
         select id from candidates where ${ELIGIBLE}
         order by sha256(convert_to(id::text || ${execution}::text, 'UTF8')), id limit ${most}
       ) c join leads l on l.org_id = $1 and l.id = c.id for key share of l
     ), members as (
       insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
       select $1::uuid, $2::uuid, id, $3::timestamptz from chosen on conflict do nothing
     ), added as (
       insert into sequence_runs (org_id, campaign_id, lead_id, execution_id, status, next_step, due_at, trace_id, timezone)
       select $1::uuid, $2::uuid, id, ${execution}, 'active', ${bind(launch.firstStep, 'int')}, ${bind(launch.dueAt, 'timestamptz')},
         encode(substring(sha256(convert_to('trace ' || $1::uuid::text || ' ' || $2::uuid::text || ' ' || id::text, 'UTF8')) for 16), 'hex')::uuid,
         timezone
       from chosen on conflict do nothing returning 1
     )
     select count(*) as enrolled from added`,
    values,
  );
  return only(rows).enrolled;
}
