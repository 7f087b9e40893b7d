import { type TSchema, Type } from 'typebox';
import { named, strictObject, textField } from '../../../../kit/http/index.ts';
import { headerText } from '../../mail/mailboxes/mailbox.schema.ts';
import { agentRoles } from '../../terms/agent-role.ts';
import { weekdays } from '../../terms/send-window.ts';

export const optionalText = (maxLength: number, description: string) =>
  Type.Optional(textField(maxLength, description, 0));
const list = (description: string) =>
  Type.Optional(Type.Array(textField(200, 'One of them.'), { maxItems: 1_000, description }));

/** Lists of a thousand words each, plus custom fields. */
const MAX_ICP_BYTES = 262_144;
/** Nearly a whole body: sequences contain mails with their HTML. */
const MAX_STRATEGY_BYTES = 1_000_000;
const MAX_AGENT_CONFIG_BYTES = 65_536;

/** Unknown fields are kept. The size limit of an object covers nested ones. */
const open = (properties: Record<string, TSchema>, description: string, size: { maxBytes?: number } = {}) =>
  Type.Object(properties, { additionalProperties: true, description, ...size });

export const icp = named(
  'IdealCustomer',
  open(
    {
      titles: list('Job titles: the lead has one of them exactly.'),
      seniorities: list('Seniorities.'),
      departments: list('Departments.'),
      industries: list('Industries.'),
      employee_min: Type.Optional(Type.Integer({ minimum: 0, description: 'Minimum number of employees.' })),
      employee_max: Type.Optional(Type.Integer({ minimum: 0, description: 'Maximum number of employees.' })),
      countries: list('Countries, ISO 3166 alpha-2.'),
      technologies: list('Technologies in use.'),
      keywords: list('Words that speak for a lead.'),
      exclusions: Type.Optional(
        open(
          { domains: list('Domains.'), titles: list('Titles.') },
          'Leads that the campaign never contacts.',
        ),
      ),
    },
    'The ideal customer. It chooses the leads of a campaign that has none of its own: those that are known to meet every criterion given here.',
    { maxBytes: MAX_ICP_BYTES },
  ),
);

const texts = (what = '') => ({
  subject: optionalText(
    998,
    `${what || 'If a later step has none, it continues the thread.'} Subject, a Liquid template.`,
  ),
  body: optionalText(200_000, `${what} Text, a Liquid template.`.trim()),
  html: optionalText(500_000, `${what} The text as HTML. Left out, it is made from \`body\`.`.trim()),
});

const step = strictObject({
  step: Type.Integer({ minimum: 1, maximum: 100, description: 'Number of the step, from 1.' }),
  channel: Type.Optional(textField(40, 'Channel; only `email` has a transport.')),
  delay_hours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 8_760,
      default: 0,
      description: 'Delay after the previous step; for the first, after the launch.',
    }),
  ),
  ...texts(),
  variants: Type.Optional(
    Type.Array(
      strictObject({
        variant: textField(40, 'Name of the variant.'),
        weight: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1_000_000, default: 1, description: 'Share of the leads.' }),
        ),
        ...texts(),
      }),
      { maxItems: 20, description: 'Variants to compare.' },
    ),
  ),
  condition: Type.Optional(
    Type.String({
      enum: ['always', 'if_opened', 'if_not_opened', 'if_clicked', 'if_not_clicked'],
      default: 'always',
      description: 'When the step is sent; a lead that does not meet it continues with the next step.',
    }),
  ),
});

const clockTime = (description: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    patternHint: 'must be a time such as 09:00',
    description,
  });
const time = (description: string) => Type.Optional(clockTime(description));

export const strategy = named(
  'MessagingStrategy',
  open(
    {
      ...texts('A campaign with one step, in short form.'),
      tone: optionalText(200, 'Tone.'),
      value_proposition: optionalText(5_000, 'The offer. Claims in the texts may rest on it.'),
      call_to_action: optionalText(1_000, 'What the lead is asked to do.'),
      language: optionalText(40, 'Language, such as `en`.'),
      sender: Type.Optional(
        open(
          {
            name: Type.Optional(
              headerText(200, 'Name in the texts, and of a mailbox that is made for `email`.'),
            ),
            email: optionalText(
              254,
              'Address that the mails come from; a missing mailbox is created. Ignored with `mailbox_ids`.',
            ),
            mailbox_ids: Type.Optional(
              Type.Array(textField(100, 'A mailbox, `mbx_…`.'), {
                maxItems: 100,
                description: 'Mailboxes that the leads are spread over; each lead keeps its own.',
              }),
            ),
          },
          'The sender.',
        ),
      ),
      sequence: Type.Optional(
        Type.Array(step, {
          maxItems: 50,
          description:
            'The steps; or give `subject` and `body` for a single one. Without either, plain steps are made from the strategy.',
        }),
      ),
      send_window: Type.Optional(
        strictObject(
          {
            days: Type.Optional(
              Type.Array(named('Weekday', Type.String({ enum: [...weekdays] })), {
                minItems: 1,
                uniqueItems: true,
                description: 'Default: Monday to Friday.',
              }),
            ),
            start: time('Default: 09:00.'),
            end: time('Default: 17:00.'),
            timezone: optionalText(100, '`recipient`, or a name such as `Europe/Berlin`.'),
          },
          {
            description:
              'When mails may be sent. Left out: office hours of the recipient; in the sandbox any hour.',
          },
        ),
      ),
      booking_url: optionalText(
        2_000,
        'Where to book a meeting; left out: the booking page of this service.',
      ),
      booking: Type.Optional(
        strictObject(
          {
            sales_rep: optionalText(254, 'Who meets the lead. Default: the mailbox.'),
            duration_minutes: Type.Optional(
              Type.Integer({
                minimum: 5,
                maximum: 480,
                description: 'Length of a meeting in minutes. Default: 30.',
              }),
            ),
            timezone: optionalText(100, 'A name such as `Europe/Berlin`. Default: UTC.'),
            days: Type.Optional(
              Type.Array(named('Weekday', Type.String({ enum: [...weekdays] })), {
                minItems: 1,
                uniqueItems: true,
                description: 'Days on which meetings can be booked. Default: Monday to Friday.',
              }),
            ),
            start: time('Default: 09:00.'),
            end: time('Default: 17:00.'),
          },
          { description: 'Times that the booking page of this service offers.' },
        ),
      ),
      legal: Type.Optional(
        open(
          {
            postal_address: optionalText(500, 'Postal address of the sender.'),
            basis: optionalText(500, 'Legal basis, such as `consent` or `legitimate_interest`.'),
            quiet_hours: Type.Optional(
              Type.Object(
                { start: clockTime('Such as 21:00.'), end: clockTime('Such as 08:00, of the next morning.') },
                {
                  additionalProperties: false,
                  description:
                    'No message of the campaign is sent between them, in the time zone of the recipient. If left out, the guard warns of mail at night.',
                },
              ),
            ),
          },
          'Legal requirements.',
        ),
      ),
      frequency_cap: Type.Optional(
        strictObject(
          {
            max_messages: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Number of messages.' }),
            per_hours: Type.Integer({ minimum: 1, maximum: 744, description: 'Number of hours.' }),
          },
          { description: 'Maximum number of messages to one lead in a period.' },
        ),
      ),
      tracking: Type.Optional(
        strictObject(
          {
            opens: Type.Optional(
              Type.Boolean({ description: 'Whether opens of mails are tracked. Default: true.' }),
            ),
            clicks: Type.Optional(
              Type.Boolean({ description: 'Whether clicks on links are tracked. Default: true.' }),
            ),
          },
          { description: 'What is tracked.' },
        ),
      ),
    },
    'Contents and timing.',
    { maxBytes: MAX_STRATEGY_BYTES },
  ),
);

export const agentConfig = open(
  {
    agents: Type.Optional(
      Type.Array(named('AgentRole', Type.String({ enum: [...agentRoles] })), {
        uniqueItems: true,
        description: 'Roles that work on the campaign. Default: all. The compliance guard always works.',
      }),
    ),
    engine: Type.Optional(
      Type.String({
        enum: ['rules', 'llm'],
        description:
          '`rules` asks no language model; `llm`, the default, asks the model of the service if there is one.',
      }),
    ),
    model: optionalText(200, 'Stored with the campaign. The operator sets which model is used.'),
    temperature: Type.Optional(
      Type.Number({ minimum: 0, maximum: 2, description: 'Settings for the language model.' }),
    ),
    max_cost_per_lead_usd: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000, description: 'Maximum cost of agents per lead.' }),
    ),
    require_approval: Type.Optional(
      Type.Boolean({
        description:
          'Messages cannot be approved one by one: a campaign that asks for it cannot be launched.',
      }),
    ),
  },
  'How the agents work on it.',
  { maxBytes: MAX_AGENT_CONFIG_BYTES },
);

const rate = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

export const serviceLevels = named(
  'ServiceLevels',
  strictObject(
    {
      reply_rate_min: rate('Minimum share of sent mails that are answered.'),
      open_rate_min: rate('Minimum share of sent mails that a person opens.'),
      bounce_rate_max: rate('Maximum share of bounces; above it the campaign is paused. Default: 0.08.'),
      complaint_rate_max: rate(
        'Maximum share of complaints; above it the campaign is paused. Default: 0.003.',
      ),
      send_latency_p95_ms: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Maximum time from due to sent, at the 95th percentile.' }),
      ),
      window_minutes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 44_640,
          description: 'Length of the measured window. Default: a day.',
        }),
      ),
      min_sample: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'With fewer mails in the window, nothing is measured. Default: 50.',
        }),
      ),
    },
    { description: 'Objectives of the campaign. If they are not met, `slo.violated` is published.' },
  ),
);
