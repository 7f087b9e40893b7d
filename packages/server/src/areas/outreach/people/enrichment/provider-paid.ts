import type { GuardedClient } from '../../../../kit/net/index.ts';
import type { Finding, Provider } from './finding.ts';

export interface PaidProviderSettings {
  url: string;
  key: string;
  /** Micro-USD per answer that found the lead. */
  priceMicros: number;
}

const TTL_MS = 30 * 86_400_000;
/** Fields the adapter accepts, with their validators. */
const fields: Record<string, (value: unknown) => boolean> = {
  'company.name': isText,
  'company.industry': isText,
  'company.employee_count': (value) => Number.isInteger(value) && (value as number) >= 0,
  'company.location': isText,
  'company.description': isText,
  'company.founded_year': (value) => Number.isInteger(value),
  'company.technologies': (value) => Array.isArray(value) && value.every(isText),
  'person.full_name': isText,
  'person.title': isText,
  'person.seniority': isText,
  'person.department': isText,
  'person.linkedin_url': isText,
  'person.location': isText,
};

/** Fields worth paying for when no free source has them. */
const wanted = ['company.industry', 'company.employee_count', 'person.title'];

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 2_000;
}

/**
 * A data provider of the operator's choice, queried by e-mail and domain: `GET url?email=…&domain=…` with the
 * key as bearer token. It returns JSON with `company` and `person`, spelled as in our own responses; 404
 * means not found and costs nothing.
 */
export function paidProvider(client: GuardedClient, settings: PaidProviderSettings): Provider {
  return {
    name: 'paid_http',
    priceMicros: settings.priceMicros,
    cache: { key: ({ email }) => email, ttlMs: TTL_MS },
    skip: ({ found }) =>
      wanted.every((field) => found.has(field)) ? 'nothing that is worth its price is missing' : undefined,
    find: async ({ lead, nowMs, signal }) => {
      const url = new URL(settings.url);
      url.searchParams.set('email', lead.email);
      if (lead.domain !== null) url.searchParams.set('domain', lead.domain);
      const outcome = await client.get({
        url: url.href,
        headers: { authorization: `Bearer ${settings.key}`, accept: 'application/json' },
        deadlineMs: 10_000,
        maxKeptBodyBytes: 262_144,
        signal,
      });
      if (!outcome.ok) {
        if (outcome.status === 404) return [];
        throw new Error(
          outcome.status === undefined ? outcome.message : `the provider answered ${outcome.status}`,
        );
      }
      return readAnswer(outcome.body.toString('utf8'), url.origin, new Date(nowMs).toISOString());
    },
  };
}

function readAnswer(text: string, sourceUrl: string, observedAt: string): Finding[] {
  const answer = JSON.parse(text) as Record<string, Record<string, unknown> | undefined>;
  return Object.entries(fields).flatMap(([field, accepts]) => {
    const [part, name] = field.split('.') as [string, string];
    const value = answer[part]?.[name];
    if (!accepts(value)) return [];
    return [
      { field, value, source: 'paid_http', sourceUrl, method: 'provider', confidence: 0.75, observedAt },
    ];
  });
}
