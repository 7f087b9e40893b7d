import type { FlowPartResult, FlowWork, IndexedFile, ScannedFile, ScanRequest } from '@trivium/scanner';
import type { FileInspection } from './inspect-claimed.ts';

/** The tasks of an analysis' second thread. `archivePath` is the archive that both threads read. */
export interface SecondTasks {
  prepare: { input: null; output: null };
  scan: { input: ScanRequest & { archivePath: string }; output: [number, ScannedFile][] };
  /** Results of agents for the files that it scanned and that it claims, by index. */
  inspect: {
    input: { archivePath: string; files: [number, IndexedFile][]; claims: Int32Array };
    output: FileInspection[];
  };
  /** Releases the archive and everything read from it. */
  close: { input: null; output: null };
  follow: { input: FlowWork & { archivePath: string }; output: [number, FlowPartResult][] };
}
