import type { MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { Cell } from './ledger-types.ts';

/** The dependencies of a piece of work. Plain data; files and questions are indexes into tables. */
export interface Rests {
  files: readonly number[];
  asked: readonly number[];
  /** What modules left in files, by path. */
  states: readonly (readonly [path: string, state: string])[];
  cells: readonly (readonly [key: string, value: Cell | undefined])[];
  accessors: readonly (readonly [name: string, has: boolean])[];
}

/** The result. */
export interface KeptResult {
  written: readonly (readonly [key: string, value: Cell])[];
  /** Names of the functions that it ran or called. */
  visited: readonly string[];
  called: readonly string[];
  found: KeptFindings;
  /** Flows of other pieces that it disproved. */
  refuted: readonly string[];
}

/** Of an entry point. */
export interface KeptPiece extends Rests, KeptResult {
  steps: number;
}

/** Of a module's code that changed nothing outside its own file. */
export interface KeptModule extends Rests, KeptResult {
  /** What it left in its file. */
  state: string;
  /** Whether untrusted numbers were seen after it. */
  numbersMet: boolean;
}

/** Of a file's functions that are run on their own. */
export interface KeptTurns extends Pick<Rests, 'files' | 'asked'> {
  /** What was said of the functions before entry points ran, and before libraries did. */
  marks: readonly (string | undefined)[];
  /** Functions that are called may also be run on their own. */
  runsByHint: boolean;
  turns: readonly KeptTurn[];
}

/** The place of a function, and what was decided of it; null where nobody asked. */
export type KeptTurn = readonly [
  at: number,
  isEntry: boolean | null,
  isWorth: boolean | null,
  isLibrary: boolean | null,
];

export interface KeptFindings {
  taint: readonly (readonly [key: string, strength: number, finding: TaintFinding])[];
  misuse: readonly (readonly [key: string, confidence: number, finding: MisuseFinding])[];
}

/** Everything that the next analysis may reuse of the data flows. */
export interface KeptWork {
  /** What all entry points depend on. */
  context: string;
  files: readonly string[];
  /** Names of properties with accessors, by file. */
  accessors: ReadonlyMap<string, readonly string[]>;
  pieces: ReadonlyMap<string, KeptPiece>;
  modules: ReadonlyMap<string, KeptModule>;
  turns: ReadonlyMap<string, KeptTurns>;
}

/** Earlier work, compared with the current application. */
export interface KnownWork extends KeptWork {
  isFileSame: (at: number) => boolean;
  isAnswerSame: (at: number) => boolean;
}

/** The record of questions to the application. */
export interface Questions {
  /** The number of a question of the work before among those of this one. */
  again(at: number): number;
  /** A file that was read before, and need not be read now. */
  readBefore(path: string): void;
}
