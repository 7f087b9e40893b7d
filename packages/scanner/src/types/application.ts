import type { AgentResult } from './agent.ts';
import type { ApplicationIndex } from './application-index.ts';
import type { DependencyReport } from './dependency-report.ts';
import type { FileEntry } from './file-entry.ts';

/** An application that was analysed. */
export interface Application {
  index: ApplicationIndex;
  dependencies: DependencyReport;
  files: readonly FileEntry[];
  /** What an agent found already by its rules; it is then not asked again. */
  ruleResult?(agentId: string): AgentResult | undefined;
}
