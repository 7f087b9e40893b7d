import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullableText,
  pageQuery,
  strictObject,
  textField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { classifications } from './classify-reply.ts';
import type { InboundRecord } from './inbound.repository.ts';
import type { Processed } from './process-inbound.ts';

export const inboundBody = strictObject({
  raw: textField(900_000, 'The whole mail, as text with its headers.'),
});

export const inboundResult = named(
  'InboundResult',
  Type.Object({
    inbound_id: Type.String({ description: '`inb_…`' }),
    classification: Type.String({
      enum: [...classifications],
      description:
        'What the mail says. After `unsubscribe`, `bounce` and `complaint` the address is suppressed.',
    }),
    confidence: Type.Number({ description: 'How sure that is, 0 to 1.' }),
    away_until: nullableText('When the sender is back from out of office.'),
    communication_id: nullableText('The message that it answers; null when none was found.'),
    matched_by: nullableText('`verp`, `message_id` or `sender`.'),
    repeated: Type.Boolean({ description: 'It was handed in before, and changed nothing now.' }),
  }),
);

export const inboundRecord = named(
  'InboundMail',
  Type.Object({
    id: Type.String({ description: '`inb_…`' }),
    source: Type.String({ description: 'Its source: `api`, `imap` or `smtp`.' }),
    from: Type.String({ description: 'The address in the header.' }),
    subject: Type.String({ description: 'As in its header, decoded.' }),
    text: Type.String({ description: 'The new text, without what is quoted.' }),
    classification: Type.String({ enum: [...classifications], description: 'Its classification.' }),
    confidence: Type.Number({ description: 'How sure that is, 0 to 1.' }),
    engine: Type.String({ enum: ['rules', 'llm'], description: 'The classifier.' }),
    away_until: nullableText('When the sender is back from out of office.'),
    communication_id: nullableText('The message that it answers.'),
    campaign_id: nullableText('Its campaign.'),
    lead_id: nullableText('Its lead.'),
    recipient: nullableText('The recipient of the message that it answers: a bounce comes from a machine.'),
    matched_by: nullableText('How the answered message was found.'),
    received_at: Type.String({ description: 'When the service took it.' }),
  }),
);

export const inboundList = listOf('messages', inboundRecord);
export const inboundParams = Type.Object({
  id: Type.String({ description: 'The id of the mail, `inb_…`.' }),
});
export const listInboundQuery = strictObject({
  ...pageQuery,
  classification: Type.Optional(
    Type.String({ enum: [...classifications], description: 'Only those of this kind.' }),
  ),
  campaign_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this campaign.' })),
});

export function toInboundResult(one: Processed): Static<typeof inboundResult> {
  return toRecord(inboundResult, one, {
    inbound_id: formatId('inb', one.id),
    communication_id: one.communicationId && formatId('com', one.communicationId),
    repeated: one.isRepeat,
  });
}

export function toInboundRecord(one: InboundRecord): Static<typeof inboundRecord> {
  return toRecord(inboundRecord, one, {
    id: formatId('inb', one.id),
    communication_id: one.communicationId && formatId('com', one.communicationId),
    campaign_id: one.campaignId && formatId('cmp', one.campaignId),
    lead_id: one.leadId && formatId('led', one.leadId),
  });
}
