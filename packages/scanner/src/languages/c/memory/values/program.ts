import type { SourceView } from '../../../../rules/source-view.ts';
import { leavingCall } from '../c-expressions.ts';
import { type NativeStatement, parseBody } from '../parse-body.ts';
import type { CDeclarator, CExpression, CStatement, CType } from './c-tree.ts';
import { isBuiltInType } from './c-types.ts';
import { CParser } from './parse-statements.ts';

const longestFunction = 12_000;
const globalForm =
  /^[ \t]*((?:(?:static|const|extern|volatile|unsigned|struct)\s+)*[A-Za-z_]\w*(?:\s+(?:const|int|long|char))*)[\s*]+(?:const\s+)?([A-Za-z_]\w*)\s*(\[[^\]\n]*\])?\s*(?:=[^;\n]{0,200})?;/gm;
const macroForm = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n\\]{1,80})$/gm;
const macroCallForm = /^[ \t]*#[ \t]*define[ \t]+(\w+)\([^)\n]*\)((?:\\\r?\n|[^\n]){0,2000})/gm;
const noNames: ReadonlySet<string> = new Set();
const recordForm =
  /\b(?:typedef\s+)?(struct|union|class)\s*(\w*)\s*(?::[^{};]*)?\{([^{}]{0,1500})\}\s*(\w*)[^;{}]{0,40};/g;

export interface CFunction {
  name: string;
  view: SourceView;
  /** Offset of the brace that opens its body. */
  open: number;
  start: number;
  end: number;
  params: CDeclarator[];
  returnType: CType | undefined;
  isStatic: boolean;
}

export interface CGlobal {
  key: string;
  declarator: CDeclarator;
  /** It always has the value that it is declared with. */
  isConstant: boolean;
}

export interface CRecord {
  isUnion: boolean;
  bytes: number;
  fields: ReadonlyMap<string, CType>;
}

type Loop = Extract<NativeStatement, { kind: 'loop' }>;

export interface LoopFacts {
  text: string;
  assigned: ReadonlySet<string>;
  /** Counted up or down. */
  stepped: ReadonlySet<string>;
  /** Given another value. */
  replaced: ReadonlySet<string>;
  /** Under which its first part, its condition and its step are read. */
  keys: readonly [object, object, object];
}

const assignedNames =
  /(?:\+\+|--)\s*\(?\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*|(?:->|\.)\w+\s*)*(?:\+\+|--|(?:[-+*/%|&^]|<<|>>)?=(?!=))|&\s*([A-Za-z_]\w*)|>>\s*([A-Za-z_]\w*)/g;

interface FileFacts {
  macros: Map<string, string>;
  globals: Map<
    string,
    { at: number; end: number; isStatic: boolean; isConstant: boolean | null; read?: CGlobal | undefined }
  >;
  records: Map<string, CRecord>;
  macroNames: Map<string, ReadonlySet<string>>;
}

/** The functions, macros, variables and records of an application in C and C++, read when they are asked for. */
export class CProgram {
  private readonly byName = new Map<string, CFunction[]>();
  private readonly byView = new Map<SourceView, CFunction[]>();
  private readonly facts = new Map<SourceView, FileFacts>();
  private readonly bodies = new Map<CFunction, NativeStatement[] | null>();
  private readonly parsed = new WeakMap<object, CStatement>();
  private readonly heads = new WeakMap<object, CExpression>();
  private readonly loops = new WeakMap<object, LoopFacts>();
  private readonly macros = new Map<string, CExpression>();
  private ofHeaders: Pick<FileFacts, 'macros' | 'records' | 'macroNames'> | undefined;
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
      const text = view.code.slice(loop.at + loop.head.length, loop.end);
      const assigned = new Set<string>();
      const stepped = new Set<string>();
      const replaced = new Set<string>();
      for (const match of `${loop.head};${text}`.matchAll(assignedNames)) {
        const name = match[1] ?? match[2] ?? match[3] ?? match[4]!;
        assigned.add(name);
        if (match[1] !== undefined || /(?:\+\+|--|\+=)$/.test(match[0])) stepped.add(name);
        if (match[2] !== undefined && /^\w+\s*=$/.test(match[0])) replaced.add(name);
      }
      known = { text, assigned, stepped, replaced, keys: [{}, {}, {}] };
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
    if (fact === undefined) return undefined;
    if (fact.isConstant !== null) return fact.read;
    fact.isConstant = false;
    const statement = new CParser(view.withoutComments, fact.at, fact.end).statement();
    if (statement.kind !== 'declaration') return undefined;
    const declarator = statement.declarators.find((one) => one.name === name);
    if (declarator === undefined) return undefined;
    const writes = new RegExp(
      String.raw`(?<![\w.>])${name}\s*(?:=(?!=)|\+\+|--|[-+*/|&]=)|(?:\+\+|--|&)\s*${name}\b`,
      'g',
    );
    const isConst = /\bconst\b/.test(view.code.slice(fact.at, fact.end));
    const isConstant =
      declarator.value !== null &&
      (isConst || (fact.isStatic && (view.code.match(writes)?.length ?? 0) <= 1));
    fact.isConstant = isConstant;
    fact.read = { key: fact.isStatic ? `${view.path}:${name}` : name, declarator, isConstant };
    return fact.read;
  }

  /** What the headers say; of two of one name, the first. */
  private shared(): Pick<FileFacts, 'macros' | 'records' | 'macroNames'> {
    if (this.ofHeaders !== undefined) return this.ofHeaders;
    const all = { macros: new Map(), records: new Map(), macroNames: new Map() } as Pick<
      FileFacts,
      'macros' | 'records' | 'macroNames'
    >;
    for (const header of this.headers) {
      const { macros, records, macroNames } = this.factsOf(header);
      for (const [name, one] of macros) if (!all.macros.has(name)) all.macros.set(name, one);
      for (const [name, one] of records) if (!all.records.has(name)) all.records.set(name, one);
      for (const [name, one] of macroNames) if (!all.macroNames.has(name)) all.macroNames.set(name, one);
    }
    this.ofHeaders = all;
    return all;
  }

  private factsOf(view: SourceView): FileFacts {
    const known = this.facts.get(view);
    if (known !== undefined) return known;
    const found: FileFacts = {
      macros: new Map(),
      globals: new Map(),
      records: new Map(),
      macroNames: new Map(),
    };
    this.facts.set(view, found);
    for (const match of view.withoutComments.matchAll(macroForm))
      found.macros.set(match[1]!, match[2]!.trim());
    for (const match of view.code.matchAll(macroCallForm))
      found.macroNames.set(match[1]!, new Set(match[2]!.match(/[A-Za-z_]\w*/g)));
    for (const match of view.code.matchAll(globalForm)) {
      const [whole, words, name] = [match[0], match[1]!, match[2]!];
      if (/^\s*(?:return|typedef|using|goto|delete|else|case)\b/.test(whole)) continue;
      // What is indented stands in a function, or in a class.
      if (/^[ \t]/.test(whole)) continue;
      const at = match.index;
      const isStatic = /\bstatic\b/.test(words);
      found.globals.set(name, { at, end: at + whole.length - 1, isStatic, isConstant: null });
    }
    if (view.sketch.mayMatch(recordForm))
      for (const match of view.code.matchAll(recordForm)) {
        const record = this.recordOf(match[1] === 'union', match[3]!);
        if (record === undefined) continue;
        for (const name of [match[2]!, match[4]!]) if (name !== '') found.records.set(name, record);
      }
    return found;
  }

  private recordOf(isUnion: boolean, body: string): CRecord | undefined {
    const fields = new Map<string, CType>();
    let bytes = 0;
    let widest = 1;
    for (const line of body.split(';')) {
      if (line.trim() === '') continue;
      const text = line.replace(/^\s*(?:public|private|protected)\s*:/, '');
      const statement = new CParser(text, 0, text.length).statement();
      if (statement.kind !== 'declaration') {
        bytes = Number.NaN;
        continue;
      }
      for (const { name, type } of statement.declarators) {
        fields.set(name, type);
        const width = type.pointers > 0 ? 8 : isBuiltInType(type.name) ? type.width : Number.NaN;
        const count = type.dimensions.reduce(
          (all, one) => all * (one?.kind === 'number' ? one.value : Number.NaN),
          1,
        );
        widest = Math.max(widest, width);
        if (isUnion) bytes = Math.max(bytes, width * count);
        else bytes = Math.ceil(bytes / width) * width + width * count;
      }
    }
    if (fields.size === 0) return undefined;
    return { isUnion, bytes: Math.ceil(bytes / widest) * widest, fields };
  }
}

const isCpp = (view: SourceView) => view.file.language === 'C++';

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function readHead(fn: CFunction, head: string): void {
  const plain = head.replace(/^[ \t]*#.*$/gm, ' ').replace(/\)\s*(?:const|noexcept|override)\s*$/, ')');
  const close = plain.lastIndexOf(')');
  let open = close;
  for (let depth = 0; open >= 0; open--) {
    if (plain[open] === ')') depth++;
    else if (plain[open] === '(' && --depth === 0) break;
  }
  fn.isStatic = /\bstatic\b/.test(plain.slice(0, Math.max(0, open)));
  const named = /([\s\S]*?)[\w:~]+\s*$/.exec(plain.slice(0, Math.max(0, open)))?.[1] ?? '';
  const result = new CParser(`${named} x`, 0, named.length + 2).statement();
  fn.returnType = result.kind === 'declaration' ? result.declarators[0]?.type : undefined;
  const inner = plain.slice(open + 1, Math.max(open + 1, close)).trim();
  if (inner === '' || inner === 'void') return;
  for (const part of splitArguments(inner)) {
    const text = part.replace(/=.*$/s, '');
    const statement = new CParser(text, 0, text.length).statement();
    const one = statement.kind === 'declaration' ? statement.declarators[0] : undefined;
    fn.params.push(
      one ?? {
        name: '',
        type: {
          name: '',
          width: 0,
          isSigned: true,
          isFloat: false,
          pointers: 0,
          isReference: false,
          dimensions: [],
        },
        isStatic: false,
        value: null,
        at: 0,
      },
    );
  }
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '(' || sign === '<' || sign === '[') depth++;
    else if (sign === ')' || sign === '>' || sign === ']') depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
