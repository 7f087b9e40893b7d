import type { QueryRows } from '../db/index.ts';

/** A figure of the whole installation, by its name in Prometheus: in base units, and `_total` for what only rises. */
export interface Figure {
  name: string;
  help: string;
  labels?: readonly string[];
}

export interface FigureSample {
  name: string;
  labels?: Record<string, string>;
  /** Null is left out: there is nothing of it. */
  value: number | null;
}

/**
 * Figures that one part of the service tells when a scrape asks. They are read together, not more often than every
 * few seconds, and given up after two: none may count a table that grows without an end.
 */
export interface FigureSource {
  /** Which part, for the figure that tells of sources that fail. */
  part: string;
  figures: readonly Figure[];
  read(query: QueryRows): Promise<FigureSample[]> | FigureSample[];
}

/** What is counted no further: there, "so many" says enough, and counting on costs the database. */
export const MAX_COUNTED = 10_000;

/** Of samples by organization, those of so many organizations: the ones with the highest value. */
export function tellMost(samples: readonly FigureSample[], organizations: number): FigureSample[] {
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
