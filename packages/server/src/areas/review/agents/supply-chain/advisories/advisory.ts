import type { Severity } from '../../../contract.ts';

/** From the version where it begins (`0`: the first) to the one that is clean again, or to the last that is hit. */
export interface AffectedRange {
  introduced: string;
  fixed: string | null;
  lastAffected: string | null;
}

/** What one advisory says of one package. */
export interface Advisory {
  id: string;
  aliases: string[];
  ecosystem: string;
  package: string;
  ranges: AffectedRange[];
  /** Versions named one by one. */
  versions: string[];
  severity: Severity;
  /** Known malicious code, not a weakness. */
  isMalware: boolean;
  cwe: string[];
  summary: string;
}

/** Where advisories come from, and how old the newest is. */
export interface AdvisorySource {
  kind: 'seed' | 'store' | 'online';
  count: number;
  /** ISO date of the newest change, or null. */
  newest: string | null;
  advisoriesFor(ecosystem: string, name: string): readonly Advisory[];
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
