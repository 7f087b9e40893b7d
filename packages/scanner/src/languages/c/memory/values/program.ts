import type { SourceView } from '../../../../rules/source-view.ts';
import { leavingCall } from '../c-expressions.ts';
import { type NativeStatement, parseBody } from '../parse-body.ts';
import type { CExpression, CStatement } from './c-tree.ts';
import {
  type CGlobal,
  type CRecord,
  type Declarations,
  readDeclarations,
  readGlobal,
} from './declarations.ts';
import { type CFunction, readHead } from './functions.ts';
import { type LoopFacts, readLoop } from './loop-facts.ts';
import { CParser } from './parse-statements.ts';

const longestFunction = 12_000;
const noNames: ReadonlySet<string> = new Set();

type Loop = Extract<NativeStatement, { kind: 'loop' }>;
type Shared = Pick<Declarations, 'macros' | 'records' | 'macroNames'>;

/** The functions, macros, variables and records of an application in C and C++, read when they are asked for. */
export class CProgram {
  private readonly byName = new Map<string, CFunction[]>();
  private readonly byView = new Map<SourceView, CFunction[]>();
  private readonly facts = new Map<SourceView, Declarations>();
  private readonly bodies = new Map<CFunction, NativeStatement[] | null>();
  private readonly parsed = new WeakMap<object, CStatement>();
  private readonly heads = new WeakMap<object, CExpression>();
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
        if (end - start > longestFunction) continue;
        const one = { name, view, open: -1, start, end, params: [], returnType: undefined, isStatic: false };
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

  /** The function that a name means in a file: one of its own, or the only one, or the only one that lies so near. */
  resolve(name: string, from: SourceView, args: number): CFunction | undefined {
    const all = this.byName.get(name);
    if (all === undefined || all.length > 40) return undefined;
    const fitting = all.filter((one) => this.bodyOf(one) !== null && one.params.length === args);
    const own = fitting.filter((one) => one.view === from);
    if (own.length === 1) return own[0];
    const others = fitting.filter((one) => !one.isStatic);
    if (own.length > 1 || others.length === 0) return undefined;
    if (others.length === 1) return others[0];
    const near = others.map((one) => [sharedStart(one.view.path, from.path), one] as const);
    const best = Math.max(...near.map(([length]) => length));
    const nearest = near.filter(([length]) => length === best);
    return nearest.length === 1 && best > from.path.lastIndexOf('/') + 8 ? nearest[0]![1] : undefined;
  }

  /** The statements of a function; null where they cannot be read. Reading them tells its head too. */
  bodyOf(fn: CFunction): NativeStatement[] | null {
    const known = this.bodies.get(fn);
    if (known !== undefined) return known;
    const { view, start, end } = fn;
    const open = view.code.indexOf('{', start);
    let body: NativeStatement[] | null = null;
    if (open >= 0 && open < end) {
      fn.open = open;
      readHead(fn, view.code.slice(start, open));
      body = parseBody(view.code, open, end);
    }
    this.bodies.set(fn, body);
    return body;
  }

  /** `key` is the statement itself: it is read once. */
  statement(key: object, view: SourceView, at: number, length: number): CStatement {
    let known = this.parsed.get(key);
    if (known === undefined) {
      known = new CParser(view.withoutComments, at, at + length, isCpp(view)).statement();
      this.parsed.set(key, known);
    }
    return known;
  }

  head(key: object, view: SourceView, at: number, length: number): CExpression {
    let known = this.heads.get(key);
    if (known === undefined) {
      known = new CParser(view.withoutComments, at, at + length, isCpp(view)).whole();
      this.heads.set(key, known);
    }
    return known;
  }

  /** What is read of a loop once. */
  loopFacts(loop: Loop, view: SourceView): LoopFacts {
    let known = this.loops.get(loop);
    if (known === undefined) {
      known = readLoop(loop, view);
      this.loops.set(loop, known);
    }
    return known;
  }

  /** Whether the last thing that a function does is to end the program. */
  endsProgram(fn: CFunction): boolean {
    const last = this.bodyOf(fn)?.at(-1);
    return last?.kind === 'plain' && leavingCall.test(last.text);
  }

  /** Names in what a macro with arguments stands for: it may give them values. */
  macroNames(name: string, view: SourceView): ReadonlySet<string> {
    return this.factsOf(view).macroNames.get(name) ?? this.shared().macroNames.get(name) ?? noNames;
  }

  /** Whether a function of this name may be meant. */
  isFunction(name: string): boolean {
    return this.byName.has(name);
  }

  macro(name: string, view: SourceView): CExpression | undefined {
    const text = this.factsOf(view).macros.get(name) ?? this.shared().macros.get(name);
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
      : (this.factsOf(view).records.get(name) ?? this.shared().records.get(name));
  }

  /** A variable of the file, declared outside of functions. */
  global(name: string, view: SourceView): CGlobal | undefined {
    const fact = this.factsOf(view).globals.get(name);
    return fact === undefined ? undefined : readGlobal(fact, name, view);
  }

  /** What the headers say; of two of one name, the first. */
  private shared(): Shared {
    if (this.ofHeaders !== undefined) return this.ofHeaders;
    const all = { macros: new Map(), records: new Map(), macroNames: new Map() } as Shared;
    for (const header of this.headers) {
      const { macros, records, macroNames } = this.factsOf(header);
      for (const [name, one] of macros) if (!all.macros.has(name)) all.macros.set(name, one);
      for (const [name, one] of records) if (!all.records.has(name)) all.records.set(name, one);
      for (const [name, one] of macroNames) if (!all.macroNames.has(name)) all.macroNames.set(name, one);
    }
    this.ofHeaders = all;
    return all;
  }

  private factsOf(view: SourceView): Declarations {
    const known = this.facts.get(view);
    if (known !== undefined) return known;
    const found = readDeclarations(view);
    this.facts.set(view, found);
    return found;
  }
}

const isCpp = (view: SourceView) => view.file.language === 'C++';

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
