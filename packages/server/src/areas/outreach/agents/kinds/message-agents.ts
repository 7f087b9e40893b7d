import { Type } from 'typebox';
import { normalAddress } from '../../../../engine/mail/index.ts';
import { strictObject, textField, timestampField, toMoment } from '../../../../kit/http/index.ts';
import { judgeText } from '../../answers/inbound/read-mail.ts';
import { checkMessage } from '../../mail/compliance/check-message.ts';
import { findSuppressed } from '../../people/suppressions/suppression.repository.ts';
import { defineAgent } from '../agent/agent.ts';
import { classifierTask } from '../model/classifier-task.ts';
import { guardTask } from '../model/guard-task.ts';

interface GuardInput {
  subject: string;
  text: string;
  from: string;
  to: string;
  country?: string;
  unsubscribe_url: string;
  headers?: Record<string, string>;
  postal_address?: string;
  legal_basis?: string;
  evidence?: string[];
  send_at?: string;
  timezone?: string;
}

/** The same guard every message passes through, available beforehand. */
export const complianceGuard = defineAgent<GuardInput>({
  role: 'compliance_guard',
  name: 'Compliance guard',
  description:
    'Judges a message as the sender does: suppression, unsubscribe link, address, subject, basis, claims.',
  input: strictObject({
    subject: textField(998, 'Subject.'),
    text: textField(200_000, 'Text of the mail.'),
    from: textField(320, 'Sender.'),
    to: textField(254, 'Recipient.'),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'Of the recipient, ISO 3166.' }),
    ),
    unsubscribe_url: textField(2_000, 'The link that unsubscribes.'),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    postal_address: Type.Optional(textField(500, "The sender's postal address.")),
    legal_basis: Type.Optional(textField(200, 'The legal basis of writing.')),
    evidence: Type.Optional(Type.Array(textField(2_000, 'What claims may stand on.'), { maxItems: 50 })),
    send_at: Type.Optional(timestampField('When it would go out. Default: now.')),
    timezone: Type.Optional(textField(64, 'IANA name of the zone where the recipient is.')),
  }),
  output: Type.Object({
    decision: Type.String(),
    checks: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
  async run({ db, clock }, { orgId, campaignId, input }) {
    const to = normalAddress(input.to);
    const suppressed = await findSuppressed(db, orgId, [to], { campaignId, now: new Date(clock.now()) });
    const verdict = checkMessage({
      subject: input.subject,
      text: input.text,
      from: input.from,
      to,
      country: input.country ?? null,
      suppressedBy: suppressed.get(to)?.reason ?? null,
      unsubscribeUrl: input.unsubscribe_url,
      headers: input.headers ?? {
        'List-Unsubscribe': `<${input.unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      postalAddress: input.postal_address ?? null,
      legalBasis: input.legal_basis ?? null,
      hasThread: false,
      unresolved: [...input.text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name = '']) => name),
      evidence: input.evidence ?? [],
      timing: {
        atMs: input.send_at === undefined ? clock.now() : toMoment(input.send_at).getTime(),
        zone: input.timezone ?? null,
        quietHours: null,
      },
      reachesPeople: true,
    });
    return { output: { ...verdict }, isBlocked: verdict.decision === 'blocked', toolCalls: 1 };
  },
  ask: async (_ports, { input }, rules) =>
    guardTask({ subject: input.subject, text: input.text, evidence: input.evidence ?? [] }, rules),
});

interface Answer {
  subject?: string;
  text: string;
  headers?: Record<string, string>;
}

/** The same classifier every inbound mail passes through. */
export const replyClassifier = defineAgent<Answer>({
  role: 'reply_classifier',
  name: 'Reply classifier',
  description:
    'Says what a reply is: interest, refusal, question, unsubscribe, out of office with its end, or a machine.',
  input: strictObject({
    subject: Type.Optional(Type.String({ maxLength: 998 })),
    text: textField(200_000, 'The text as it came, quotes and all.'),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
  output: Type.Object({
    classification: Type.String(),
    confidence: Type.Number(),
    away_until: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    evidence: Type.Optional(Type.Array(Type.String(), { description: 'Words that a model decided by.' })),
  }),
  async run({ clock }, { orgId, input }) {
    const { classification, confidence, awayUntil } = await judge(orgId, input, clock.now());
    return { output: { classification, confidence, away_until: awayUntil } };
  },
  ask: async ({ clock }, { orgId, input }, rules) =>
    classifierTask(input.subject ?? '', (await judge(orgId, input, clock.now())).text, rules),
});

function judge(orgId: string, { subject = '', text, headers = {} }: Answer, nowMs: number) {
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return judgeText(orgId, { subject, text, headers: JSON.stringify(Object.fromEntries(small)), nowMs });
}
