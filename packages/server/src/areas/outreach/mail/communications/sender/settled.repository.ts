import type { QueryRows } from '../../../../../kit/db/index.ts';
import { stepsOf } from '../../../terms/strategy.ts';
import type { FailureCode } from '../communication.ts';
import type { Attempt, Outgoing } from './outgoing.ts';
/** The messages this settlement updated, each with whether it was considered lost before. */
export async function moveStates(
  query: QueryRows,
  orgId: string,
  attempts: readonly Attempt[],
): Promise<Map<string, boolean>> {
  const rows = attempts.map((attempt) => ({
    id: attempt.outgoing.communication.id,
    token: attempt.token,
    status: attempt.kind === 'later' ? 'pending' : attempt.kind,
    code: attempt.kind === 'failed' ? attempt.code : null,
    detail: attempt.kind === 'sent' ? null : attempt.detail,
    response: attempt.kind === 'sent' ? attempt.response : null,
    at: new Date(attempt.endedAtMs),
    next_at: attempt.kind === 'later' ? new Date(attempt.atMs) : null,
    waiting_for: attempt.kind === 'later' ? attempt.waitingFor : null,
  }));
  const moved = await query<{ id: string; was_unknown: boolean }>(
    `with a as (
       select * from json_to_recordset($2::json) as a(id uuid, token uuid, status text, code text, detail text,
         response text, at timestamptz, next_at timestamptz, waiting_for text)
     ), l as (
       select c.id, c.failure_code is not distinct from 'delivery_unknown' as was_unknown
       from communications c join a on c.id = a.id where c.org_id = $1 order by c.id for update of c
     )
     update communications c set status = a.status, failure_code = a.code, failure_detail = a.detail,
       smtp_response = a.response, lease_node = null, reservation_id = null,
       sent_at = case when a.status = 'sent' then a.at end,
       delivered_at = case when a.status = 'sent' then a.at end,
       bounced_at = case when a.code = 'hard_bounce' then a.at end,
       unknown_since = case when a.code = 'delivery_unknown' then a.at end,
       next_attempt_at = coalesce(a.next_at, c.next_attempt_at), waiting_for = a.waiting_for
     from a join l using (id) where c.org_id = $1 and c.id = a.id and c.attempt_token = a.token
       -- Another node may have held this one for dead; that it was sent after all is known here.
       and (c.status = 'processing' or (c.failure_code = 'delivery_unknown' and a.status = 'sent'))
     returning c.id, l.was_unknown`,
    [orgId, JSON.stringify(rows)],
  );
  return new Map(moved.map(({ id, was_unknown }) => [id, was_unknown]));
}

export type Ended<K extends Attempt['kind']> = Extract<Attempt, { kind: K }>;

/** Advances each lead to its next step. Returns the leads reached for the first time, by message. */
export async function advanceRuns(
  query: QueryRows,
  orgId: string,
  sent: Ended<'sent'>[],
): Promise<Set<string>> {
  const inSequence = sent.filter(({ outgoing: { communication } }) => communication.executionId !== null);
  if (inSequence.length === 0) return new Set();
  const rows = inSequence.map(({ outgoing: { communication, terms }, endedAtMs }) => {
    const next = terms && stepsOf(terms.strategy).find(({ step }) => step > (communication.step ?? 0));
    return {
      id: communication.id,
      campaign_id: communication.campaignId,
      lead_id: communication.leadId,
      at: new Date(endedAtMs),
      next_step: next?.step ?? null,
      due_at: next ? new Date(endedAtMs + next.delay_hours * 3_600_000) : null,
    };
  });
  const first = await query<{ id: string }>(
    `with a as (
       select * from json_to_recordset($2::json) as a(id uuid, campaign_id uuid, lead_id uuid, at timestamptz,
         next_step int, due_at timestamptz)
     ), b as (
       select r.campaign_id, r.lead_id, r.delivered_at from sequence_runs r join a using (campaign_id, lead_id)
       where r.org_id = $1 order by r.campaign_id, r.lead_id for update of r
     )
     update sequence_runs r set delivered_at = coalesce(r.delivered_at, a.at),
       next_step = coalesce(a.next_step, r.next_step),
       due_at = case when r.status = 'active' then greatest(a.due_at, r.away_until) end,
       status = case when r.status = 'active' and a.next_step is null then 'finished' else r.status end
     from a join b using (campaign_id, lead_id)
     where r.org_id = $1 and r.campaign_id = a.campaign_id and r.lead_id = a.lead_id
     returning case when b.delivered_at is null then a.id end as id`,
    [orgId, JSON.stringify(rows)],
  );
  return new Set(first.flatMap(({ id }) => id ?? []));
}

/**
 * A permanent failure ends the lead's sequence: nothing follows a mail that was not, or may not have been,
 * accepted.
 */
export async function stopRuns(query: QueryRows, orgId: string, failed: Ended<'failed'>[]): Promise<void> {
  const inSequence = failed.filter(({ outgoing: { communication } }) => communication.executionId !== null);
  if (inSequence.length === 0) return;
  await query(
    `update sequence_runs r set status = 'stopped', stop_reason = a.reason, due_at = null
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as a(campaign_id, lead_id, reason)
     where r.org_id = $1 and r.campaign_id = a.campaign_id and r.lead_id = a.lead_id and r.status = 'active'`,
    [
      orgId,
      inSequence.map(({ outgoing }) => outgoing.communication.campaignId),
      inSequence.map(({ outgoing }) => outgoing.communication.leadId),
      inSequence.map(({ code }) => code),
    ],
  );
}

export async function noteLeads(query: QueryRows, orgId: string, sent: Ended<'sent'>[]): Promise<void> {
  const reached = sent.filter(({ outgoing }) => outgoing.communication.leadId !== null);
  if (reached.length === 0) return;
  const values = [
    orgId,
    reached.map(({ outgoing }) => outgoing.communication.leadId),
    reached.map(({ endedAtMs }) => new Date(endedAtMs)),
  ];
  const given = `select lead_id, count(*) as messages, max(at) as at
    from unnest($2::uuid[], $3::timestamptz[]) as g(lead_id, at) group by lead_id order by lead_id`;
  await query(
    `insert into lead_engagement (org_id, lead_id, sent, delivered, last_sent_at)
     select $1::uuid, l.id, g.messages, g.messages, g.at from (${given}) g
     join leads l on l.org_id = $1 and l.id = g.lead_id order by l.id for key share of l
     on conflict (org_id, lead_id) do update set sent = lead_engagement.sent + excluded.sent,
       delivered = lead_engagement.delivered + excluded.delivered, last_sent_at = excluded.last_sent_at`,
    values,
  );
  await query(
    `update leads l set last_contacted_at = g.at, updated_at = g.at,
       status = case when l.status = 'new' then 'contacted' else l.status end
     from (${given}) g where l.org_id = $1 and l.id = g.lead_id`,
    values,
  );
}

/** Addresses that a server permanently rejected are not written to again. */
export async function noteBounces(
  query: QueryRows,
  orgId: string,
  failed: Ended<'failed'>[],
  now: Date,
): Promise<void> {
  const bounced = failed.filter(({ code }) => code === 'hard_bounce');
  if (bounced.length === 0) return;
  const addresses = bounced.map(({ outgoing }) => outgoing.communication.toAddress);
  const leads = bounced.flatMap(({ outgoing }) => outgoing.communication.leadId ?? []);
  await query(
    `insert into suppressions (id, org_id, kind, value, value_hash, reason, source, created_at)
     select gen_random_uuid(), $1, 'email', a, suppression_hash($1, a), 'hard_bounce', 'bounce', $3
     from (select distinct unnest($2::text[]) as a) x order by a on conflict do nothing`,
    [orgId, addresses, now],
  );
  await query(
    `insert into lead_engagement (org_id, lead_id, bounces)
     select $1::uuid, l.id, g.bounces from (
       select lead_id, count(*) as bounces from unnest($2::uuid[]) as b(lead_id) group by lead_id) g
     join leads l on l.org_id = $1 and l.id = g.lead_id order by l.id for key share of l
     on conflict (org_id, lead_id) do update set bounces = lead_engagement.bounces + excluded.bounces`,
    [orgId, leads],
  );
  await query(
    `update leads set status = 'bounced', updated_at = $3 where org_id = $1 and id = any($2::uuid[])
     and status in ('new', 'contacted')`,
    [orgId, leads, now],
  );
}

/**
 * Frees a message this node claimed but did not start; false when somebody else has it. Without `nextAt` it
 * fails.
 */
export async function putBack(
  query: QueryRows,
  { communication: { orgId, id } }: Outgoing,
  to: {
    nodeId: string;
    attempts: number;
    nextAt: Date | null;
    waitingFor: string | null;
    detail: string;
    code: FailureCode;
  },
): Promise<boolean> {
  const moved = await query(
    `update communications set lease_node = null, reservation_id = null, attempts = attempts + $4,
       next_attempt_at = coalesce($5, next_attempt_at), waiting_for = $6, failure_detail = $7,
       status = case when $5::timestamptz is null then 'failed' else status end,
       failure_code = case when $5::timestamptz is null then $8::text end
     where org_id = $1 and id = $2 and lease_node = $3 and status = 'pending' returning id`,
    [orgId, id, to.nodeId, to.attempts, to.nextAt, to.waitingFor, to.detail, to.code],
  );
  return moved.length > 0;
}

/** Stops sending the campaign to the lead. */
export async function stopRun(
  query: QueryRows,
  run: { orgId: string; campaignId: string | null; leadId: string | null; reason: string },
): Promise<void> {
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = $4, due_at = null
     where org_id = $1 and campaign_id = $2 and lead_id = $3 and status = 'active'`,
    [run.orgId, run.campaignId, run.leadId, run.reason],
  );
}
