import type { QueryRows } from '../../../../../kit/db/index.ts';
import type { Count } from '../../../terms/counter.repository.ts';
import { countAll } from '../../../terms/counter.repository.ts';
import type { ComplianceCheck, ComplianceVerdict } from '../../compliance/compliance-check.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * Until the transaction ends, nobody suppresses an address, or pauses or cancels a campaign, of these messages:
 * once such a request is answered, no message starts that it stops. Call it first, as every other transaction
 * locks these before messages.
 */
export async function holdStops(query: QueryRows, batch: readonly Outgoing[]): Promise<void> {
  const messages = batch.map(({ communication }) => communication);
  const orgIds = [...new Set(messages.map(({ orgId }) => orgId))];
  await query(
    `insert into lead_books (org_id) select o from unnest($1::uuid[]) o
     where not exists (select from lead_books b where b.org_id = o) order by o on conflict do nothing`,
    [orgIds],
  );
  await query('select 1 from lead_books where org_id = any($1::uuid[]) order by org_id for share', [orgIds]);
  await query(
    `select 1 from outreach_campaigns where org_id = any($1::uuid[]) and id = any($2::uuid[])
     order by org_id, id for share`,
    [orgIds, [...new Set(messages.flatMap(({ campaignId }) => campaignId ?? []))]],
  );
}

/** The messages this node still holds, each with whether its campaign is running. */
export async function lockHeld(
  query: QueryRows,
  nodeId: string,
  batch: readonly Outgoing[],
): Promise<Map<string, 'runs' | 'paused'>> {
  const rows = await query<{ id: string; campaign_status: string | null; execution_id: string | null }>(
    `select c.id, c.execution_id,
       -- A budget that is used up holds nothing back whose money is held.
       (select case when k.pause_reason = 'budget' and c.reservation_id is not null then 'active' else k.status end
        from outreach_campaigns k where k.org_id = c.org_id and k.id = c.campaign_id) as campaign_status
     from communications c
     join unnest($2::uuid[], $3::uuid[]) as b(org_id, id) on c.org_id = b.org_id and c.id = b.id
     where c.status = 'pending' and c.lease_node = $1
     order by c.org_id, c.id for update of c`,
    [
      nodeId,
      batch.map(({ communication }) => communication.orgId),
      batch.map(({ communication }) => communication.id),
    ],
  );
  return new Map(
    rows.map(({ id, campaign_status, execution_id }) => {
      const stands =
        campaign_status === null ||
        (execution_id === null ? campaign_status !== 'paused' : campaign_status === 'active');
      return [id, stands ? 'runs' : 'paused'];
    }),
  );
}

export async function markProcessing(
  query: QueryRows,
  list: Outgoing[],
  tokens: Map<string, string>,
): Promise<void> {
  if (list.length === 0) return;
  await query(
    `update communications c set status = 'processing', attempt_token = b.token, attempts = attempts + 1
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as b(org_id, id, token)
     where c.org_id = b.org_id and c.id = b.id`,
    [
      list.map(({ communication }) => communication.orgId),
      list.map(({ communication }) => communication.id),
      list.map(({ communication }) => tokens.get(communication.id)),
    ],
  );
}

export async function markBlocked(
  query: QueryRows,
  list: { outgoing: Outgoing; verdict: ComplianceVerdict; check: ComplianceCheck }[],
): Promise<void> {
  if (list.length === 0) return;
  await query(
    `update communications c set status = 'failed', lease_node = null, waiting_for = null, failure_code = b.code,
       failure_detail = b.detail, compliance = b.compliance
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as b(org_id, id, code, detail, compliance)
     where c.org_id = b.org_id and c.id = b.id`,
    [
      list.map(({ outgoing }) => outgoing.communication.orgId),
      list.map(({ outgoing }) => outgoing.communication.id),
      list.map(({ check }) => (check.rule === 'suppression' ? 'suppressed' : 'compliance_blocked')),
      list.map(({ check }) => check.detail),
      list.map(({ verdict }) => JSON.stringify(verdict)),
    ],
  );
  for (const [orgId, group] of Map.groupBy(list, ({ outgoing }) => outgoing.communication.orgId)) {
    const counts = group.map(({ outgoing }): Count => ({ ...outgoing.communication, metric: 'blocked' }));
    await countAll(query, orgId, counts);
  }
  await stopRuns(
    query,
    list.map(({ outgoing }) => outgoing),
  );
}

/** Ends the sequence of a blocked message. */
async function stopRuns(query: QueryRows, list: Outgoing[]): Promise<void> {
  await query(
    `update sequence_runs r set status = 'stopped', stop_reason = 'compliance', due_at = null
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as b(org_id, campaign_id, lead_id)
     where r.org_id = b.org_id and r.campaign_id = b.campaign_id and r.lead_id = b.lead_id and r.status = 'active'`,
    [
      list.map(({ communication }) => communication.orgId),
      list.map(({ communication }) => communication.campaignId),
      list.map(({ communication }) => communication.leadId),
    ],
  );
}

export async function returnToQueue(query: QueryRows, list: Outgoing[], now: Date): Promise<void> {
  if (list.length === 0) return;
  await query(
    `update communications c set lease_node = null, next_attempt_at = $3::timestamptz, reservation_id = null
     from unnest($1::uuid[], $2::uuid[]) as b(org_id, id) where c.org_id = b.org_id and c.id = b.id`,
    [
      list.map(({ communication }) => communication.orgId),
      list.map(({ communication }) => communication.id),
      new Date(now.getTime() + 1_000),
    ],
  );
}
