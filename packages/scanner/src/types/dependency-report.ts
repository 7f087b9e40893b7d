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
  /** Direct dependencies whose version is not fixed by the manifest or a lockfile. */
  unpinned: number;
  licenses: { license: string; packages: number }[];
  /** `seed` knows only famous advisories: then "none found" is unknown, never a pass. */
  advisoryDb: {
    source: 'seed' | 'store' | 'online';
    advisories: number;
    ageDays: number | null;
    /** Packages of which the source says nothing either way. */
    unknownPackages: number;
    /** Why a database on the network did not answer, or not for all; null when it did or none was asked. */
    problem: string | null;
  };
  /** What a database on the network answered; absent when none was asked or none answered. */
  onlineAdvisories?: KnownAdvisory[];
}

/** From the version where it begins (`0`: the first) to the one that is clean again, or to the last that is hit. */
export interface AffectedRange {
  introduced: string;
  fixed: string | null;
  lastAffected: string | null;
}

/** What one advisory says of one package. */
export interface KnownAdvisory {
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

export interface PackageUse {
  ecosystem: string;
  name: string;
  version: string | null;
  isDirect: boolean;
  isDev: boolean;
  /** The package itself lies in the application, and the file is its own. */
  isCopy: boolean;
  /** The file that names it. */
  file: string;
  line: number;
  license: string | null;
  /** Base64 or hex integrity as the lockfile has it, such as `sha512-…`; null without. */
  integrity: string | null;
}

export type ReadDependencies = (
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<DependencyReport>;
