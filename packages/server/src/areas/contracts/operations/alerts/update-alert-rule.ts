import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { type AlertAction, type AlertRule, findRule, lockRule, saveRule } from './alert.repository.ts';
import { resolveAlerts, storeEventLabels } from './alert-changes.repository.ts';
import { alertRuleEvents, changedRuleFields } from './alert-rule-events.ts';
import { closeWebhooks, openActions } from './alert-webhooks.ts';
import type { AlertRuleService, RequestedRule, WrittenRule } from './create-alert-rule.ts';

/**
 * Replaces a rule. Its alerts keep the text of the condition that they fired for; a new condition resolves a
 * firing alert. A restored rule is evaluated from then on.
 *
 * @throws AppError not_found, invalid_request, conflict
 */
export async function updateAlertRule(
  service: AlertRuleService,
  wanted: RequestedRule,
): Promise<WrittenRule> {
  const { db, unitOfWork, clock, webhooks } = service;
  const before = await findRule(db, wanted, wanted.id);
  if (before?.contractId !== wanted.contractId) throw notFound('alert rule');
  // The webhooks of a restored copy belong to the original rule.
  const own = before.live ? before.actions : [];
  const now = clock.now();
  const { actions, secrets, opened } = await openActions(webhooks, wanted, wanted.actions, {
    before: own,
    now,
  });
  try {
    const rule = await unitOfWork(async (tx) => {
      const value = await write(tx, { before, wanted: { ...wanted, actions }, now: new Date(now) });
      return { value, events: alertRuleEvents(value, 'changed', changedRuleFields(before, value)) };
    });
    await closeWebhooks(webhooks, wanted, unused(own, actions));
    return { rule, secrets };
  } catch (error) {
    await closeWebhooks(webhooks, wanted, opened);
    throw error;
  }
}

interface Change {
  before: AlertRule;
  wanted: Omit<RequestedRule, 'actions'> & { actions: AlertAction[] };
  now: Date;
}

async function write(tx: AnyTransaction, { before, wanted, now }: Change): Promise<AlertRule> {
  const present = await lockRule(tx, wanted, wanted.id);
  if (present === undefined) throw notFound('alert rule');
  if (JSON.stringify(present.actions) !== JSON.stringify(before.actions) || present.live !== before.live) {
    throw new AppError('conflict', {
      message: 'The alert rule was changed at the same moment. Read it again, then change it.',
    });
  }
  await storeEventLabels(tx, present);
  const { actions, ...fields } = wanted;
  const changed: AlertRule = { ...present, ...fields, actions, live: true };
  if (!present.live || !isSameCondition(present, changed)) {
    if (present.firingAlertId !== null)
      await resolveAlerts(tx, [{ rule: present, alertId: present.firingAlertId }], now);
    Object.assign(changed, { conditionSince: now, firingAlertId: null, lastMetAt: null });
  }
  await saveRule(tx, changed);
  return changed;
}

function isSameCondition(one: AlertRule, other: AlertRule): boolean {
  const names = ['metric', 'operator', 'threshold', 'windowMinutes', 'eventName'] as const;
  return names.every((name) => one[name] === other[name]);
}

function unused(before: readonly AlertAction[], after: readonly AlertAction[]): AlertAction[] {
  return before.filter((action) => !after.includes(action));
}
