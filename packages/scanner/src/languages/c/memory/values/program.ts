import { only } from '../../../../read/only.ts';
import type { SourceView } from '../../../../rules/source-view.ts';
import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { parseBody } from '../../frontend/parse-body.ts';
import { CParser } from '../../frontend/parse-statements.ts';
import { type FunctionFacts, readFacts } from '../function-facts.ts';
import { leavesProgram } from '../known-calls.ts';
import {
  type CGlobal,
  type CRecord,
  type Declarations,
  readDeclarations,
  readGlobal,
} from './declarations.ts';
import { type CFunction, readHead } from './functions.ts';
import { type LoopFacts, readLoop } from './loop-facts.ts';

const MAX_FUNCTION_LENGTH = 30_000;
/** With more functions of one name than this, the name alone does not tell which one is called. */
const MAX_OF_ONE_NAME = 40;
const noNames: ReadonlySet<string> = new Set();

type Shared = Pick<Declarations, 'macros' | 'records' | 'macroNames'>;

/** The functions, macros, variables and records of an application in C and C++, parsed when they are needed. */
export class CProgram {
  private readonly byName = new Map<string, CFunction[]>();
  private readonly byView = new Map<SourceView, CFunction[]>();
  private readonly declared = new Map<SourceView, Declarations>();
  private readonly facts = new Map<CFunction, FunctionFacts>();
  private readonly bodies = new Map<CFunction, CStatement[] | null>();
  private readonly loops = new WeakMap<object, LoopFacts>();
  private readonly macros = new Map<string, CExpression>();
  private ofHeaders: Shared | undefined;
  private readonly headers: readonly SourceView[];

  constructor(views: readonly SourceView[]) {
    this.headers = views.filter((view) => /\.(?:h|hh|hpp)$/.test(view.path));
    for (const view of views) {
      const list: CFunction[] = [];
      for (const fact of view.file.functions) {
        if (fact.name === '<anonymous>') continue;
        const name = fact.name.slice(fact.name.lastIndexOf('.') + 1);
        const start = view.offsetOf(fact.line);
        const end = view.offsetOf(fact.endLine + 1);
        if (end - start > MAX_FUNCTION_LENGTH) continue;
        const one = {
          name,
          view,
          open: -1,
          start,
          end,
          params: [],
          returnType: undefined,
          isStatic: false,
          isMember: fact.name !== name,
        };
        list.push(one);
        const known = this.byName.get(name);
        if (known === undefined) this.byName.set(name, [one]);
        else known.push(one);
      }
      this.byView.set(view, list);
    }
  }

  functionsOf(view: SourceView): readonly CFunction[] {
    return this.byView.get(view) ?? [];
  }

  /**
   * The function that a call in a file refers to: one of the file, or the only one of that name, or the only one in
   * the nearest folder.
   */
  resolve(name: string, from: SourceView, args: number): CFunction | undefined {
    const all = this.byName.get(name);
    if (all === undefined) return undefined;
    const fits = (one: CFunction) => this.bodyOf(one) !== null && one.params.length === args;
    const own = all.filter((one) => one.view === from && fits(one));
    if (own.length === 1) return own[0];
    if (own.length > 1 || all.length > MAX_OF_ONE_NAME) return undefined;
    const others = all.filter((one) => fits(one) && !one.isStatic);
    if (others.length === 0) return undefined;
    if (others.length === 1) return others[0];
    const near = others.map((one) => [sharedStart(one.view.path, from.path), one] as const);
    const best = Math.max(...near.map(([length]) => length));
    const nearest = near.filter(([length]) => length === best);
    return best > from.path.lastIndexOf('/') + 8 ? only(nearest)?.[1] : undefined;
  }

  /** The statements of a function; null if they cannot be parsed. Also reads its parameters. */
  bodyOf(fn: CFunction): CStatement[] | null {
    const known = this.bodies.get(fn);
    if (known !== undefined) return known;
    const { view, start, end } = fn;
    const open = view.code.indexOf('{', start);
    let body: CStatement[] | null = null;
    if (open >= 0 && open < end) {
      fn.open = open;
      readHead(fn, view.code.slice(start, open));
      body = parseBody(view.withoutComments, open, end, isCpp(view));
    }
    this.bodies.set(fn, body);
    return body;
  }

  /** The facts from one pass over the body. */
  factsOf(fn: CFunction, body: readonly CStatement[]): FunctionFacts {
    let known = this.facts.get(fn);
    if (known === undefined) {
      known = readFacts(fn.params, body);
      this.facts.set(fn, known);
    }
    return known;
  }

  /** The facts about a loop, computed once. */
  loopFacts(loop: CLoop): LoopFacts {
    let known = this.loops.get(loop);
    if (known === undefined) {
      known = readLoop(loop);
      this.loops.set(loop, known);
    }
    return known;
  }

  /** Whether the last statement of a function ends the program. */
  endsProgram(fn: CFunction): boolean {
    const last = this.bodyOf(fn)?.at(-1);
    return last !== undefined && leavesProgram(last);
  }

  /** The names in the body of a macro with parameters, which may assign them. */
  macroNames(name: string, view: SourceView): ReadonlySet<string> {
    return this.declarationsOf(view).macroNames.get(name) ?? this.shared().macroNames.get(name) ?? noNames;
  }

  /** Whether there is a function of this name. */
  isFunction(name: string): boolean {
    return this.byName.has(name);
  }

  macro(name: string, view: SourceView): CExpression | undefined {
    const text = this.declarationsOf(view).macros.get(name) ?? this.shared().macros.get(name);
    if (text === undefined || text.includes(name)) return undefined;
    let known = this.macros.get(text);
    if (known === undefined) {
      known = new CParser(text, 0, text.length).whole();
      this.macros.set(text, known);
    }
    return known;
  }

  record(name: string, view: SourceView): CRecord | undefined {
    return name === ''
      ? undefined
      : (this.declarationsOf(view).records.get(name) ?? this.shared().records.get(name));
  }

  /** A global variable of the file. */
  global(name: string, view: SourceView): CGlobal | undefined {
    const fact = this.declarationsOf(view).globals.get(name);
    return fact === undefined ? undefined : readGlobal(fact, name, view);
  }

  /** The declarations of the headers; for equal names, the first one. */
  private shared(): Shared {
    if (this.ofHeaders !== undefined) return this.ofHeaders;
    const all = { macros: new Map(), records: new Map(), macroNames: new Map() } as Shared;
    for (const header of this.headers) {
      const { macros, records, macroNames } = this.declarationsOf(header);
      for (const [name, one] of macros) if (!all.macros.has(name)) all.macros.set(name, one);
      for (const [name, one] of records) if (!all.records.has(name)) all.records.set(name, one);
      for (const [name, one] of macroNames) if (!all.macroNames.has(name)) all.macroNames.set(name, one);
    }
    this.ofHeaders = all;
    return all;
  }

  private declarationsOf(view: SourceView): Declarations {
    const known = this.declared.get(view);
    if (known !== undefined) return known;
    const found = readDeclarations(view);
    this.declared.set(view, found);
    return found;
  }
}

const isCpp = (view: SourceView) => view.file.language === 'C++';

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
