import type { Static } from 'typebox';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  created,
  defineRoute,
  fromRecord,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';
import { listCampaigns } from './campaign.repository.ts';
import {
  campaignDetail,
  campaignList,
  campaignParams,
  campaignRecord,
  changeCampaignBody,
  createCampaignBody,
  listCampaignsQuery,
} from './campaign.schema.ts';
import type { Campaign } from './campaign.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { readCampaign, readTotals } from './campaign-report.repository.ts';
import { changeDraft } from './change-draft.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign } from './change-state.ts';
import { createCampaign } from './create-campaign.ts';
import { explainWaiting } from './explain-waiting.ts';
import { launchBody, launchRecord, resumeBody, whyRecord } from './launch.schema.ts';
import { launchCampaign } from './launch-campaign.ts';
import {
  toCampaignDetail,
  toCampaignRecord,
  toCampaignSummary,
  toLaunchRecord,
  toWhyRecord,
} from './show-campaign.ts';
import { withDefaults } from './single-step.ts';

const write = { tag: 'Outreach', access: 'outreach:write', limits: ['outreach_campaigns'] } as const;
const read = { tag: 'Outreach', access: 'outreach:read', limits: ['outreach_queries'] } as const;

export function campaignRoutes(service: () => CampaignPorts): AnyRoute[] {
  return [...makingRoutes(service), ...changingRoutes(service), ...runningRoutes(service)];
}

function makingRoutes(service: () => CampaignPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/campaigns',
      operationId: 'createCampaign',
      summary: 'Create a campaign',
      description:
        'A draft, with its agents. Its leads are those named here or imported into it. If there are none: the leads of the organization that are known to meet every criterion of the ideal customer profile.',
      body: createCampaignBody,
      responses: { 201: campaignRecord },
      errors: ['not_found'],
      handler: async ({ principal, body, newId, requestId }) => {
        const strategy = (body.messaging_strategy ?? {}) as unknown as MessagingStrategy;
        const campaign = await createCampaign(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('cmp')),
          name: body.name,
          description: body.description ?? '',
          icp: (body.icp ?? {}) as Record<string, unknown>,
          channels: body.channels ?? ['email'],
          strategy: withDefaults(strategy),
          agentConfig: (body.agent_config ?? {}) as Record<string, unknown>,
          slo: body.slo ?? {},
          audience: audienceOf(body),
          correlationId: requestId,
        });
        return created(toCampaignRecord(campaign));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/campaigns',
      operationId: 'listCampaigns',
      reads: 'replica',
      summary: 'List campaigns, newest first',
      query: listCampaignsQuery,
      responses: { 200: campaignList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { orgId } = principal;
        const rows = rowsIn(service().db);
        const { campaigns, total } = await listCampaigns(rows, { orgId, status: query.status, ...page });
        const totals = await readTotals(
          rows,
          orgId,
          campaigns.map(({ id }) => id),
        );
        const records = campaigns.map((one) => toCampaignSummary(one, totals.get(one.id)));
        return okList('campaigns', records, total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/campaigns/:id',
      operationId: 'getCampaign',
      summary: 'Read a campaign with its metrics',
      description: 'The metrics are updated with every event, and always equal a full recount.',
      params: campaignParams,
      responses: { 200: campaignDetail },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(toCampaignDetail(await readCampaign(service(), principal.orgId, campaignIdOf(params.id)))),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/campaigns/:id/why',
      operationId: 'explainCampaign',
      summary: 'Why nothing is being sent',
      params: campaignParams,
      responses: { 200: whyRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = campaignIdOf(params.id);
        return ok(toWhyRecord(id, await explainWaiting(service(), principal.orgId, id)));
      },
    }),
  ];
}

function changingRoutes(service: () => CampaignPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'PUT',
      path: '/v1/outreach/campaigns/:id',
      operationId: 'changeCampaign',
      summary: 'Change a draft',
      description:
        'Fields that are left out stay as they are. With `lead_ids`, `import_job_id` or `filter`, the campaign has those leads in the place of the ones before. 409 once it was launched.',
      params: campaignParams,
      body: changeCampaignBody,
      responses: { 200: campaignRecord },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body }) => {
        const { name, description, channels, slo, icp, messaging_strategy: strategy } = body;
        const audience = audienceOf(body);
        const campaign = await changeDraft(service(), {
          orgId: principal.orgId,
          campaignId: campaignIdOf(params.id),
          change: {
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
            ...(channels !== undefined && { channels }),
            ...(slo !== undefined && { slo }),
            ...(icp !== undefined && { icp: icp as Record<string, unknown> }),
            ...(strategy !== undefined && {
              strategy: withDefaults(strategy as unknown as MessagingStrategy),
            }),
          },
          audience: Object.values(audience).some((one) => one !== undefined) ? audience : undefined,
        });
        return ok(toCampaignRecord(campaign));
      },
    }),
  ];
}

function runningRoutes(service: () => CampaignPorts): AnyRoute[] {
  const change = (
    verb: 'pause' | 'cancel',
    summary: string,
    run: (ports: CampaignPorts, which: { orgId: string; campaignId: string }) => Promise<Campaign>,
  ) =>
    defineRoute({
      ...write,
      method: 'POST',
      path: `/v1/outreach/campaigns/:id/${verb}`,
      operationId: `${verb}Campaign`,
      summary,
      params: campaignParams,
      responses: { 200: campaignRecord },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params }) =>
        ok(
          toCampaignRecord(
            await run(service(), { orgId: principal.orgId, campaignId: campaignIdOf(params.id) }),
          ),
        ),
    });
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/campaigns/:id/launch',
      operationId: 'launchCampaign',
      summary: 'Launch a campaign on its leads, or on a test cohort of them',
      description:
        'You choose whom it reaches: 409 if the campaign has neither leads nor an `icp` with a criterion, unless `audience` is `all`. The estimate and the projections say what they are based on. After a launch to a test cohort, you may launch the rest.',
      params: campaignParams,
      body: launchBody,
      bodyOptional: true,
      responses: { 202: launchRecord, 200: launchRecord },
      errors: ['not_found', 'invalid_state', 'idempotency_conflict'],
      handler: async ({ principal, params, body, requestId }) => {
        const orgId = principal.orgId;
        const campaignId = campaignIdOf(params.id);
        const { execution, campaign, isReplay } = await launchCampaign(service(), {
          orgId,
          campaignId,
          ...fromRecord(launchBody, body ?? {}),
          startAt: body?.start_at === undefined ? undefined : toMoment(body.start_at).getTime(),
          audience: body?.audience as 'all' | undefined,
          correlationId: requestId,
        });
        const { limitMicros } = await service().ledger.readBudget(service().db, orgId, campaignId);
        const record = toLaunchRecord(execution, campaign, {
          budgetLimitUsd: limitMicros === null ? null : usdOfMicros(limitMicros),
          dailySendLimit: body?.daily_send_limit ?? campaign.dailySendLimit,
        });
        return isReplay
          ? { status: 200, body: record, headers: { 'idempotent-replayed': 'true' } }
          : accepted(record);
      },
    }),
    change('pause', 'Pause a campaign: nothing more begins until it is resumed', pauseCampaign),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/campaigns/:id/resume',
      operationId: 'resumeCampaign',
      summary: 'Resume a paused campaign, with new limits if given',
      params: campaignParams,
      body: resumeBody,
      bodyOptional: true,
      responses: { 200: campaignRecord },
      errors: ['not_found', 'invalid_state', 'budget_exceeded'],
      handler: async ({ principal, params, body }) =>
        ok(
          toCampaignRecord(
            await resumeCampaign(service(), {
              orgId: principal.orgId,
              campaignId: campaignIdOf(params.id),
              ...fromRecord(resumeBody, body ?? {}),
            }),
          ),
        ),
    }),
    change('cancel', 'End a campaign: what is queued is not sent', cancelCampaign),
  ];
}

function campaignIdOf(id: string): string {
  const uuid = parseId('cmp', id);
  if (uuid === undefined) throw notFound('campaign');
  return uuid;
}

function audienceOf(body: Pick<Static<typeof createCampaignBody>, 'lead_ids' | 'import_job_id' | 'filter'>) {
  return {
    leadIds: body.lead_ids?.map((id, i) => leadIdOf(id, i)),
    importId: importIdOf(body.import_job_id),
    filter: body.filter,
  };
}

function leadIdOf(id: string, i: number): string {
  const uuid = parseId('led', id);
  if (uuid === undefined) throw notFound('lead', `lead_ids.${i}`);
  return uuid;
}

function importIdOf(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const uuid = parseId('imp', id);
  if (uuid === undefined) throw notFound('import', 'import_job_id');
  return uuid;
}
