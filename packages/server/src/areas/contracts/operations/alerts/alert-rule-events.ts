import {
  type ConfigurationChange,
  changedFields,
  configurationEvents,
} from '../../../../engine/catalog/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { AlertRule } from './alert.repository.ts';

const fieldNames = {
  ruleName: 'rule_name',
  metric: 'condition',
  operator: 'condition',
  threshold: 'condition',
  windowMinutes: 'condition',
  eventName: 'condition',
  severity: 'severity',
  cooldownSeconds: 'cooldown_seconds',
  actions: 'actions',
} as const;

/** The fields that changed, by their names in the API. */
export function changedRuleFields(before: AlertRule, after: AlertRule): string[] {
  return [...new Set(changedFields(before, after, fieldNames))];
}

/** Publishes what somebody did with an alert rule. */
export function alertRuleEvents(
  rule: AlertRule,
  action: ConfigurationChange['action'],
  fields: readonly string[] = [],
) {
  return configurationEvents({
    orgId: rule.orgId,
    thing: 'alert_rule',
    id: formatId('rul', rule.id),
    action,
    name: rule.ruleName,
    partOf: formatId('ctr', rule.contractId),
    fields,
  });
}
