/** Plain data that pieces of work leave for each other, under names that are the same in each analysis. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | readonly Cell[]
  | { readonly [name: string]: Cell | undefined };

/** The result of a lookup, with its dependencies. */
export interface Lookup<Found> {
  value: Found;
  notes: Notes;
  /** The last piece that depends on it. */
  serial: number;
}

export interface Notes {
  /** Numbers of the questions asked of the application. */
  asked: Set<number>;
  /** Files whose code was read. */
  files: Set<string>;
}

/** A piece of work: an entry point, or the code of a module. */
export interface Piece extends Notes {
  /** The module's file; null for an entry point. */
  module: string | null;
  serial: number;
  depth: number;
  /** The state that other modules had left in files when it was first read. */
  states: Map<string, string>;
  /** Cells when they were first read. */
  cells: Map<string, Cell | undefined>;
  written: Map<string, Cell>;
  /** Property names that were looked up, and whether any has an accessor. */
  accessors: Map<string, boolean>;
  /** Files whose state it changed. */
  changed: Set<string>;
  /** It left something other than plain data for others, so it runs again each time. */
  leavesValues: boolean;
  /** It was the first to run another module's code. */
  runsOthers: boolean;
  /** The outermost running piece that it depends on. */
  low: number;
  /** How many pieces were waiting for others when it began. */
  waitingBefore: number;
}

/** What the ledger needs to know about the application. */
export interface Described {
  /** Everything that decides how a file is read, as one text. */
  likenessOf(path: string): string;
  /** A question with its answer. */
  questionAt(at: number): string;
}
