import type { ApplicationIndex, DependencyReport, FileEntry } from '@trivium/scanner';

export interface FoundComponent {
  /** Stable within an application: derived from path and kind. */
  key: string;
  name: string;
  kind: 'package' | 'module' | 'service' | 'ui';
  path: string;
  language: string | null;
  version: string | null;
  license: string | null;
  reusabilityScore: number;
  scoreFactors: {
    isolation: number;
    apiClarity: number;
    tests: number;
    docs: number;
    simplicity: number;
    adoption: number;
  };
  dependencies: {
    internal: string[];
    external: { name: string; version: string | null }[];
    dependents: string[];
  };
  linesCode: number;
  hasTests: boolean;
  hasDocs: boolean;
  inCycle: boolean;
  lineCoverage: number | null;
  testToCodeRatio: number;
}

export type FindComponents = (
  index: ApplicationIndex,
  files: readonly FileEntry[],
  dependencies: DependencyReport,
) => FoundComponent[];
