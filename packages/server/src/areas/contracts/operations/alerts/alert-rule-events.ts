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

/** Tells what somebody did with an alert rule. */
export function alertRuleEvents(rule: AlertRule, action: ConfigurationChange['action'], before = rule) {
  return configurationEvents({
    ...{ orgId: rule.orgId, thing: 'alert_rule', id: formatId('rul', rule.id), action },
    ...{ name: rule.ruleName, partOf: formatId('ctr', rule.contractId) },
    fields: [...new Set(changedFields(before, rule, fieldNames))],
  });
}
