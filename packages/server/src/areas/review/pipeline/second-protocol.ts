import type { FlowPartResult, FlowWork, IndexedFile, ScannedFile, ScanRequest } from '@trivium/scanner';
import type { FileInspection } from './inspect-claimed.ts';

/** Tasks of an analysis's second thread. Both threads read `archivePath`. */
export interface SecondTasks {
  prepare: { input: null; output: null };
  scan: { input: ScanRequest & { archivePath: string }; output: [number, ScannedFile][] };
  /** Agents' results for the files it scanned and for these, by index; it takes the ones it claims. */
  inspect: {
    input: { archivePath: string; files: [number, IndexedFile][]; claims: Int32Array };
    output: FileInspection[];
  };
  /** Releases the archive and everything read from it. */
  close: { input: null; output: null };
  follow: { input: FlowWork & { archivePath: string }; output: [number, FlowPartResult][] };
}
