import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../language-table.ts';
import { lineOf, type TokenTable } from '../lexer/tokens.ts';
import { type Counter, newCounter } from './complexity.ts';
import { type Header, hasDoc, isExported } from './function-headers.ts';

interface Scope {
  kind: 'function' | 'class' | 'block';
  name: string;
  counter: Counter | null;
  fact: FunctionFact | null;
  classFact: ClassFact | null;
  nests: boolean;
  /** For a block of arms, the number of open brackets around it; otherwise -1. */
  armsDepth: number;
  /** For a function with an expression body, its last token; otherwise -1. */
  until: number;
}

const emptyScope: Scope = {
  kind: 'block',
  name: '',
  counter: null,
  fact: null,
  classFact: null,
  nests: false,
  armsDepth: -1,
  until: -1,
};

/** The open scopes at the scanner's position, and the functions and classes found so far. */
export class FunctionScopes {
  readonly functions: FunctionFact[] = [];
  readonly classes: ClassFact[] = [];
  /** Of the innermost function. */
  counter: Counter | null = null;
  private readonly table: TokenTable;
  private readonly family: LexerFamily;
  private readonly open: Scope[] = [];

  constructor(table: TokenTable, family: LexerFamily) {
    this.table = table;
    this.family = family;
  }

  get depth(): number {
    return this.open.length;
  }

  /** Of the innermost scope. */
  get kind(): Scope['kind'] | undefined {
    return this.open.at(-1)?.kind;
  }

  /** `until` is the last token of an expression body. */
  openFunction(header: Header, until = -1): void {
    const counter = newCounter();
    const fact = this.record(header, lineOf(this.table, header.from), counter);
    this.open.push({ ...emptyScope, kind: 'function', name: header.name, counter, fact, until });
    this.counter = counter;
  }

  /** Closes functions whose expression ends before a token. */
  closeExpressions(index: number): void {
    for (let top = this.open.at(-1); top && top.until >= 0 && top.until < index; top = this.open.at(-1))
      this.close(top.until);
  }

  openClass(name: string, from: number): void {
    const { table } = this;
    const classFact: ClassFact = {
      name,
      line: lineOf(table, from),
      endLine: lineOf(table, from),
      methods: 0,
      isExported: isExported(table, this.family, from, name),
      hasDoc: hasDoc(table, from),
    };
    this.open.push({ ...emptyScope, kind: 'class', name, classFact });
    this.classes.push(classFact);
  }

  /** `armsDepth` is the number of open brackets around a block of arms; -1 for another block. */
  openBlock(nests: boolean, armsDepth: number): void {
    if (nests) this.enterNesting();
    this.open.push({ ...emptyScope, nests, armsDepth });
  }

  /** Whether an arrow at this bracket depth belongs to an arm. */
  isArm(depth: number): boolean {
    return this.open.at(-1)?.armsDepth === depth;
  }

  private record(header: Header, endLine: number, counter: Counter): FunctionFact {
    const owner = this.open.findLast((scope) => scope.kind === 'class');
    if (owner?.classFact && this.open.at(-1) === owner) owner.classFact.methods++;
    const name = header.name === '' ? '<anonymous>' : header.name;
    const fact: FunctionFact = {
      name:
        owner !== undefined && name !== '<anonymous>' && this.open.at(-1) === owner
          ? `${owner.name}.${name}`
          : name,
      line: lineOf(this.table, header.from),
      endLine,
      parameters: header.parameters,
      cyclomatic: counter.cyclomatic,
      cognitive: counter.cognitive,
      nesting: 0,
      linesCode: 1,
      isAsync: header.isAsync,
      isExported: isExported(this.table, this.family, header.from, name),
      hasDoc: hasDoc(this.table, header.from),
    };
    this.functions.push(fact);
    return fact;
  }

  close(index: number): void {
    const scope = this.open.pop();
    if (scope === undefined) return;
    if (scope.kind === 'function') this.counter = this.innermostCounter();
    const line = this.table.line[Math.max(0, index)] ?? 0;
    if (scope.nests && this.counter !== null) this.counter.nesting--;
    if (scope.classFact !== null) scope.classFact.endLine = line;
    if (scope.fact !== null && scope.counter !== null) finishFunction(scope.fact, scope.counter, line);
  }

  private innermostCounter(): Counter | null {
    return this.open.findLast((scope) => scope.kind === 'function')?.counter ?? null;
  }

  private enterNesting(): void {
    const counter = this.counter ?? this.ensureCounter();
    counter.nesting++;
    counter.maxNesting = Math.max(counter.maxNesting, counter.nesting);
  }

  /** Code outside functions is nested too, but counts for no function. */
  private ensureCounter(): Counter {
    const counter = newCounter();
    this.open.unshift({ ...emptyScope, kind: 'function', counter });
    this.counter = counter;
    return counter;
  }
}

function finishFunction(fact: FunctionFact, counter: Counter, endLine: number): void {
  fact.endLine = endLine;
  fact.cyclomatic = counter.cyclomatic;
  fact.cognitive = counter.cognitive;
  fact.nesting = counter.maxNesting;
  fact.linesCode = endLine - fact.line + 1;
}
