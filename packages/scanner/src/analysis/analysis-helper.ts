import type { FileLimits } from '../read/files/index-file.ts';
import type { Inspections } from '../types/agent.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { FlowApplication, FlowPartResult } from './flow-work.ts';
import type { ScannedFile } from './scan-file.ts';

/**
 * Another thread that has the same files and takes part of the work. What it does never decides what is found: each
 * piece of work gives the same wherever it is done. It rejects when the thread fails; the work is then done here.
 */
export interface AnalysisHelper {
  /** Scans what it claims until nothing is left; gives it by the file's place in the order of paths. */
  scan(request: ScanRequest): Promise<[number, ScannedFile][]>;
  /** Gets what was scanned here, by the file's place: with what it scanned itself it may begin with other work. */
  takeScanned(files: [number, IndexedFile][]): void;
  /** Follows data through the parts that it claims; gives the results by the part's place. */
  follow(work: FlowWork): Promise<[number, FlowPartResult][]>;
  /** What agents tell of single files, by path; asked for once the index stands. */
  inspections?(files: readonly IndexedFile[]): Promise<Inspections>;
}

export interface ScanRequest {
  limits: FileLimits;
  /** Shared: the place of the first file that nobody has claimed, 1 when the scan is to end, and whether the helper takes part. */
  claims: Int32Array;
}

/** Parts of the work on one application that two threads share. Plain data. */
export interface FlowWork {
  application: FlowApplication;
  /** The candidates of each part. */
  parts: readonly (readonly string[])[];
  /** Shared: for each part, whether a thread has taken it. */
  claims: Int32Array;
  /** Shared: 1 when the work is to end. */
  stop: Int32Array;
}
