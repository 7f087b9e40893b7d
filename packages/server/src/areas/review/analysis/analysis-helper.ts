import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileLimits } from './files/index-file.ts';
import type { ScannedFile } from './files/scan-file.ts';
import type { FlowPart, FlowPartResult } from './flow/flow-part.ts';

/**
 * Another thread that has the same files and takes part of the work. What it does never decides what is found: each
 * piece of work gives the same wherever it is done. It rejects when the thread fails; the work is then done here.
 */
export interface AnalysisHelper {
  /** Scans what it claims until nothing is left; gives it by the file's place in the order of paths. */
  scan(request: ScanRequest): Promise<[number, ScannedFile][]>;
  follow(part: FlowPart, stop: Int32Array): Promise<FlowPartResult>;
  /** All but the flows is known; there may be other work that it can begin. */
  takeIndex(index: ApplicationIndex): void;
  /** Other work for this thread while the helper still follows data. */
  meanwhile(): Promise<void>;
}

export interface ScanRequest {
  limits: FileLimits;
  /** Shared: the place of the first file that nobody has claimed, 1 when the scan is to end, and whether the helper takes part. */
  claims: Int32Array;
}
