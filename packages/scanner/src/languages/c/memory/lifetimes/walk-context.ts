import type { FunctionFacts } from '../function-facts.ts';

export type WalkFault =
  | 'used-after'
  | 'freed-twice'
  | 'freed-foreign'
  | 'used-after-growth'
  | 'leak'
  | 'uninitialized'
  | 'unbounded-allocation'
  | 'allocation-overflow'
  | 'unbounded-copy'
  | 'negative-copy'
  | 'index'
  | 'division';

export interface WalkOptions {
  isCpp: boolean;
  /** Functions that release an argument, with the index of the parameter. */
  releases: ReadonlyMap<string, number>;
  facts: FunctionFacts;
  report: (fault: WalkFault, at: number, name: string) => void;
}

/** What all parts of the walk through one function share. */
export class WalkContext {
  readonly isCpp: boolean;
  readonly releases: ReadonlyMap<string, number>;
  readonly facts: FunctionFacts;
  /** The number of conditions around the current statement. */
  depth = 0;
  private readonly reported = new Set<string>();
  private readonly report: WalkOptions['report'];

  constructor(options: WalkOptions) {
    this.isCpp = options.isCpp;
    this.releases = options.releases;
    this.facts = options.facts;
    this.report = options.report;
  }

  /** Several paths lead through one place; a fault is reported there once. */
  reportOnce(fault: WalkFault, at: number, name: string): void {
    const mark = `${fault}:${at}`;
    if (this.reported.has(mark)) return;
    this.reported.add(mark);
    this.report(fault, at, name);
  }
}
