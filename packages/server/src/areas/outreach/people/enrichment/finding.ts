import type { CostCategory } from '../../books/economics/ledger-terms.ts';
import type { EnrichedLead } from './enriched-lead.ts';

/** One value that was found, with where it comes from. Nothing is known without a source. */
export interface Finding {
  /** `company.industry`, `person.seniority`, `intent_signals.hiring_activity`… */
  field: string;
  value: unknown;
  /** The provider. */
  source: string;
  /** Where it can be looked up; null for what follows from the lead itself. */
  sourceUrl: string | null;
  /** How it was read: `column`, `title_words`, `dns_mx`, `json_ld`, `meta`, `fingerprint`, `feed`… */
  method: string;
  /** 0 to 1. */
  confidence: number;
  observedAt: string;
}

export type ProviderStatus = 'completed' | 'cached' | 'skipped' | 'failed';

export interface ProviderReport {
  name: string;
  status: ProviderStatus;
  durationMs: number;
  costMicros: number;
  /** Why it was skipped or failed. */
  error: string | null;
  detail?: SpendDetail | undefined;
}

export interface ProviderContext {
  orgId: string;
  enrichmentId: string;
  lead: EnrichedLead;
  /** What was found so far; the first finding of a field stands. */
  found: ReadonlyMap<string, Finding>;
  nowMs: number;
  signal: AbortSignal;
  /** Told by providers that know what a call cost, micro-USD; of others it is their price when they found something. */
  spend(micros: number, detail: SpendDetail): void;
}

/** What a cost was made of, as spans and the ledger keep it. */
export type SpendDetail = Record<string, string | number>;

/** A source of findings. It throws for what went wrong; nothing found is an empty list. */
export interface Provider {
  name: string;
  /** Answers are kept so long under the key; left out: they are not. */
  cache?: { key(lead: EnrichedLead): string | null; ttlMs: number };
  /** The most that a call costs, micro-USD. */
  priceMicros: number;
  /** What it is booked as; data enrichment unless told. */
  category?: CostCategory;
  /** Why it has nothing to do for this lead; undefined when it has. */
  skip(context: ProviderContext): string | undefined;
  find(context: ProviderContext): Promise<Finding[]>;
}
