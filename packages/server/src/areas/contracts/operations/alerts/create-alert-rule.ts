import { randomBytes } from 'node:crypto';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, uuidOf } from '../../../../kit/ids.ts';
import { requireContract } from '../../transactions/history/contract-network.repository.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import {
  type AlertAction,
  type AlertRule,
  type AlertSeverity,
  deleteRule,
  findRule,
  insertRule,
} from './alert.repository.ts';
import type { AlertMetric, AlertOperator } from './alert-condition.ts';
import type { AlertWebhooks } from './alert-ports.ts';

export interface AlertRuleService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  webhooks: AlertWebhooks;
}

export type WantedAction =
  | { type: 'webhook'; url: string; secret?: string | undefined }
  | { type: 'email'; recipients: string[] }
  | { type: 'event'; event_type?: string };

export interface CreateRuleRequest extends ContractScope {
  /** UUID; a repeated request has the same. */
  id: string;
  ruleName: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  windowMinutes: number | null;
  eventName: string | null;
  severity: AlertSeverity;
  cooldownSeconds: number;
  actions: readonly WantedAction[];
}

export interface CreatedRule {
  rule: AlertRule;
  /** Secrets made for webhooks that brought none, by the place of the action. */
  secrets: Map<number, string>;
}

/**
 * Makes a rule; executions that are settled after it resolved are held against it.
 *
 * @throws AppError not_found, invalid_request
 */
export async function createAlertRule(
  service: AlertRuleService,
  request: CreateRuleRequest,
): Promise<CreatedRule> {
  await requireContract(service.db, request);
  const { actions: wanted, ...fields } = request;
  const rule: AlertRule = {
    ...fields,
    actions: [],
    live: true,
    createdAt: new Date(service.clock.now()),
    firingAlertId: null,
    lastFiredAt: null,
    lastMetAt: null,
  };
  const secrets = new Map<number, string>();
  try {
    for (const [i, action] of wanted.entries()) {
      rule.actions.push(
        action.type === 'webhook' ? await openWebhook(service, rule, action, i, secrets) : action,
      );
    }
    const isNew = await service.unitOfWork(async (tx) => ({ value: await insertRule(tx, rule) }));
    if (isNew) return { rule, secrets };
  } catch (error) {
    await closeWebhooks(service, rule);
    throw error;
  }
  // A repeat of a request whose answer was lost: what it made stands, what this one opened is closed.
  await closeWebhooks(service, rule);
  const earlier = await findRule(service.db, request, request.id);
  if (earlier === undefined) throw notFound('contract');
  return { rule: earlier, secrets: new Map() };
}

/** Ends a rule, with its alerts and its webhook subscriptions. Throws `not_found`. */
export async function deleteAlertRule(
  service: AlertRuleService,
  scope: ContractScope,
  id: string,
): Promise<void> {
  const rule = await findRule(service.db, scope, id);
  const isGone = await service.unitOfWork(async (tx) => ({ value: await deleteRule(tx, scope, id) }));
  if (rule === undefined || !isGone) throw notFound('alert rule');
  // A restored copy shares the subscription with the rule that it was copied from.
  if (rule.live) await closeWebhooks(service, rule);
}

async function openWebhook(
  { webhooks }: AlertRuleService,
  rule: AlertRule,
  { url, secret }: Extract<WantedAction, { type: 'webhook' }>,
  place: number,
  secrets: Map<number, string>,
): Promise<AlertAction> {
  const id = newUuid(rule.createdAt.getTime());
  const used = secret ?? randomBytes(32).toString('base64url');
  if (secret === undefined) secrets.set(place, used);
  try {
    await webhooks.create(rule.orgId, id, {
      name: `Alert: ${rule.ruleName}`.slice(0, 200),
      url,
      secret: used,
      ruleId: formatId('rul', rule.id),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    throw new AppError(error, {
      message: error.message.replace('`url`', `\`actions.${place}.url\``),
      field: `actions.${place}.${error.field}`,
    });
  }
  return { type: 'webhook', url, subscription_id: formatId('whs', id) };
}

async function closeWebhooks({ webhooks }: AlertRuleService, rule: AlertRule): Promise<void> {
  for (const action of rule.actions) {
    if (action.type !== 'webhook') continue;
    await webhooks.remove(rule.orgId, uuidOf(action.subscription_id));
  }
}
