import { type Acknowledgements, deleteAcknowledgement } from '../../../../engine/acknowledgements/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { requireContract } from '../../transactions/history/contract-network.repository.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import { type AlertRule, type AlertSeverity, deleteRule, findRule, insertRule } from './alert.repository.ts';
import type { AlertMetric, AlertOperator } from './alert-condition.ts';
import type { AlertWebhooks } from './alert-ports.ts';
import { alertRuleEvents } from './alert-rule-events.ts';
import { closeWebhooks, openActions, type RequestedAction } from './alert-webhooks.ts';

export interface AlertRuleService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  webhooks: AlertWebhooks;
  acknowledgements: Acknowledgements;
}

export interface RequestedRule extends ContractScope {
  /** UUID; the same for a repeated request. */
  id: string;
  ruleName: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  windowMinutes: number | null;
  eventName: string | null;
  severity: AlertSeverity;
  cooldownSeconds: number;
  actions: readonly RequestedAction[];
}

export interface WrittenRule {
  rule: AlertRule;
  /** Generated secrets of webhooks without one, by the index of the action. */
  secrets: Map<number, string>;
}

/**
 * Creates a rule; it applies to executions that are settled after this resolved.
 *
 * @throws AppError not_found, invalid_request
 */
export async function createAlertRule(
  service: AlertRuleService,
  wanted: RequestedRule,
): Promise<WrittenRule> {
  const { db, unitOfWork, clock, webhooks } = service;
  await requireContract(db, wanted);
  const now = clock.now();
  const { actions, secrets, opened } = await openActions(webhooks, wanted, wanted.actions, { now });
  const rule: AlertRule = {
    ...wanted,
    actions,
    live: true,
    createdAt: new Date(now),
    conditionSince: null,
    firingAlertId: null,
    lastFiredAt: null,
    lastMetAt: null,
  };
  try {
    const isNew = await unitOfWork(async (tx) => {
      const value = await insertRule(tx, rule);
      return { value, events: value ? alertRuleEvents(rule, 'created') : [] };
    });
    if (isNew) return { rule, secrets };
  } catch (error) {
    await closeWebhooks(webhooks, wanted, opened);
    throw error;
  }
  // A repeated request whose first response was lost: the existing rule stays, the new subscriptions are
  // closed.
  await closeWebhooks(webhooks, wanted, opened);
  const earlier = await findRule(db, wanted, wanted.id);
  if (earlier === undefined) throw notFound('contract');
  return { rule: earlier, secrets: new Map() };
}

/** Deletes a rule, with its alerts and its webhook subscriptions. Throws `not_found`. */
export async function deleteAlertRule(
  service: AlertRuleService,
  scope: ContractScope,
  id: string,
): Promise<void> {
  const rule = await service.unitOfWork(async (tx) => {
    const value = await deleteRule(tx, scope, id);
    if (value === undefined) throw notFound('alert rule');
    await deleteAcknowledgement(rowsIn(tx), scope.orgId, formatId('rul', id));
    return { value, events: alertRuleEvents(value, 'deleted') };
  });
  // A restored copy shares the subscription with the original rule.
  if (rule.live) await closeWebhooks(service.webhooks, rule, rule.actions);
}
