import type { FlowPartResult, FlowWork, IndexedFile, ScannedFile, ScanRequest } from '@trivium/scanner';
import type { FileInspection } from './inspect-claimed.ts';

/** What the second thread of an analysis does. `archivePath` is the archive that both read. */
export interface SecondTasks {
  prepare: { input: null; output: null };
  scan: { input: ScanRequest & { archivePath: string }; output: [number, ScannedFile][] };
  /** What agents tell of the files that it scanned, and of these, by their place; those that it claims. */
  inspect: {
    input: { archivePath: string; files: [number, IndexedFile][]; claims: Int32Array };
    output: FileInspection[];
  };
  /** Lets go of the archive and of all that was read of it. */
  close: { input: null; output: null };
  follow: { input: FlowWork & { archivePath: string }; output: [number, FlowPartResult][] };
}
