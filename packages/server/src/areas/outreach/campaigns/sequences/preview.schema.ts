import { Type } from 'typebox';
import { describedAs, named, strictObject, textField } from '../../../../kit/http/index.ts';
import { complianceRecord } from '../../mail/communications/communication.schema.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { strategy } from '../campaigns/strategy.schema.ts';

export const previewMailBody = strictObject({
  messaging_strategy: strategy,
  step: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'The step.' })),
  variant: Type.Optional(textField(40, 'The variant of the step. Left out: the first.')),
  campaign_id: Type.Optional(campaignField('It also says if the recipient has opted out of this campaign.')),
});

export const previewRecord = named(
  'MailPreview',
  Type.Object({
    from: Type.String({ description: 'The sender, as in the header.' }),
    to: Type.String({ description: 'The address of the lead.' }),
    subject: Type.String({ description: 'With the lead’s values put in.' }),
    body: Type.String({ description: 'The text, with its footer.' }),
    html: Type.String({ description: 'As a mail program shows it; made from the text if no HTML is given.' }),
    compliance: describedAs(complianceRecord, 'What the compliance guard says of it.'),
  }),
);
