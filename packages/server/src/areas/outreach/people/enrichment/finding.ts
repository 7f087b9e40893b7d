import type { CostCategory } from '../../books/economics/ledger-terms.ts';
import type { EnrichedLead } from './enriched-lead.ts';

/** A value that was found, with its source. Nothing counts as known without a source. */
export interface Finding {
  /** `company.industry`, `person.seniority`, `intent_signals.hiring_activity`… */
  field: string;
  value: unknown;
  /** The provider. */
  source: string;
  /** Where to verify it; null when derived from the lead itself. */
  sourceUrl: string | null;
  /** How it was obtained: `column`, `title_words`, `dns_mx`, `json_ld`, `meta`, `fingerprint`, `feed`… */
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
  /** Findings so far; the first one for a field wins. */
  found: ReadonlyMap<string, Finding>;
  nowMs: number;
  signal: AbortSignal;
  /**
   * Called by providers that know a call's cost, in micro-USD; for others it is their price if they found
   * something.
   */
  spend(micros: number, detail: SpendDetail): void;
}

/** The breakdown of a cost, for spans and the ledger. */
export type SpendDetail = Record<string, string | number>;

/** A source of findings. It throws on failure; an empty list means that nothing was found. */
export interface Provider {
  name: string;
  /** Answers are cached this long under the key; undefined for no caching. */
  cache?: { key(lead: EnrichedLead): string | null; ttlMs: number };
  /** Maximum cost of a call, in micro-USD. */
  priceMicros: number;
  /** Cost category; data enrichment by default. */
  category?: CostCategory;
  /** Why it has nothing to do for this lead; undefined when it does. */
  skip(context: ProviderContext): string | undefined;
  find(context: ProviderContext): Promise<Finding[]>;
}
