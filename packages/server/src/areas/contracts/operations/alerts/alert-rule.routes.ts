import { acknowledgementRoutes } from '../../../../engine/acknowledgements/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  fromRecord,
  noContent,
  ok,
  okList,
  pageOf,
} from '../../../../kit/http/index.ts';
import { formatId, parseId, uuidOf } from '../../../../kit/ids.ts';
import { contractParams, readOperations, writeOperations } from '../../terms/wire.ts';
import { requireContract } from '../../transactions/history/contract-network.repository.ts';
import { contractScope } from '../../transactions/history/contract-scope.ts';
import { findRule, listRules, lockRule } from './alert.repository.ts';
import {
  type CreateRuleBody,
  createdRuleRecord,
  createRuleBody,
  listRulesQuery,
  ruleList,
  ruleParams,
  toRuleRecord,
} from './alert.schema.ts';
import { type AlertMetric, operatorOf } from './alert-condition.ts';
import { alertRuleEvents } from './alert-rule-events.ts';
import {
  type AlertRuleService,
  createAlertRule,
  deleteAlertRule,
  type RequestedRule,
} from './create-alert-rule.ts';
import { updateAlertRule } from './update-alert-rule.ts';

const base = '/v1/contracts/contracts/:id/alerts';

export function alertRuleRoutes(service: () => AlertRuleService): AnyRoute[] {
  return [
    defineRoute({
      ...writeOperations,
      method: 'POST',
      path: base,
      operationId: 'createContractAlert',
      summary: 'Watch a contract with an alert rule',
      description:
        'The rule fires once when its condition begins to hold, and is resolved when it no longer holds. Each firing publishes `alert.triggered`.',
      params: contractParams,
      body: createRuleBody,
      responses: { 201: createdRuleRecord },
      shownOnce: ['actions.*.secret'],
      errors: ['not_found'],
      handler: async ({ principal, params, body, newId }) => {
        const { rule, secrets } = await createAlertRule(service(), {
          ...contractScope(principal, params.id),
          id: uuidOf(newId('rul')),
          ...requestedRule(body),
        });
        return created(toRuleRecord(rule, undefined, secrets));
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: base,
      operationId: 'listContractAlerts',
      reads: 'replica',
      summary: "List a contract's alert rules",
      description: 'Newest first. The health of the contract shows what fires.',
      params: contractParams,
      query: listRulesQuery,
      responses: { 200: ruleList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const scope = contractScope(principal, params.id);
        await requireContract(service().db, scope);
        const page = pageOf(query);
        const { rules, total } = await listRules(service().db, scope, page);
        const ids = rules.map(({ id }) => formatId('rul', id));
        const acknowledged = await service().acknowledgements.of(scope.orgId, ids);
        const records = rules.map((rule, i) => toRuleRecord(rule, acknowledged.get(ids[i] ?? '')));
        return okList('alerts', records, total, page);
      },
    }),
    defineRoute({
      ...writeOperations,
      method: 'PUT',
      path: `${base}/:ruleId`,
      operationId: 'updateContractAlert',
      summary: 'Change an alert rule',
      description:
        'Replaces the rule; omitted fields take their defaults. A webhook with the same URL keeps its subscription and its secret, unless you give another secret. Alerts keep describing the condition that they fired for; a different condition resolves the alert that is firing. A rule that came with a restore becomes active.',
      params: ruleParams,
      body: createRuleBody,
      responses: { 200: createdRuleRecord },
      shownOnce: ['actions.*.secret'],
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, params, body }) => {
        const { rule, secrets } = await updateAlertRule(service(), {
          ...contractScope(principal, params.id),
          id: ruleIdOf(params.ruleId),
          ...requestedRule(body),
        });
        const acknowledged = await service().acknowledgements.of(rule.orgId, [params.ruleId]);
        return ok(toRuleRecord(rule, acknowledged.get(params.ruleId), secrets));
      },
    }),
    defineRoute({
      ...writeOperations,
      method: 'DELETE',
      path: `${base}/:ruleId`,
      operationId: 'deleteContractAlert',
      summary: 'End an alert rule',
      description: 'With its alerts and the webhook subscriptions of its actions.',
      params: ruleParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        await deleteAlertRule(service(), contractScope(principal, params.id), ruleIdOf(params.ruleId));
        return noContent();
      },
    }),
    ...acknowledgementRoutes({
      ...writeOperations,
      path: `${base}/:ruleId`,
      params: ruleParams,
      operation: 'ContractAlert',
      what: 'the alert of a rule',
      holds: 'It holds until the alert is resolved.',
      acknowledgements: () => service().acknowledgements,
      async find(principal, { id, ruleId }) {
        const scope = contractScope(principal, id);
        const rule = await findRule(service().db, scope, ruleIdOf(ruleId));
        if (rule?.contractId !== scope.contractId) throw notFound('alert rule');
        const { orgId } = scope;
        return {
          orgId,
          subject: ruleId,
          async hold(tx) {
            if ((await lockRule(tx, scope, rule.id)) === undefined) throw notFound('alert rule');
          },
          tell: (action, fields) => alertRuleEvents(rule, action, fields),
        };
      },
    }),
  ];
}

function ruleIdOf(text: string): string {
  const id = parseId('rul', text);
  if (id === undefined) throw notFound('alert rule');
  return id;
}

function requestedRule(
  body: CreateRuleBody,
): Omit<RequestedRule, 'id' | 'orgId' | 'environment' | 'contractId'> {
  const { condition } = body;
  const eventName = condition.event ?? body.event ?? null;
  if (eventName !== null && condition.metric !== 'event_count') {
    throw invalidField(
      condition.event === undefined ? 'event' : 'condition.event',
      '`event` goes with the metric `event_count` only. Leave it out, or choose that metric.',
    );
  }
  return {
    severity: 'warning',
    cooldownSeconds: 0,
    ...fromRecord(createRuleBody, body),
    metric: condition.metric as AlertMetric,
    operator: operatorOf(condition.operator),
    threshold: condition.threshold,
    windowMinutes: condition.window_minutes ?? body.window_minutes ?? null,
    eventName,
  };
}
