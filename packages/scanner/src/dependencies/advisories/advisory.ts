import type { AffectedRange, KnownAdvisory } from '../../types/dependency-report.ts';

export type { AffectedRange, KnownAdvisory as Advisory };

/** A source of advisories, and the date of the newest. */
export interface AdvisorySource {
  kind: 'seed' | 'store' | 'online';
  count: number;
  /** ISO date of the newest change, or null. */
  newest: string | null;
  /** Whether a package of this ecosystem without an entry has no known vulnerabilities. */
  covers(ecosystem: string): boolean;
  advisoriesFor(ecosystem: string, name: string): readonly KnownAdvisory[];
}

/** The name under which advisories list a package. */
export function advisoryKey(ecosystem: string, name: string): string {
  const plain =
    ecosystem === 'PyPI'
      ? name.toLowerCase().replace(/[-_.]+/g, '-')
      : ecosystem === 'NuGet' || ecosystem === 'Packagist'
        ? name.toLowerCase()
        : name;
  return `${ecosystem}\0${plain}`;
}
