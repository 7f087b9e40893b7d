import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { selectPage } from '../../../../kit/db/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import type { AlertMetric, AlertOperator } from './alert-condition.ts';

export type AlertSeverity = 'info' | 'warning' | 'critical';

/** A rule's action, as stored. */
export type AlertAction =
  | { type: 'webhook'; url: string; subscription_id: string }
  | { type: 'email'; recipients: string[] }
  | { type: 'event'; event_type?: string };

export interface AlertRule extends ContractScope {
  id: string;
  ruleName: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  windowMinutes: number | null;
  eventName: string | null;
  severity: AlertSeverity;
  cooldownSeconds: number;
  actions: AlertAction[];
  live: boolean;
  createdAt: Date;
  /** The current condition does not apply to what was settled before; null: since the rule was created. */
  conditionSince: Date | null;
  firingAlertId: string | null;
  lastFiredAt: Date | null;
  lastMetAt: Date | null;
}

/** An alert with its rule's text. Ids are UUIDs. */
export interface StoredAlert {
  id: string;
  ruleId: string;
  contractId: string;
  ruleName: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  severity: AlertSeverity;
  value: number;
  message: string;
  executionId: string | null;
  transactionHash: string | null;
  triggeredAt: Date;
  resolvedAt: Date | null;
}

export const RULE_COLUMNS = sql.raw(`r.org_id as "orgId", r.environment, r.contract_id as "contractId", r.id,
  r.rule_name as "ruleName", r.metric, r.operator, r.threshold, r.window_minutes as "windowMinutes",
  r.event_name as "eventName", r.severity, r.cooldown_seconds as "cooldownSeconds", r.actions, r.live,
  r.created_at as "createdAt", r.condition_since as "conditionSince", r.firing_alert_id as "firingAlertId", r.last_fired_at as "lastFiredAt",
  r.last_met_at as "lastMetAt"`);

const ALERT_COLUMNS =
  sql.raw(`a.id, a.rule_id as "ruleId", a.contract_id as "contractId", coalesce(a.rule_name, r.rule_name) as "ruleName",
  coalesce(a.metric, r.metric) as metric, coalesce(a.operator, r.operator) as operator,
  coalesce(a.threshold, r.threshold) as threshold, coalesce(a.severity, r.severity) as severity, a.value, a.message, a.execution_id as "executionId",
  a.transaction_hash as "transactionHash", a.triggered_at as "triggeredAt", a.resolved_at as "resolvedAt"`);

const ALERTS = sql.raw(`alerts a join alert_rules r
  on r.org_id = a.org_id and r.environment = a.environment and r.id = a.rule_id`);

/** False if the id exists. */
export async function insertRule(tx: AnyTransaction, rule: AlertRule): Promise<boolean> {
  const { rows } = await sql`
    insert into alert_rules (org_id, environment, id, contract_id, rule_name, metric, operator, threshold,
      window_minutes, event_name, severity, cooldown_seconds, actions, live, created_at)
    values (${rule.orgId}, ${rule.environment}, ${rule.id}, ${rule.contractId}, ${rule.ruleName}, ${rule.metric},
      ${rule.operator}, ${rule.threshold}, ${rule.windowMinutes}, ${rule.eventName}, ${rule.severity},
      ${rule.cooldownSeconds}, ${JSON.stringify(rule.actions)}, ${rule.live}, ${rule.createdAt})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function findRule(db: AnyDatabase, owner: Owner, id: string): Promise<AlertRule | undefined> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    where r.org_id = ${owner.orgId} and r.environment = ${owner.environment} and r.id = ${id}`.execute(db);
  return rows[0];
}

/** Re-reads the rule and locks it against evaluation until the transaction ends. */
export async function lockRule(
  tx: AnyTransaction,
  scope: ContractScope,
  id: string,
): Promise<AlertRule | undefined> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    where r.org_id = ${scope.orgId} and r.environment = ${scope.environment}
      and r.contract_id = ${scope.contractId} and r.id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function saveRule(tx: AnyTransaction, rule: AlertRule): Promise<void> {
  await sql`
    update alert_rules set rule_name = ${rule.ruleName}, metric = ${rule.metric}, operator = ${rule.operator},
      threshold = ${rule.threshold}, window_minutes = ${rule.windowMinutes}, event_name = ${rule.eventName},
      severity = ${rule.severity}, cooldown_seconds = ${rule.cooldownSeconds}, actions = ${JSON.stringify(rule.actions)},
      live = ${rule.live}, condition_since = ${rule.conditionSince}, firing_alert_id = ${rule.firingAlertId},
      last_met_at = ${rule.lastMetAt}
    where org_id = ${rule.orgId} and environment = ${rule.environment} and id = ${rule.id}`.execute(tx);
}

/** Returns the rule as it was last. */
export async function deleteRule(
  tx: AnyTransaction,
  scope: ContractScope,
  id: string,
): Promise<AlertRule | undefined> {
  const { rows } = await sql<AlertRule>`
    delete from alert_rules r where r.org_id = ${scope.orgId} and r.environment = ${scope.environment}
      and r.contract_id = ${scope.contractId} and r.id = ${id} returning ${RULE_COLUMNS}`.execute(tx);
  return rows[0];
}

/** Newest first. */
export async function listRules(
  db: AnyDatabase,
  scope: ContractScope,
  page: { limit: number; offset: number },
): Promise<{ rules: AlertRule[]; total: number }> {
  const mine = sql`r.org_id = ${scope.orgId} and r.environment = ${scope.environment} and r.contract_id = ${scope.contractId}`;
  const { rows: rules, total } = await selectPage(db, {
    rows: sql<AlertRule>`select ${RULE_COLUMNS} from alert_rules r where ${mine}
      order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from alert_rules r where ${mine}`,
    page,
  });
  return { rules, total };
}

/** Firing alerts, and alerts resolved since; newest first. */
export async function listAlerts(
  db: AnyDatabase,
  scope: ContractScope,
  { since, limit }: { since: Date; limit: number },
): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    select ${ALERT_COLUMNS} from ${ALERTS}
    where a.org_id = ${scope.orgId} and a.environment = ${scope.environment} and a.contract_id = ${scope.contractId}
      and (a.resolved_at is null or a.resolved_at >= ${since})
    order by a.triggered_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findAlert(db: AnyDatabase, owner: Owner, id: string): Promise<StoredAlert | undefined> {
  const { rows } = await sql<StoredAlert>`
    select ${ALERT_COLUMNS} from ${ALERTS}
    where a.org_id = ${owner.orgId} and a.environment = ${owner.environment} and a.id = ${id}`.execute(db);
  return rows[0];
}
