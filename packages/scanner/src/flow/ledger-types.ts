/** Plain data that pieces of the work leave for one another, under names that are the same in each analysis. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | readonly Cell[]
  | { readonly [name: string]: Cell | undefined };

/** What was looked up once, with all that the answer rests on. */
export interface Lookup<Found> {
  value: Found;
  notes: Notes;
  /** The last piece that noted it. */
  serial: number;
}

export interface Notes {
  /** Numbers of questions that the application was asked. */
  asked: Set<number>;
  /** Files whose code was looked at. */
  files: Set<string>;
}

/** A piece of the work: an entry point, or the code of a module. */
export interface Piece extends Notes {
  /** Of a module, its file. */
  module: string | null;
  serial: number;
  depth: number;
  /** The state that other modules had left in files, when it was first looked at. */
  states: Map<string, string>;
  /** Cells as they were when they were first read. */
  cells: Map<string, Cell | undefined>;
  written: Map<string, Cell>;
  /** Names of properties that were asked for, and whether any has code of its own. */
  accessors: Map<string, boolean>;
  /** Files whose state it changed. */
  changed: Set<string>;
  /** Left something for others that is no plain data: it is done again each time. */
  leavesValues: boolean;
  /** The code of another module was first run in it. */
  runsOthers: boolean;
  /** The outermost piece under way on which it rests. */
  low: number;
  /** How many pieces waited for others when it began. */
  waitingBefore: number;
}

/** What of the application the ledger needs to know. */
export interface Described {
  /** What decides how a file is read, in one text. */
  likenessOf(path: string): string;
  /** A question with its answer. */
  questionAt(at: number): string;
}
