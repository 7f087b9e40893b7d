import type { FlowResult } from '../flow/flow-work.ts';
import type { KnownWork } from '../flow/kept-work.ts';
import type { MisuseFinding } from '../types/flow-findings.ts';
import type { FlowFile } from './application-source.ts';
import type { FlowTrace } from './flow-trace.ts';

/** What a thread needs of an application to follow data through some of its files. Plain data. */
export interface FlowApplication {
  files: FlowFile[];
  settings: Map<string, string>;
  resolverTexts: Map<string, string>;
  fileBudgetMs: number;
  /** Whether what callers may give to exported functions counts. */
  withCallers: boolean;
  /** Whether it is noted what the work rests on. */
  isTraced: boolean;
}

export interface FlowPartResult extends FlowResult {
  /** What no time was left for. */
  unparsed: string[];
  /** What nests deeper than the stack of a parser bears. */
  tooDeep: string[];
  withErrors: string[];
  parseMs: number;
  /** What files that were read showed by themselves, which stands among the misuses as well. */
  noted: readonly MisuseFinding[];
  /** What it rests on; undefined where nobody asked, or time or a fault had a part in it. */
  trace?: FlowTrace | undefined;
}

/** What a part of the flow work gave, and what of the application it rests on. */
export interface KnownFlow {
  candidates: readonly string[];
  /** What each file that was read was like. */
  read: Map<string, string>;
  trace: FlowTrace;
  result: FlowPartResult;
  /** Nothing of it was left out. */
  isWhole: boolean;
}

/** What is known of a part of the work from an earlier analysis. */
export interface KnownPart {
  flow: KnownFlow;
  /** Whether the whole part would give the same again. */
  isWhole: boolean;
  /** What of it can be taken over. */
  work: KnownWork | undefined;
}
