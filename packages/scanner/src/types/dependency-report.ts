import type { AgentOptions } from './agent-options.ts';
import type { ApplicationIndex } from './application-index.ts';
import type { FileEntry } from './file-entry.ts';
import type { Severity } from './finding.ts';

export interface DependencyReport {
  manifests: string[];
  lockfiles: string[];
  packages: PackageUse[];
  direct: number;
  transitive: number;
  /** Direct dependencies with a version that neither the manifest nor a lockfile fixes. */
  unpinned: number;
  licenses: { license: string; packages: number }[];
  /** `seed` only has well-known advisories, so "none found" means unknown, not safe. */
  advisoryDb: {
    source: 'seed' | 'store' | 'online';
    advisories: number;
    ageDays: number | null;
    /** Packages about which the source has no information. */
    unknownPackages: number;
    /**
     * Why a database on the network gave no answer, or not for all packages; null if it did, or if none was queried.
     */
    problem: string | null;
  };
  /** The answer of a database on the network; missing if none was queried or none answered. */
  onlineAdvisories?: KnownAdvisory[];
}

/** From the first affected version (`0`: the very first) to the fixed one, or to the last affected one. */
export interface AffectedRange {
  introduced: string;
  fixed: string | null;
  lastAffected: string | null;
}

/** One advisory about one package. */
export interface KnownAdvisory {
  id: string;
  aliases: string[];
  ecosystem: string;
  package: string;
  ranges: AffectedRange[];
  /** Individually listed versions. */
  versions: string[];
  severity: Severity;
  /** Known malicious code, not a vulnerability. */
  isMalware: boolean;
  cwe: string[];
  summary: string;
}

export interface PackageUse {
  ecosystem: string;
  name: string;
  version: string | null;
  isDirect: boolean;
  isDev: boolean;
  /** The package itself is in the application, as this file. */
  isCopy: boolean;
  /** The file that lists it. */
  file: string;
  line: number;
  license: string | null;
  /** Integrity in base64 or hex, as in the lockfile, such as `sha512-…`; null if missing. */
  integrity: string | null;
}

export type ReadDependencies = (
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<DependencyReport>;
