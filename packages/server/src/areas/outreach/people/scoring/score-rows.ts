import type { ScoredLead } from './match-customer.ts';
import type { Reason } from './score-lead.ts';

/** The stored data a score is computed from. */
export interface ScoreRow {
  id: string;
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  isBarred: boolean;
  companyProfile: Record<string, unknown> | null;
  personProfile: Record<string, unknown> | null;
  intent: Record<
    string,
    { detected?: boolean; score?: number; observed_at?: string; evidence?: string }
  > | null;
  engagement: Record<string, number | string | null> | null;
  previousScore: number | null;
}

const ownColumns = `l.id, l.title, l.company, l.domain, l.country,
  l.status in ('unsubscribed', 'bounced', 'suppressed') as "isBarred"`;

/** Score columns of a lead `l` with no data besides its own row. */
export const newLeadScoreColumns = `${ownColumns}, null as "companyProfile", null as "personProfile", null as intent,
  null as engagement, null as "previousScore"`;

/** Score columns of a lead `l`; `$1` is the organization. */
export const scoreColumns = `${ownColumns},
  p.company as "companyProfile", p.person as "personProfile", p.intent,
  case when e.lead_id is not null then to_jsonb(e) end as engagement, s.score as "previousScore"`;

export const scoreTables = `leads l
  left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
  left join lead_engagement e on e.org_id = l.org_id and e.lead_id = l.id
  left join lead_scores s on s.org_id = l.org_id and s.lead_id = l.id`;

const signalKinds = ['hiring_activity', 'recent_funding', 'technology_migration'] as const;

export function toScoredLead(row: ScoreRow): ScoredLead {
  return {
    ...row,
    profile: row.companyProfile && toProfile(row),
    engagement: row.engagement && toEngagement(row.engagement),
  };
}

function toProfile({ companyProfile, personProfile, intent }: ScoreRow): ScoredLead['profile'] {
  const company = companyProfile as {
    industry?: string;
    employee_count?: number;
    technologies?: string[];
    description?: string;
  };
  const person = (personProfile ?? {}) as { seniority?: string; department?: string; location?: string };
  return {
    industry: company.industry ?? null,
    employeeCount: company.employee_count ?? null,
    technologies: company.technologies ?? [],
    description: company.description ?? null,
    seniority: person.seniority ?? null,
    department: person.department ?? null,
    signals: signalKinds.flatMap((kind) => {
      const signal = intent?.[kind];
      if (!signal?.detected || !signal.observed_at) return [];
      const { score = 0, observed_at, evidence = '' } = signal;
      return [{ kind, strength: score, atMs: Date.parse(observed_at), evidence }];
    }),
  };
}

function toEngagement(row: NonNullable<ScoreRow['engagement']>): ScoredLead['engagement'] {
  const count = (name: string) => (row[name] as number) ?? 0;
  const time = (name: string) => (row[name] == null ? null : Date.parse(row[name] as string));
  return {
    sent: count('sent'),
    opens: count('opens'),
    machineOpens: count('machine_opens'),
    clicks: count('clicks'),
    replies: count('replies'),
    positiveReplies: count('positive_replies'),
    negativeReplies: count('negative_replies'),
    meetings: count('meetings'),
    openedAtMs: time('last_opened_at'),
    clickedAtMs: time('last_clicked_at'),
    repliedAtMs: time('last_replied_at'),
    metAtMs: time('last_meeting_at'),
  };
}

/** Reasons in their compact stored form. */
export function packReasons(reasons: readonly Reason[]): string {
  return JSON.stringify(
    reasons.map(({ component, rule, points, evidence }) => [component, rule, points, evidence]),
  );
}

export function unpackReasons(text: string): Reason[] {
  const packed = JSON.parse(text) as [Reason['component'], string, number, string][];
  return packed.map(([component, rule, points, evidence]) => ({ component, rule, points, evidence }));
}
