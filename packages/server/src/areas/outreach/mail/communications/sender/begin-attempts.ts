import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../../kit/db/index.ts';
import { required } from '../../../../../kit/required.ts';
import { findSuppressed, type Suppression } from '../../../people/suppressions/suppression.repository.ts';
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
import { holdStops, lockHeld, markBlocked, markProcessing, returnToQueue } from './begun.repository.ts';
import type { Outgoing } from './outgoing.ts';
import { releaseMoney } from './reservation.repository.ts';

/** Whether a message may be handed over now: the token of its only attempt, or the reason why not. */
export type Begun = { token: string } | { refused: string };

/**
 * The last check before a batch is handed over. Commits `processing` and the attempt token for messages that
 * may still go; the guard checks each again with the current suppression list. A message meanwhile taken,
 * paused, cancelled or suppressed does not start.
 */
export async function beginAttempts(ports: SendingPorts, batch: readonly Outgoing[]): Promise<Begun[]> {
  const now = new Date(ports.clock.now());
  const tokens = new Map(batch.map(({ communication }) => [communication.id, randomUUID()]));
  return ports.unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const events: NewEvent[] = [];
    await holdStops(query, batch);
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
    await returnToQueue(query, paused, now);
    await releaseMoney(query, [...blocked.map(({ outgoing }) => outgoing), ...paused], now);
    return { value: answers, events };
  });
}

/** Checks the message as it is about to be sent. */
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

/** Facts about the lead's past that held when the message was queued still hold. */
function passedBefore(checks: ComplianceCheck[], rule: ComplianceCheck['rule']): boolean {
  return checks.some((check) => check.rule === rule && check.result !== 'blocked');
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
