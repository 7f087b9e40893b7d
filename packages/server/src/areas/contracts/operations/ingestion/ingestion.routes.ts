import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  fromRecord,
  noContent,
  okList,
  pageOf,
  placeOf,
} from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { readOperations, writeOperations } from '../../terms/wire.ts';
import { findJob, listJobs, listRules } from './ingestion.repository.ts';
import {
  createJobBody,
  createRuleBody,
  formatJobRecord,
  jobList,
  jobParams,
  jobRecord,
  listJobsQuery,
  listRulesQuery,
  ruleList,
  ruleParams,
  ruleRecord,
  toRuleRecord,
} from './ingestion.schema.ts';
import { createIngestionRule, deleteIngestionRule } from './ingestion-rules.ts';
import { type IngestionService, startEstimator, submitJob } from './submit-job.ts';

const base = '/v1/contracts/ingestion';

export function ingestionRoutes(service: () => IngestionService): AnyRoute[] {
  return [...jobRoutes(service), ...ruleRoutes(service)];
}

function jobRoutes(service: () => IngestionService): AnyRoute[] {
  return [
    defineRoute({
      ...writeOperations,
      // It may execute a function, so it counts as an execution.
      limits: ['contracts_executions'],
      method: 'POST',
      path: `${base}/jobs`,
      operationId: 'createIngestionJob',
      workflow: { action: 'contracts.queue_ingestion' },
      summary: 'Bring in data',
      description: 'The rules transform it one after the other. Then it may call a contract.',
      body: createJobBody,
      responses: { 202: jobRecord },
      errors: ['not_found'],
      handler: async ({ principal, body, newId }) => {
        const job = await submitJob(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          id: uuidOf(newId('ing')),
          rules: body.transformation_rules ?? [],
          triggerContract: null,
          triggerFunction: null,
          priority: 'normal',
          correlationId: null,
          ...fromRecord(createJobBody, body),
        });
        return { status: 202, json: formatJobRecord(job, await startEstimator(service(), principal)(job)) };
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/jobs`,
      operationId: 'listIngestionJobs',
      reads: 'replica',
      summary: 'List ingestion jobs',
      description: 'Newest first.',
      query: listJobsQuery,
      responses: { 200: jobList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = { status: query.status, sourceId: query.source_id, priority: query.priority };
        const { jobs, total } = await listJobs(service().db, principal, filter, page);
        const startOf = startEstimator(service(), principal);
        const records = await Promise.all(jobs.map(async (job) => formatJobRecord(job, await startOf(job))));
        const more = placeOf(total, page, jobs.length);
        return { status: 200, json: `{"jobs":[${records.join()}],${JSON.stringify(more).slice(1)}` };
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/jobs/:id`,
      operationId: 'getIngestionJob',
      summary: 'Follow an ingestion job',
      params: jobParams,
      responses: { 200: jobRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('ing', params.id);
        const job = id && (await findJob(service().db, principal, id));
        if (!job) throw notFound('ingestion job');
        return { status: 200, json: formatJobRecord(job, await startEstimator(service(), principal)(job)) };
      },
    }),
  ];
}

function ruleRoutes(service: () => IngestionService): AnyRoute[] {
  return [
    defineRoute({
      ...writeOperations,
      method: 'POST',
      path: `${base}/rules`,
      operationId: 'createIngestionRule',
      summary: 'Create your own transformation rule',
      body: createRuleBody,
      responses: { 201: ruleRecord },
      errors: ['conflict'],
      handler: async ({ principal, body, newId }) =>
        created(
          toRuleRecord(
            await createIngestionRule(service(), {
              orgId: principal.orgId,
              environment: principal.environment,
              id: uuidOf(newId('igr')),
              name: body.name,
              expression: body.expression,
              description: body.description ?? null,
            }),
          ),
        ),
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/rules`,
      operationId: 'listIngestionRules',
      reads: 'replica',
      summary: 'List your transformation rules',
      description:
        'Newest first. The description of POST /v1/contracts/ingestion/jobs lists the built-in ones.',
      query: listRulesQuery,
      responses: { 200: ruleList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { rules, total } = await listRules(service().db, principal, page);
        return okList('rules', rules.map(toRuleRecord), total, page);
      },
    }),
    defineRoute({
      ...writeOperations,
      method: 'DELETE',
      path: `${base}/rules/:id`,
      operationId: 'deleteIngestionRule',
      summary: 'Delete a transformation rule',
      description: 'Jobs that were accepted before keep using it.',
      params: ruleParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('igr', params.id);
        if (id === undefined) throw notFound('transformation rule');
        await deleteIngestionRule(service(), principal, id);
        return noContent();
      },
    }),
  ];
}
