import { factEvent } from '../../../../engine/catalog/index.ts';
import type { AnyDatabase, NewEvent, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { CostLedger } from '../../books/economics/ledger.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { recordSpans, type Span } from '../../books/traces/span.repository.ts';
import { formatTraceId, newSpanId, traceIdOf } from '../../books/traces/trace-ids.ts';
import {
  dropAnswersAbout,
  readCachedAnswer,
  readEnrichedLead,
  saveEnrichment,
  writeCachedAnswer,
} from './enrichment.repository.ts';
import { assembleResult, type EnrichmentResult } from './enrichment-result.ts';
import type { Provider, ProviderReport } from './finding.ts';
import { runWaterfall, type WaterfallPorts } from './run-waterfall.ts';

export interface EnrichPorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  ledger: CostLedger;
  /** In query order. */
  providers: readonly Provider[];
}

export interface EnrichRequest {
  orgId: string;
  leadId: string;
  enrichmentId: string;
  /** Who pays; by default the lead's newest campaign. */
  campaignId?: string | undefined;
  agentId?: string | undefined;
  /** Micro-USD. */
  maxCostMicros?: number | undefined;
  correlationId?: string | undefined;
  /** Whether a language model may read the site's text; by default it may. */
  asksModel?: boolean;
}

export interface Enrichment extends EnrichmentResult {
  leadId: string;
  enrichmentId: string;
  providers: ProviderReport[];
  costMicros: number;
  traceId: string;
  enrichedAt: Date;
}

/** Default maximum cost of a run; most providers charge about a cent per answer. */
const DEFAULT_MAX_COST_MICROS = 100_000;
const DEADLINE_MS = 25_000;

/** Queries the providers about a lead, stores the findings with their sources and books the cost. */
export async function enrichLead(ports: EnrichPorts, request: EnrichRequest): Promise<Enrichment> {
  const { orgId, leadId, enrichmentId } = request;
  const read = await readEnrichedLead(ports.db, orgId, leadId);
  if (read === undefined) throw notFound('lead');
  const campaignId = request.campaignId ?? read.campaignId;
  const traceId = traceIdOf(orgId, campaignId, leadId);
  const startedAtMs = ports.clock.now();
  const waterfall = await runWaterfall(
    waterfallPorts(ports, { ...request, campaignId }),
    ports.providers.filter(({ name }) => request.asksModel !== false || name !== 'language_model'),
    { orgId, enrichmentId, lead: read.lead, nowMs: startedAtMs, signal: AbortSignal.timeout(DEADLINE_MS) },
    request.maxCostMicros ?? DEFAULT_MAX_COST_MICROS,
  );
  const result = assembleResult(waterfall);
  const now = new Date(ports.clock.now());
  const { reports: providers, costMicros } = waterfall;
  const isSaved = await ports.unitOfWork(async (tx) => {
    const run = {
      orgId,
      enrichmentId,
      leadId,
      result,
      providers: providers.map(toProviderRecord),
      costMicros,
      traceId,
      now,
    };
    if (!(await saveEnrichment(tx, run))) return { value: false };
    await recordSpans(
      tx,
      orgId,
      toSpans(providers, { traceId, campaignId, leadId, agentId: request.agentId, startedAtMs }),
    );
    const event: NewEvent = factEvent('lead_enriched', {
      orgId,
      source: 'outreach',
      correlationId: request.correlationId,
      data: {
        lead_id: formatId('led', leadId),
        enrichment_id: formatId('enr', enrichmentId),
        status: result.status,
        cost_usd: usdOfMicros(costMicros),
        trace_id: formatTraceId(traceId),
        enriched_at: now.toISOString(),
      },
    });
    return { value: true, events: [event] };
  });
  if (!isSaved) {
    await dropAnswersAbout(ports.db, orgId, read.lead.email);
    throw notFound('lead');
  }
  return { ...result, leadId, enrichmentId, providers, costMicros, traceId, enrichedAt: now };
}

function waterfallPorts(
  { db, ledger, clock }: EnrichPorts,
  { orgId, leadId, enrichmentId, campaignId, agentId }: EnrichRequest,
): WaterfallPorts {
  let calls = 0;
  return {
    readCache: (org, provider, key) => readCachedAnswer(db, org, provider, key, new Date(clock.now())),
    writeCache: (org, provider, key, answer, ttlMs) =>
      writeCachedAnswer(db, org, provider, key, answer, new Date(clock.now()), new Date(clock.now() + ttlMs)),
    async hold(amountMicros, category) {
      const reservation =
        campaignId === undefined ? undefined : await ledger.reserve({ orgId, campaignId, amountMicros });
      if (campaignId !== undefined && reservation === undefined) return undefined;
      const held = reservation === undefined ? [] : [reservation];
      const reference = `enrichment ${enrichmentId} ${++calls}`;
      return async (spentMicros, detail) => {
        if (spentMicros === 0) return ledger.release(held);
        const expense = {
          category,
          amountMicros: spentMicros,
          campaignId,
          agentId,
          leadId,
          reference,
          detail,
        };
        await ledger.settle(orgId, [expense], held);
      };
    },
  };
}

export function toProviderRecord({ name, status, durationMs, costMicros, error }: ProviderReport) {
  return { name, status, duration_ms: durationMs, cost_usd: usdOfMicros(costMicros), error };
}

function toSpans(
  reports: readonly ProviderReport[],
  of: Pick<Span, 'traceId' | 'campaignId' | 'leadId' | 'agentId' | 'startedAtMs'>,
): Span[] {
  const whole = newSpanId();
  let atMs = of.startedAtMs;
  const parts = reports.map(({ name, status, durationMs, costMicros, error, detail }): Span => {
    const startedAtMs = atMs;
    atMs += durationMs;
    return {
      ...of,
      spanId: newSpanId(),
      parentSpanId: whole,
      name: `enrich.${name}`,
      kind: 'client',
      startedAtMs,
      durationMs,
      status: status === 'failed' ? 'error' : 'ok',
      statusMessage: status === 'failed' ? (error ?? undefined) : undefined,
      attributes: { 'provider.status': status, ...detail },
      costMicros,
    };
  });
  return [
    { ...of, spanId: whole, name: 'enrich', durationMs: atMs - of.startedAtMs, status: 'ok' },
    ...parts,
  ];
}
