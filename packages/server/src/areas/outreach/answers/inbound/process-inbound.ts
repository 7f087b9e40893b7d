import type { AnyTransaction, NewEvent } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { recordSpans, type Span } from '../../books/traces/span.repository.ts';
import { newSpanId } from '../../books/traces/trace-ids.ts';
import { resolveUnknown } from '../../mail/communications/sender/resolve-unknown.ts';
import { lockMessage, type TrackedMessage } from '../../mail/tracking/tracked-message.repository.ts';
import { type Classified, type Finding, isSure } from './classify-reply.ts';
import { insertInbound } from './inbound.repository.ts';
import { type Match, matchInbound, readAnswered } from './inbound-match.repository.ts';
import type { InboundPorts } from './inbound-ports.ts';
import { noteBounce, noteComplaint, noteReply } from './note-inbound.ts';
import type { ReadMail } from './read-mail.sandbox.ts';
import { readMail } from './read-mail.ts';

export interface InboundRequest {
  /** Bytes may come in blocks. */
  raw: Uint8Array | readonly Uint8Array[] | string;
  source: 'api' | 'smtp' | 'imap';
  /** When submitted with a key: the only organization the mail may belong to. */
  orgId?: string | undefined;
  /** Who submitted it, when without a key. */
  sender?: string;
  envelopeTo?: readonly string[];
}

/** How many answers to one message may go to a model. */
const MAX_JUDGED_ANSWERS = 5;

/** How a mail was classified. Ids are UUIDs. */
export interface Processed {
  id: string;
  orgId: string;
  classification: Classified['classification'];
  confidence: number;
  awayUntil: Date | null;
  communicationId: string | null;
  matchedBy: Match['by'] | null;
  /** Seen before, and without effect this time. */
  isRepeat: boolean;
}

/**
 * Processes an inbound mail: finds the message it answers, classifies it and applies the consequences, all in
 * one commit. A mail received twice acts once. Undefined when it belongs to nobody here.
 *
 * @throws UnreadableMail when the mail cannot be read at all
 */
export async function processInbound(
  ports: InboundPorts,
  request: InboundRequest,
): Promise<Processed | undefined> {
  const startedAtMs = ports.clock.now();
  const { raw, orgId, source, sender = source, envelopeTo = [] } = request;
  const mail = await readMail(orgId ?? sender, { raw, envelopeTo, nowMs: startedAtMs });
  const { report } = mail;
  const about = report?.originalMessageId === undefined ? [] : [report.originalMessageId];
  const match = await matchInbound(rowsIn(ports.db), mail, {
    orgId,
    bounceAddress: ports.bounceAddress,
    about,
  });
  if (match !== undefined) {
    await resolveUnknown(ports, [match], `known by a mail that came back (${match.by})`);
  }
  const owner = match?.orgId ?? orgId;
  if (owner === undefined) return undefined;
  const fingerprint = Buffer.from(mail.fingerprint, 'hex');
  const byRules: Finding = { classified: byRulesOf(mail), engine: 'rules' };
  const finding = match === undefined ? byRules : await doubted(ports, { mail, match, finding: byRules });
  return ports.unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const message = match && (await lockMessage(query, match.orgId, match.communicationId));
    const id = newUuid(startedAtMs);
    const now = new Date(ports.clock.now());
    const stored = await insertInbound(query, {
      id,
      orgId: owner,
      source,
      mail,
      fingerprint,
      finding,
      message,
      match,
      now,
    });
    const value: Processed = {
      id: stored.id,
      orgId: owner,
      classification: finding.classified.classification,
      confidence: finding.classified.confidence,
      awayUntil: finding.classified.awayUntil ?? null,
      communicationId: message?.id ?? null,
      matchedBy: match?.by ?? null,
      isRepeat: !stored.isNew,
    };
    if (!stored.isNew || match === undefined || message === undefined) return { value };
    await recordSpans(tx, owner, [spanOf(message, match, finding, { startedAtMs, now })]);
    return { value, events: await noteAnswer(tx, message, { report, finding, now }) };
  });
}

/** Applies the consequences of an answer. */
function noteAnswer(
  tx: AnyTransaction,
  message: TrackedMessage,
  { report, finding, now }: { report: ReadMail['report']; finding: Finding; now: Date },
): Promise<NewEvent[]> {
  const query = rowsIn(tx);
  if (report?.kind === 'bounce') return noteBounce(tx, query, message, report, now);
  if (report?.kind === 'complaint') return noteComplaint(tx, query, message, now);
  return noteReply(tx, query, message, finding.classified, now);
}

function spanOf(
  message: TrackedMessage,
  { by }: Match,
  { classified, engine }: Finding,
  { startedAtMs, now }: { startedAtMs: number; now: Date },
): Span {
  return {
    traceId: message.traceId,
    spanId: newSpanId(),
    name: 'reply.classify',
    kind: 'consumer',
    campaignId: message.campaignId ?? undefined,
    leadId: message.leadId ?? undefined,
    startedAtMs,
    durationMs: now.getTime() - startedAtMs,
    status: 'ok',
    attributes: {
      'trivium.classification': classified.classification,
      'trivium.confidence': classified.confidence,
      'trivium.matched_by': by,
      'trivium.engine': engine,
    },
  };
}

function byRulesOf({ classification, confidence, awayUntilMs }: ReadMail): Classified {
  return { classification, confidence, awayUntil: dateOf(awayUntilMs) };
}

function dateOf(ms: number | null): Date | undefined {
  return ms === null ? undefined : new Date(ms);
}

/** Asks a model about verdicts the rules are unsure of, if there is a model, once per mail. */
async function doubted(
  ports: InboundPorts,
  { mail, match, finding }: { mail: ReadMail; match: Match; finding: Finding },
): Promise<Finding> {
  if (ports.judgeReply === undefined || mail.report !== null || isSure(finding.classified)) return finding;
  const { orgId, communicationId } = match;
  const about = await readAnswered(rowsIn(ports.db), orgId, {
    communicationId,
    fingerprint: mail.fingerprint,
  });
  // Anyone who knows the address can keep answering; the cost is capped at this many answers.
  if (about === undefined || about.isRepeat || about.judged >= MAX_JUDGED_ANSWERS) return finding;
  const judged = await ports.judgeReply({
    orgId,
    campaignId: about.campaignId ?? undefined,
    leadId: about.leadId ?? undefined,
    key: `inbound ${mail.fingerprint}`,
    subject: mail.subject,
    text: mail.text,
  });
  if (judged === undefined) return finding;
  const awayUntil = judged.classification === 'out_of_office' ? dateOf(mail.returnDateMs) : undefined;
  return { ...finding, classified: { ...judged, awayUntil }, engine: 'llm' };
}
