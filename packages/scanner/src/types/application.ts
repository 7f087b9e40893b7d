import type { AgentResult } from './agent.ts';
import type { ApplicationIndex } from './application-index.ts';
import type { DependencyReport } from './dependency-report.ts';
import type { FileEntry } from './file-entry.ts';

/** An analysed application. */
export interface Application {
  index: ApplicationIndex;
  dependencies: DependencyReport;
  files: readonly FileEntry[];
  /** The result of an agent's rules, if known; the agent is then not run again. */
  ruleResult?(agentId: string): AgentResult | undefined;
}
