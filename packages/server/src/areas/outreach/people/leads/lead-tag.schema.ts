import { Type } from 'typebox';
import { listOf, named, pageQuery, strictObject, textField } from '../../../../kit/http/index.ts';
import { MAX_TAG_LENGTH } from '../../terms/lead-tag.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { leadStatuses } from './lead.repository.ts';

const tags = (description: string) =>
  Type.Optional(Type.Array(textField(MAX_TAG_LENGTH, 'A tag.'), { minItems: 1, maxItems: 20, description }));

export const tagLeadsBody = strictObject({
  add: tags('Tags that the leads have from now on, in small letters.'),
  remove: tags('Tags that they no longer have.'),
  lead_ids: Type.Optional(
    Type.Array(textField(100, 'A lead, `led_…`.'), {
      minItems: 1,
      maxItems: 10_000,
      description: 'These leads.',
    }),
  ),
  import_job_id: Type.Optional(textField(100, 'The leads that this import brought.')),
  filter: Type.Optional(
    strictObject(
      {
        q: Type.Optional(textField(200, 'Part of the e-mail address, the name or the company.')),
        status: Type.Optional(
          Type.String({ enum: [...leadStatuses], description: 'Leads that are in this state.' }),
        ),
        tier: Type.Optional(
          Type.String({
            enum: ['A', 'B', 'C', 'D'],
            description: 'Leads whose score puts them in this tier.',
          }),
        ),
        country: Type.Optional(textField(100, 'The country as the lead has it.')),
        tag: Type.Optional(textField(MAX_TAG_LENGTH, 'Leads with this tag.')),
        campaign_id: Type.Optional(campaignField('Leads of this campaign.')),
      },
      { description: 'The leads that meet all of this, as the list of leads finds them; `{}` means all.' },
    ),
  ),
});

export const taggedRecord = named(
  'TaggedLeads',
  Type.Object({
    leads: Type.Integer({ minimum: 0, description: 'How many leads were meant.' }),
    added: Type.Integer({ minimum: 0, description: 'Tags that were new to a lead.' }),
    removed: Type.Integer({ minimum: 0, description: 'Tags that a lead had and lost.' }),
  }),
);

export const leadTagRecord = named(
  'LeadTag',
  Type.Object({
    tag: Type.String({ description: 'In small letters.' }),
    leads: Type.Integer({ minimum: 1, description: 'How many leads have it.' }),
  }),
);

export const listLeadTagsQuery = strictObject(pageQuery);
export const leadTagList = listOf('tags', leadTagRecord);
