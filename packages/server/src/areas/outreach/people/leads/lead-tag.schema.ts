import { Type } from 'typebox';
import { MAX_COUNTED } from '../../../../kit/db/index.ts';
import { listOf, named, pageQuery, strictObject, textField } from '../../../../kit/http/index.ts';
import { MAX_TAG_LENGTH } from '../../terms/lead-tag.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { leadStatuses } from './lead.repository.ts';

const tags = (description: string) =>
  Type.Optional(Type.Array(textField(MAX_TAG_LENGTH, 'A tag.'), { minItems: 1, maxItems: 20, description }));

export const tagLeadsBody = strictObject({
  add: tags('Tags to add, in lower case.'),
  remove: tags('Tags to remove.'),
  lead_ids: Type.Optional(
    Type.Array(textField(100, 'A lead, `led_…`.'), {
      minItems: 1,
      maxItems: 10_000,
      description: 'These leads.',
    }),
  ),
  import_job_id: Type.Optional(textField(100, 'The leads of this import.')),
  filter: Type.Optional(
    strictObject(
      {
        q: Type.Optional(textField(200, 'Part of the e-mail address, the name or the company.')),
        status: Type.Optional(Type.String({ enum: [...leadStatuses], description: 'Leads in this state.' })),
        tier: Type.Optional(
          Type.String({
            enum: ['A', 'B', 'C', 'D'],
            description: 'Leads in this tier.',
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
    leads: Type.Integer({ minimum: 0, description: 'Number of selected leads.' }),
    added: Type.Integer({ minimum: 0, description: 'Number of tags added.' }),
    removed: Type.Integer({ minimum: 0, description: 'Number of tags removed.' }),
  }),
);

export const leadTagRecord = named(
  'LeadTag',
  Type.Object({
    tag: Type.String({ description: 'In lower case.' }),
    leads: Type.Integer({
      minimum: 1,
      description: 'Number of leads with it: exactly, unless `leads_is_minimum` is there.',
    }),
    leads_is_minimum: Type.Optional(
      Type.Literal(true, {
        description: `At least so many have it: no more than ${MAX_COUNTED.toLocaleString('en')} are counted.`,
      }),
    ),
  }),
);

export const listLeadTagsQuery = strictObject(pageQuery);
export const leadTagList = listOf('tags', leadTagRecord);
