import type { SourceView } from '../../../../rules/source-view.ts';
import type { CFunction } from './functions.ts';
import type { ValueFault } from './known-faults.ts';
import type { Block, Exit, Memory } from './memory.ts';
import type { CProgram } from './program.ts';

/** What all parts of the walk from one function share. */
export class Run {
  readonly program: CProgram;
  readonly mostSteps: number;
  /** Runs a called function. */
  readonly into: (run: Run, fn: CFunction, memory: Memory, depth: number) => Exit[];
  steps = 0;
  /** The current path does not continue. */
  isEnded = false;
  readonly stack: CFunction[] = [];
  /** Blocks of global variables by key. */
  readonly globals = new Map<string, number>();
  readonly globalBlocks = new Map<number, Block>();
  private readonly told: (fault: ValueFault, view: SourceView, at: number, name: string) => void;

  constructor(
    program: CProgram,
    mostSteps: number,
    into: Run['into'],
    told: (fault: ValueFault, view: SourceView, at: number, name: string) => void,
  ) {
    this.program = program;
    this.mostSteps = mostSteps;
    this.into = into;
    this.told = told;
  }

  report(fault: ValueFault, view: SourceView, at: number, name: string): void {
    if (this.steps < this.mostSteps) this.told(fault, view, at, name);
  }

  globalOf(name: string, view: SourceView) {
    return this.program.global(name, view);
  }

  isCpp(fn: CFunction): boolean {
    return fn.view.file.language === 'C++';
  }

  /** An unknown call may change every global variable. */
  forgetGlobals(memory: Memory): void {
    for (const id of this.globals.values()) {
      const first = this.globalBlocks.get(id);
      if (first !== undefined && memory.blocks.has(id)) memory.blocks.set(id, first);
    }
  }
}
