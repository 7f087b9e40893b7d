import type { Waterfall } from './run-waterfall.ts';

const companyFields = [
  'name',
  'domain',
  'website',
  'industry',
  'employee_count',
  'employee_range',
  'location',
  'description',
  'technologies',
  'mail_provider',
  'founded_year',
  'linkedin_url',
] as const;
const personFields = [
  'full_name',
  'title',
  'seniority',
  'department',
  'email_status',
  'linkedin_url',
  'location',
  'timezone',
] as const;
const signals = {
  hiring_activity: { detected: false, open_roles: null, roles: [], score: 0 },
  recent_funding: { detected: false, round: null, amount_usd: null, announced_at: null, score: 0 },
  technology_migration: { detected: false, from: null, to: null, score: 0 },
} as const;

export interface EnrichmentResult {
  status: 'completed' | 'partial' | 'failed';
  company: Record<string, unknown>;
  person: Record<string, unknown>;
  intent: Record<string, Record<string, unknown>>;
  provenance: {
    field: string;
    source: string;
    source_url: string | null;
    method: string;
    confidence: number;
    observed_at: string;
  }[];
  /** The reason for each field that is null. */
  notFound: Record<string, string>;
}

/** Builds the response from the findings. A field without a source is null, with the reason. */
export function assembleResult({ found, findings, reports }: Waterfall): EnrichmentResult {
  const failed = reports.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const reason =
    failed.length > 0 ? `no source had it; not asked with success: ${failed.join(', ')}` : 'no source had it';
  const notFound: Record<string, string> = {};
  const take = (part: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const value = found.get(`${part}.${name}`)?.value ?? null;
        if (value === null) notFound[`${part}.${name}`] = reason;
        return [name, value];
      }),
    );
  const company = take('company', companyFields);
  if (company.employee_range === null && typeof company.employee_count === 'number') {
    company.employee_range = rangeOf(company.employee_count);
    delete notFound['company.employee_range'];
  }
  if (company.technologies === null) company.technologies = [];
  const intent = Object.fromEntries(
    Object.entries(signals).map(([name, none]) => {
      const value = found.get(`intent_signals.${name}`)?.value as Record<string, unknown> | undefined;
      if (value === undefined) notFound[`intent_signals.${name}`] = reason;
      return [name, value ?? { ...none }];
    }),
  );
  const used = new Set([...found.values()].map((one) => `${one.field} ${one.source}`));
  return {
    status: findings.length === 0 ? 'failed' : failed.length > 0 ? 'partial' : 'completed',
    company,
    person: take('person', personFields),
    intent,
    provenance: findings
      .filter((one) => used.has(`${one.field} ${one.source}`) || one.field === 'company.technologies')
      .filter((one) => one.field === 'company.technologies' || found.get(one.field)?.method === one.method)
      .map(({ field, source, sourceUrl, method, confidence, observedAt }) => ({
        field,
        source,
        source_url: sourceUrl,
        method,
        confidence,
        observed_at: observedAt,
      })),
    notFound,
  };
}

function rangeOf(employees: number): string {
  const bounds = [10, 50, 200, 500, 1_000, 5_000, 10_000];
  const lower = [1, 11, 51, 201, 501, 1_001, 5_001];
  const place = bounds.findIndex((bound) => employees <= bound);
  return place < 0 ? '10001+' : `${lower[place]}-${bounds[place]}`;
}
