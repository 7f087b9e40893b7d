import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../../kit/db/index.ts';
import { required } from '../../../../../kit/required.ts';
import { findSuppressed, type Suppression } from '../../../people/suppressions/suppression.repository.ts';
import { type Count, countAll } from '../../../terms/counter.repository.ts';
import { checkMessage } from '../../compliance/check-message.ts';
import {
  blockingCheck,
  type ComplianceCheck,
  type ComplianceVerdict,
} from '../../compliance/compliance-check.ts';
import { refreshLinks } from '../../links/refresh-links.ts';
import { blockedEvent } from '../communication-events.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { complianceHeaders, senderOf } from '../write-message.ts';
import type { Outgoing } from './outgoing.ts';
import { releaseMoney } from './reservation.repository.ts';

/** Whether a message may be handed over now: the token of its one attempt, or why not. */
export type Begun = { token: string } | { refused: string };

/**
 * The last look before a batch of messages is handed over. Commits `processing` and the token of the attempt
 * for those that still may go; the guard judges each once more, with the suppression list of this moment.
 * A message that another hand took, paused, cancelled or suppressed meanwhile does not begin.
 */
export async function beginAttempts(ports: SendingPorts, batch: readonly Outgoing[]): Promise<Begun[]> {
  const now = new Date(ports.clock.now());
  const tokens = new Map(batch.map(({ communication }) => [communication.id, randomUUID()]));
  return ports.unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const events: NewEvent[] = [];
    const held = await lockHeld(query, ports.nodes.nodeId, batch);
    const suppressed = await suppressionsOf(tx, batch, now);
    const blocked: { outgoing: Outgoing; verdict: ComplianceVerdict; check: ComplianceCheck }[] = [];
    const paused: Outgoing[] = [];
    const allowed: Outgoing[] = [];
    const answers = batch.map((outgoing): Begun => {
      const { communication } = outgoing;
      const state = held.get(communication.id);
      if (state === undefined) return { refused: 'another hand took it' };
      if (state === 'paused') {
        paused.push(outgoing);
        return { refused: 'its campaign does not run' };
      }
      const verdict = judge(ports, outgoing, suppressed.get(keyOf(outgoing)));
      const check = blockingCheck(verdict);
      if (check === undefined) {
        allowed.push(outgoing);
        return { token: required(tokens.get(communication.id), 'the token of an attempt') };
      }
      blocked.push({ outgoing, verdict, check });
      events.push(blockedEvent(communication, check, now));
      return { refused: check.detail };
    });
    await markProcessing(query, allowed, tokens);
    await markBlocked(query, blocked);
    await giveBack(query, paused, now);
    await releaseMoney(query, [...blocked.map(({ outgoing }) => outgoing), ...paused], now);
    return { value: answers, events };
  });
}

/** Judges the message as it is about to go out. */
function judge(
  ports: SendingPorts,
  { communication, mailbox, terms }: Outgoing,
  suppression: Suppression | undefined,
) {
  const unsubscribeUrl = ports.links.unsubscribe(communication.token);
  const postalAddress = terms?.legal.postalAddress ?? mailbox.postalAddress;
  const earlier = communication.compliance.checks;
  const verdict = checkMessage({
    subject: communication.subject,
    text: refreshLinks(communication.body, communication.token, ports.links),
    from: senderOf(mailbox),
    to: communication.toAddress,
    country: null,
    suppressedBy: suppression?.reason ?? null,
    unsubscribeUrl,
    headers: complianceHeaders(unsubscribeUrl),
    postalAddress,
    legalBasis: terms?.legal.basis ?? null,
    hasThread: communication.inReplyTo !== null || passedBefore(earlier, 'honest_subject'),
    unresolved: [],
    evidence: terms?.evidence ?? [],
    reachesPeople: ports.mailer.mode === 'smtp',
  });
  return verdict;
}

/** What was true of the lead's past when the message was queued is still true. */
function passedBefore(checks: ComplianceCheck[], rule: ComplianceCheck['rule']): boolean {
  return checks.some((check) => check.rule === rule && check.result !== 'blocked');
}

/** The messages that this node still holds, each with whether its campaign runs. */
async function lockHeld(
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

function keyOf({ communication }: Outgoing): string {
  return `${communication.orgId} ${communication.campaignId ?? ''} ${communication.toAddress}`;
}

async function suppressionsOf(
  tx: Parameters<Parameters<SendingPorts['unitOfWork']>[0]>[0],
  batch: readonly Outgoing[],
  now: Date,
): Promise<Map<string, Suppression>> {
  const found = new Map<string, Suppression>();
  const messages = batch.map(({ communication }) => communication);
  for (const [orgId, ofOrg] of Map.groupBy(messages, (one) => one.orgId)) {
    for (const [campaignId, group] of Map.groupBy(ofOrg, (one) => one.campaignId)) {
      const addresses = [...new Set(group.map(({ toAddress }) => toAddress))];
      const byAddress = await findSuppressed(tx, orgId, addresses, {
        campaignId: campaignId ?? undefined,
        now,
      });
      for (const [address, suppression] of byAddress)
        found.set(`${orgId} ${campaignId ?? ''} ${address}`, suppression);
    }
  }
  return found;
}

async function markProcessing(
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

async function markBlocked(
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

/** A sequence whose message was blocked goes no further. */
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

async function giveBack(query: QueryRows, list: Outgoing[], now: Date): Promise<void> {
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
