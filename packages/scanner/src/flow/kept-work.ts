import type { MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { Cell } from './ledger-types.ts';

/** What a piece of the work rested on. Plain data; files and questions are numbers in tables. */
export interface Rests {
  files: readonly number[];
  asked: readonly number[];
  /** What modules had left in files, by path. */
  states: readonly (readonly [path: string, state: string])[];
  cells: readonly (readonly [key: string, value: Cell | undefined])[];
  accessors: readonly (readonly [name: string, has: boolean])[];
}

/** What came of it. */
export interface Told {
  written: readonly (readonly [key: string, value: Cell])[];
  /** Functions that it ran, and those that it called, by their names. */
  visited: readonly string[];
  called: readonly string[];
  found: KeptFindings;
  /** Flows of others that it found to be none. */
  refuted: readonly string[];
}

/** Of an entry point. */
export interface KeptPiece extends Rests, Told {
  steps: number;
}

/** Of the code of a module that changed nothing but its own file. */
export interface KeptModule extends Rests, Told {
  /** What it left in its file. */
  state: string;
  /** Whether numbers from outside were met after it. */
  numbersMet: boolean;
}

/** Of the functions of a file, which are run on their own. */
export interface KeptTurns extends Pick<Rests, 'files' | 'asked'> {
  /** What was said of the functions before entry points ran, and before libraries did. */
  marks: readonly (string | undefined)[];
  /** Functions that are called may be run on their own as well. */
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

/** Of an analysis, all that the next one may take over of what followed data. */
export interface KeptWork {
  /** What all entry points rest on. */
  context: string;
  files: readonly string[];
  /** Names of properties with code of their own, by the file that has it. */
  accessors: ReadonlyMap<string, readonly string[]>;
  pieces: ReadonlyMap<string, KeptPiece>;
  modules: ReadonlyMap<string, KeptModule>;
  turns: ReadonlyMap<string, KeptTurns>;
}

/** Such work, compared with the application as it is now. */
export interface KnownWork extends KeptWork {
  isFileSame: (at: number) => boolean;
  isAnswerSame: (at: number) => boolean;
}

/** Where it is written down what the application was asked. */
export interface Questions {
  /** The number of a question of the work before among those of this one. */
  again(at: number): number;
  /** A file that was read before, and need not be read now. */
  readBefore(path: string): void;
}
