import type { EngineFault } from '../types/application-index.ts';
import type { MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { KeptWork, KnownWork, Questions } from './kept-work.ts';
import type { Ledger } from './ledger.ts';
import type { Observe } from './machine.ts';

export interface FlowLimits {
  /**
   * Max. steps of the machine for one entry point, and for a whole file. Steps, not time, so that equal files
   * give equal findings.
   */
  rootSteps: number;
  fileSteps: number;
  /** Milliseconds for one entry point: only a safeguard for work that steps do not count. */
  rootMs: number;
  shouldStop: () => boolean;
  /** Every function is run for it, and exported ones are not run again with what anybody may have given. */
  observe?: Observe;
  /** Whether exported functions are run once more with what callers may have given; true unless told. */
  withCallers?: boolean;
  /** Records the dependencies of entry points, and reuses those of an earlier analysis. */
  remember?: { ledger: Ledger; known: KnownWork | undefined; questions: Questions };
}

export interface FlowResult {
  taint: TaintFinding[];
  misuse: MisuseFinding[];
  /** Files whose entry points did not all run to completion. */
  cut: string[];
  /** Errors of the engine itself. */
  faults: EngineFault[];
  /** What the next analysis may reuse, and how many entry points were reused here. */
  work?: KeptWork;
  reusedPieces?: number;
}
