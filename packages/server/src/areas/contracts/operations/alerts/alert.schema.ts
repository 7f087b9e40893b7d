import { type Static, Type } from 'typebox';
import {
  type Acknowledgement,
  acknowledgedField,
  isBefore,
  toAcknowledgementRecord,
} from '../../../../engine/acknowledgements/index.ts';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  takesNulls,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { AlertRule, StoredAlert } from './alert.repository.ts';
import { alertMetrics, alertOperators, operatorAliases } from './alert-condition.ts';

export const severities = ['info', 'warning', 'critical'] as const;

export const ruleParams = Type.Object({
  id: Type.String({ description: 'The id of the contract, `ctr_…`.' }),
  ruleId: Type.String({ description: 'The id of the rule, `rul_…`.' }),
});

export const listRulesQuery = strictObject(pageQuery);

const conditionFields = {
  metric: Type.Enum([...alertMetrics], {
    type: 'string',
    description:
      'What is measured. For each settled execution: gas_used, gas_price_gwei, cost_eth, cost_usd, execution_time_ms, event_count. Over the window, or over all executions: execution_count, success_count, failure_count, failure_rate, success_rate, avg_gas_used, avg_execution_time_ms. At the moment: consecutive_failures, pending_count, pending_age_seconds, wallet_balance_eth, contract_balance_eth, reorg_depth.',
  }),
  operator: Type.Enum([...alertOperators, ...Object.keys(operatorAliases)] as string[], {
    type: 'string',
    description: 'Responses use the full name.',
  }),
  threshold: Type.Number({ description: 'In the unit of the metric; rates are fractions from 0 to 1.' }),
};

const windowField = Type.Integer({
  minimum: 1,
  maximum: 43_200,
  description:
    'Window in minutes for counts, rates and means, counted from the start of a minute. For measures of one execution: how long after the last one that met the condition the alert is resolved.',
});
const eventField = textField(
  200,
  'Name of the contract’s event that event_count counts. Default: all events.',
);
const cooldownField = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  description: 'For this many seconds after it fired, the rule does not fire again. Default: 0.',
});
const severityField = Type.Enum([...severities], { type: 'string', description: 'Default: `warning`.' });

const webhookAction = named(
  'NewAlertRuleWebhook',
  strictObject({
    type: Type.Literal('webhook', { description: 'Posts to an address.' }),
    url: textField(2_048, 'Receives the event `alert.triggered` as a signed delivery with retries.'),
    secret: Type.Optional(
      textField(256, 'Signs the deliveries. If omitted, one is generated and shown once.', 16),
    ),
  }),
);
const emailAction = named(
  'NewAlertRuleMail',
  strictObject({
    type: Type.Literal('email', { description: 'Sends a mail.' }),
    recipients: Type.Array(
      Type.String({
        maxLength: 254,
        pattern: '^[^\\s@<>,;:"()\\[\\]\\\\]+@[A-Za-z0-9.-]+\\.[A-Za-z0-9-]{2,}$',
        patternHint: 'must be an e-mail address',
      }),
      { minItems: 1, maxItems: 100, uniqueItems: true, description: 'Who gets the mail.' },
    ),
  }),
);
const eventAction = named(
  'NewAlertRuleEvent',
  strictObject({
    type: Type.Literal('event', { description: 'Publishes an event of your own.' }),
    event_type: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+)+$',
        patternHint: 'must be an event type such as `budget.alarm`',
        description: 'Published in addition to `alert.triggered`.',
      }),
    ),
  }),
);

export const createRuleBody = named(
  'NewAlertRule',
  takesNulls(
    strictObject({
      rule_name: textField(200, 'What the rule watches, for people.'),
      condition: named(
        'NewAlertRuleCondition',
        takesNulls(
          strictObject(
            {
              ...conditionFields,
              window_minutes: Type.Optional(windowField),
              event: Type.Optional(eventField),
            },
            { description: 'When the rule fires.' },
          ),
        ),
      ),
      actions: Type.Array(Type.Union([webhookAction, emailAction, eventAction]), {
        maxItems: 10,
        description: 'What happens when the rule fires, in addition to the event `alert.triggered`.',
      }),
      severity: Type.Optional(severityField),
      cooldown_seconds: Type.Optional(cooldownField),
      window_minutes: Type.Optional(windowField),
      event: Type.Optional(eventField),
    }),
  ),
);
export type CreateRuleBody = Static<typeof createRuleBody>;

const ruleFields = {
  alert_id: Type.String({ description: 'The id of the rule, `rul_…`; the same as rule_id.' }),
  rule_id: Type.String({ description: '`rul_…`' }),
  contract_id: Type.String({ description: '`ctr_…`' }),
  rule_name: Type.String({ description: 'For people to read.' }),
  condition: named(
    'AlertRuleCondition',
    Type.Object(
      {
        metric: Type.String({
          description: 'What is measured; the request to create a rule lists the metrics.',
        }),
        operator: Type.String({
          description: 'The full name, such as `greater_than`, even if the request had `>`.',
        }),
        threshold: Type.Number({
          description: 'In the unit of the metric; rates are fractions from 0 to 1.',
        }),
        window_minutes: nullable(Type.Integer(), 'Null if there is none.'),
        event: nullable(Type.String(), 'Null for all.'),
      },
      { description: 'The condition that makes it fire.' },
    ),
  ),
  actions: Type.Array(
    named(
      'AlertRuleAction',
      Type.Object({
        type: Type.String({ description: '`webhook`, `email` or `event`.' }),
        url: Type.Optional(Type.String({ description: 'Where a `webhook` goes; absent for others.' })),
        subscription_id: Type.Optional(
          Type.String({
            description:
              'The webhook subscription that carries the action, `whs_…`: its log, pause and secret.',
          }),
        ),
        secret: Type.Optional(Type.String({ description: 'Shown once, if it was generated for the rule.' })),
        recipients: Type.Optional(
          Type.Array(Type.String(), { description: 'Who gets the `email`; absent for others.' }),
        ),
        event_type: Type.Optional(
          Type.String({
            description: 'What an `event` publishes in addition to `alert.triggered`; absent for others.',
          }),
        ),
      }),
    ),
    { description: 'What happens when it fires, in addition to the event `alert.triggered`.' },
  ),
  severity: Type.String({ description: '`info`, `warning` or `critical`; also part of the event.' }),
  cooldown_seconds: Type.Integer({
    description: 'Seconds after it fired during which it does not fire again; 0 for none.',
  }),
  status: Type.Enum(['active', 'inactive'], {
    type: 'string',
    description: 'A rule that came with a restore is inactive: it watches nothing.',
  }),
  state: Type.Enum(['ok', 'firing'], { type: 'string', description: 'Whether its condition is met now.' }),
  acknowledged: acknowledgedField('Who has acknowledged that it fires; null if nobody has since it began.'),
  last_fired_at: nullable(timestampField('A moment.'), 'Null when it never fired.'),
  created_at: timestampField('When it was made.'),
};

export const ruleRecord = named('AlertRule', Type.Object(ruleFields));
/** The response to the creator, with the generated secrets. */
export const createdRuleRecord = named('CreatedAlertRule', Type.Object(ruleFields));
export const ruleList = listOf('alerts', ruleRecord);

export const alertRecord = named(
  'Alert',
  Type.Object({
    alert_id: Type.String({ description: '`alr_…`' }),
    rule_id: Type.String({ description: '`rul_…`' }),
    rule_name: Type.String({ description: 'Name of the rule when it fired.' }),
    metric: Type.String({ description: 'What was measured.' }),
    operator: Type.String({ description: 'How it was compared.' }),
    threshold: Type.Number({ description: 'In the unit of the metric.' }),
    value: Type.Number({ description: 'The value that crossed the threshold.' }),
    severity: Type.String({ description: '`info`, `warning` or `critical`.' }),
    status: Type.Enum(['firing', 'resolved'], {
      type: 'string',
      description: '`resolved` once the condition is no longer met.',
    }),
    message: Type.String({ description: 'What happened, in a sentence.' }),
    triggered_at: timestampField('When it fired.'),
    resolved_at: nullable(timestampField('A moment.'), 'Null while it fires.'),
    execution_id: nullable(
      Type.String(),
      'The execution that caused it; null when there is not exactly one.',
    ),
    transaction_hash: nullable(Type.String(), 'Its transaction.'),
  }),
);

/** `secrets` are those that were just generated, by the index of their action. */
export function toRuleRecord(
  rule: AlertRule,
  acknowledged: Acknowledgement | undefined,
  secrets: ReadonlyMap<number, string> = new Map(),
): Static<typeof ruleRecord> {
  const id = formatId('rul', rule.id);
  const isFiring = rule.firingAlertId !== null;
  const isSeen = isFiring && acknowledged !== undefined && !isBefore(acknowledged, rule.lastFiredAt);
  return toRecord(ruleRecord, rule, {
    alert_id: id,
    rule_id: id,
    contract_id: formatId('ctr', rule.contractId),
    condition: toRecord(ruleRecord.properties.condition, rule, { event: rule.eventName }),
    actions: rule.actions.map((action, i) => {
      const secret = secrets.get(i);
      return secret === undefined ? action : { ...action, secret };
    }),
    status: rule.live ? 'active' : 'inactive',
    state: isFiring ? 'firing' : 'ok',
    acknowledged: isSeen ? toAcknowledgementRecord(acknowledged) : null,
  });
}

export function toAlertRecord(alert: StoredAlert): Static<typeof alertRecord> {
  return toRecord(alertRecord, alert, {
    alert_id: formatId('alr', alert.id),
    rule_id: formatId('rul', alert.ruleId),
    status: alert.resolvedAt === null ? 'firing' : 'resolved',
    execution_id: alert.executionId && formatId('exe', alert.executionId),
  });
}
