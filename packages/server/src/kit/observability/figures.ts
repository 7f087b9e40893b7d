import type { QueryRows } from '../db/index.ts';

/** A metric of the whole installation, under its Prometheus name: in base units, `_total` for counters. */
export interface Figure {
  name: string;
  help: string;
  labels?: readonly string[];
}

export interface FigureSample {
  name: string;
  labels?: Record<string, string>;
  /** Null leaves the sample out: there is no value. */
  value: number | null;
}

/**
 * Metrics that one part of the service computes for a scrape. All are read together, at most every few
 * seconds, and abandoned after two: no query may count a table that grows without bound.
 */
export interface FigureSource {
  /** Names the part in the metric for failing sources. */
  part: string;
  figures: readonly Figure[];
  read(query: QueryRows): Promise<FigureSample[]> | FigureSample[];
}

/** Counting stops here: beyond it "at least" is enough, and counting on would only load the database. */
export const MAX_COUNTED = 10_000;

/** Samples by organization, limited to the organizations with the highest values. */
export function topOrganizations(samples: readonly FigureSample[], organizations: number): FigureSample[] {
  const highest = new Map<string, number>();
  for (const { labels = {}, value } of samples) {
    const { organization = '' } = labels;
    highest.set(organization, Math.max(highest.get(organization) ?? 0, value ?? 0));
  }
  const told = new Set(
    [...highest]
      .sort(([, a], [, b]) => b - a)
      .slice(0, organizations)
      .map(([organization]) => organization),
  );
  return samples.filter(({ labels = {}, value }) => told.has(labels.organization ?? '') && value !== 0);
}
