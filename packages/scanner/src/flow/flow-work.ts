import type { EngineFault } from '../types/application-index.ts';
import type { MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { KeptWork, KnownWork, Questions } from './kept-work.ts';
import type { Ledger } from './ledger.ts';
import type { Observe } from './machine.ts';

export interface FlowLimits {
  /** Steps of the machine for one entry point, and for all of one file. Steps, not time, so that equal files give equal findings. */
  rootSteps: number;
  fileSteps: number;
  /** Milliseconds for one entry point: only against what steps do not count. */
  rootMs: number;
  shouldStop: () => boolean;
  /** Every function is run for it, and exported ones are not run again with what anybody may have given. */
  observe?: Observe;
  /** Whether exported functions are run once more with what callers may have given; true unless told. */
  withCallers?: boolean;
  /** Notes what entry points rest on, and takes over those of an earlier analysis. */
  remember?: { ledger: Ledger; known: KnownWork | undefined; questions: Questions };
}

export interface FlowResult {
  taint: TaintFinding[];
  misuse: MisuseFinding[];
  /** Files whose entry points were not all run to their end. */
  cut: string[];
  /** Where the engine itself failed. */
  faults: EngineFault[];
  /** What the next analysis may take over, and how many entry points were taken over here. */
  work?: KeptWork;
  reusedPieces?: number;
}
