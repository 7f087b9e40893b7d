import { cutText } from '../../../../kit/cut-text.ts';
import type { CostCategory } from '../../books/economics/ledger-terms.ts';
import type { Finding, Provider, ProviderContext, ProviderReport, SpendDetail } from './finding.ts';

export interface CachedAnswer {
  findings: Finding[];
}

export interface WaterfallPorts {
  readCache(orgId: string, provider: string, key: string): Promise<CachedAnswer | undefined>;
  writeCache(
    orgId: string,
    provider: string,
    key: string,
    answer: CachedAnswer,
    ttlMs: number,
  ): Promise<void>;
  /** Reserves money for a call; undefined when there is none. The returned function ends the reservation. */
  hold(
    amountMicros: number,
    category: CostCategory,
  ): Promise<((spentMicros: number, detail: SpendDetail | undefined) => Promise<void>) | undefined>;
}

export interface Waterfall {
  /** All findings; for a field found several times, the first wins. */
  findings: Finding[];
  found: Map<string, Finding>;
  reports: ProviderReport[];
  costMicros: number;
}

/** Lists from several sources are merged. */
const merged = new Set(['company.technologies']);

/** Queries the providers in turn: free ones first, paid ones only for what is still missing. */
export async function runWaterfall(
  ports: WaterfallPorts,
  providers: readonly Provider[],
  context: Omit<ProviderContext, 'found' | 'spend'>,
  maxCostMicros: number,
): Promise<Waterfall> {
  const result: Waterfall = { findings: [], found: new Map(), reports: [], costMicros: 0 };
  for (const provider of providers) {
    const startedAt = performance.now();
    const report = await askProvider(
      ports,
      provider,
      { ...context, found: result.found },
      maxCostMicros - result.costMicros,
      result,
    );
    result.reports.push({
      ...report,
      name: provider.name,
      durationMs: Math.round(performance.now() - startedAt),
    });
    result.costMicros += report.costMicros;
  }
  return result;
}

type Report = Omit<ProviderReport, 'name' | 'durationMs'>;

async function askProvider(
  ports: WaterfallPorts,
  provider: Provider,
  asked: Omit<ProviderContext, 'spend'>,
  affordableMicros: number,
  result: Waterfall,
): Promise<Report> {
  let told: { micros: number; detail: SpendDetail } | undefined;
  const context: ProviderContext = {
    ...asked,
    spend(micros, detail) {
      told = { micros, detail };
    },
  };
  const report = (status: Report['status'], error: string | null = null, costMicros = 0): Report => ({
    status,
    costMicros,
    error,
    detail: told?.detail,
  });
  const skipped = provider.skip(context);
  if (skipped !== undefined) return report('skipped', skipped);
  const key = provider.cache?.key(context.lead) ?? null;
  try {
    const cached = key === null ? undefined : await ports.readCache(context.orgId, provider.name, key);
    if (cached !== undefined) {
      addFindings(result, cached.findings);
      return report('cached');
    }
    if (provider.priceMicros > affordableMicros)
      return report('skipped', 'its price is above what may be spent');
    const { priceMicros, category = 'data_enrichment' } = provider;
    const settle = priceMicros > 0 ? await ports.hold(priceMicros, category) : async () => {};
    if (settle === undefined) return report('skipped', 'the budget does not hold its price');
    let findings: Finding[] = [];
    let spent = 0;
    try {
      findings = await provider.find(context);
    } catch (error) {
      // Unsuccessful queries cost money too.
      spent = told?.micros ?? 0;
      await settle(spent, told?.detail);
      return report('failed', cutText((error as Error).message, 500), spent);
    }
    spent = told?.micros ?? (findings.length > 0 ? priceMicros : 0);
    await settle(spent, told?.detail);
    if (key !== null && provider.cache)
      await ports.writeCache(context.orgId, provider.name, key, { findings }, provider.cache.ttlMs);
    addFindings(result, findings);
    return report('completed', null, spent);
  } catch (error) {
    return report('failed', cutText((error as Error).message, 500));
  }
}

function addFindings(result: Waterfall, findings: readonly Finding[]): void {
  for (const finding of findings) {
    result.findings.push(finding);
    const first = result.found.get(finding.field);
    if (first === undefined) result.found.set(finding.field, finding);
    else if (merged.has(finding.field)) {
      const value = [...new Set([...(first.value as string[]), ...(finding.value as string[])])];
      result.found.set(finding.field, { ...first, value });
    }
  }
}
