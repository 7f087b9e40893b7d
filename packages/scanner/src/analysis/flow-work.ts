import type { FlowResult } from '../flow/flow-work.ts';
import type { KnownWork } from '../flow/kept-work.ts';
import type { MisuseFinding } from '../types/flow-findings.ts';
import type { FlowFile } from './application-source.ts';
import type { FlowTrace } from './flow-trace.ts';

/** What a thread needs to follow data through some files of an application. Plain data. */
export interface FlowApplication {
  files: FlowFile[];
  settings: Map<string, string>;
  resolverTexts: Map<string, string>;
  fileBudgetMs: number;
  /** Whether arguments of exported functions count as untrusted. */
  withCallers: boolean;
  /** Whether the dependencies of the work are recorded. */
  isTraced: boolean;
}

export interface FlowPartResult extends FlowResult {
  /** Files there was no time for. */
  unparsed: string[];
  /** Files nested too deeply for a parser's stack. */
  tooDeep: string[];
  withErrors: string[];
  parseMs: number;
  /** Problems found in files by their syntax trees alone; also included in the misuses. */
  noted: readonly MisuseFinding[];
  /** Its dependencies; undefined if they were not requested, or a time limit or fault affected the result. */
  trace?: FlowTrace | undefined;
}

/** The result of a part of the flow work, and the facts about the application it depends on. */
export interface KnownFlow {
  candidates: readonly string[];
  /** What each file that was read was like. */
  read: Map<string, string>;
  trace: FlowTrace;
  result: FlowPartResult;
  /** Nothing of it was left out. */
  isWhole: boolean;
}

/** What an earlier analysis knows about a part of the work. */
export interface KnownPart {
  flow: KnownFlow;
  /** Whether the whole part would give the same again. */
  isWhole: boolean;
  /** What can be reused of it. */
  work: KnownWork | undefined;
}
