import type { FileLimits } from '../read/files/index-file.ts';
import type { Inspections } from '../types/agent.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { FlowApplication, FlowPartResult } from './flow-work.ts';
import type { ScannedFile } from './scan-file.ts';

/**
 * A second thread with the same files that takes part of the work. It never affects the findings: each piece
 * of work gives the same result in either thread. It rejects when the thread fails; the work is then done
 * here.
 */
export interface AnalysisHelper {
  /** Scans the files it claims until none is left; returns them by index in path order. */
  scan(request: ScanRequest): Promise<[number, ScannedFile][]>;
  /** Receives the files scanned here, by index: together with its own it can start other work. */
  takeScanned(files: [number, IndexedFile][]): void;
  /** Follows data through the parts it claims; returns the results by the part's index. */
  follow(work: FlowWork): Promise<[number, FlowPartResult][]>;
  /** Results of agents for single files, by path; requested once the index exists. */
  inspections?(files: readonly IndexedFile[]): Promise<Inspections>;
}

export interface ScanRequest {
  limits: FileLimits;
  /**
   * Shared memory: the index of the first unclaimed file, 1 when the scan should end, and whether the helper
   * takes part.
   */
  claims: Int32Array;
}

/** Parts of the work on one application, shared by two threads. Plain data. */
export interface FlowWork {
  application: FlowApplication;
  /** The candidates of each part. */
  parts: readonly (readonly string[])[];
  /** Shared memory: for each part, whether a thread has taken it. */
  claims: Int32Array;
  /** Shared memory: 1 when the work should end. */
  stop: Int32Array;
}
