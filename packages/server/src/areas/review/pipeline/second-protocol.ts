import type { FileInspection } from '../agents/index.ts';
import type { ScanRequest } from '../analysis/analysis-helper.ts';
import type { ScannedFile } from '../analysis/files/scan-file.ts';
import type { FlowPart, FlowPartResult } from '../analysis/flow/flow-part.ts';
import type { AgentResult } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { AgentSettings } from './worker-protocol.ts';

export interface Judgement {
  /** What agents say that need no flows, by their ids. */
  results: Record<string, AgentResult>;
  inspections: FileInspection[];
}

/** What the second thread of an analysis does. `archivePath` is the archive that both read. */
export interface SecondTasks {
  prepare: { input: null; output: null };
  scan: { input: ScanRequest & { archivePath: string }; output: [number, ScannedFile][] };
  follow: { input: { archivePath: string; part: FlowPart; stop: Int32Array }; output: FlowPartResult };
  judge: {
    input: {
      archivePath: string;
      index: ApplicationIndex;
      agentIds: readonly string[];
      agents: AgentSettings;
      /** Shared: the place of the first file that nobody has claimed for inspection. */
      claims: Int32Array;
    };
    output: Judgement;
  };
}
