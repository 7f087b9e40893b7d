import type { Semantics } from './semantics.ts';

/**
 * The intermediate representation of all languages. Small on purpose: it has only what the flow engine needs.
 * `pos` is an offset into the file's text; lines are computed when a finding needs them.
 */
export type Literal = string | number | boolean | null;

interface Node {
  pos: number;
  end: number;
}

export type Expr =
  | (Node & { k: 'lit'; v: Literal })
  | (Node & { k: 'regex'; source: string })
  | (Node & { k: 'var'; name: string; key?: string | null })
  | (Node & { k: 'this' })
  | (Node & { k: 'super' })
  | (Node & { k: 'get'; o: Expr; name: string })
  | (Node & { k: 'at'; o: Expr; i: Expr | null })
  | (Node & { k: 'call'; f: Expr; args: Expr[]; block?: Expr })
  | (Node & { k: 'new'; type: string; f: Expr | null; args: Expr[]; cls: ClassIr | null })
  | (Node & { k: 'bin'; op: string; l: Expr; r: Expr })
  | (Node & { k: 'un'; op: string; e: Expr })
  | (Node & { k: 'cond'; c: Expr; a: Expr; b: Expr })
  | (Node & { k: 'cat'; parts: Expr[] })
  | (Node & { k: 'list'; items: Expr[]; sizes?: Expr[] })
  | (Node & { k: 'map'; entries: { key: Expr | null; value: Expr }[] })
  | (Node & { k: 'fn'; fn: FunctionIr })
  | (Node & { k: 'cls'; cls: ClassIr })
  | (Node & { k: 'set'; t: Expr; v: Expr; op: string | null })
  | (Node & { k: 'seq'; items: Expr[] })
  | (Node & { k: 'named'; name: string; e: Expr })
  | (Node & { k: 'spread'; e: Expr })
  | (Node & { k: 'cast'; type: string; e: Expr })
  | (Node & { k: 'await'; e: Expr })
  | (Node & { k: 'do'; body: Stmt[] })
  | (Node & { k: 'none' });

export type Stmt =
  | (Node & { k: 'expr'; e: Expr })
  | (Node & { k: 'decl'; target: Expr; type: string | null; init: Expr | null })
  | (Node & { k: 'if'; c: Expr; a: Stmt[]; b: Stmt[] })
  | (Node & { k: 'loop'; init: Stmt[]; c: Expr | null; step: Expr[]; body: Stmt[]; isPost: boolean })
  | (Node & {
      k: 'each';
      target: Expr;
      keyTarget: Expr | null;
      of: Expr;
      type: string | null;
      keys: boolean;
      body: Stmt[];
    })
  | (Node & {
      k: 'switch';
      d: Expr;
      cases: { tests: Expr[]; isDefault: boolean; body: Stmt[] }[];
      falls: boolean;
    })
  | (Node & { k: 'try'; body: Stmt[]; catches: { name: string | null; body: Stmt[] }[]; last: Stmt[] })
  | (Node & { k: 'return'; e: Expr | null })
  | (Node & { k: 'throw'; e: Expr | null })
  | (Node & { k: 'break' })
  | (Node & { k: 'continue' })
  | (Node & { k: 'block'; body: Stmt[] })
  | (Node & { k: 'fn'; fn: FunctionIr })
  | (Node & { k: 'cls'; cls: ClassIr })
  | (Node & { k: 'export'; name: string; e: Expr });

export interface Annotation {
  name: string;
  /** Source text of its arguments. */
  args: string;
}

export interface Param {
  /** Name, or '' for a pattern. */
  name: string;
  pattern: Expr | null;
  type: string | null;
  init: Expr | null;
  isRest: boolean;
  annotations: Annotation[];
}

export interface FunctionIr {
  id: number;
  name: string;
  /** `Class.method`, or the name alone. */
  qualified: string;
  file: FileIr;
  parent: FunctionIr | null;
  cls: ClassIr | null;
  params: Param[];
  returnType: string | null;
  /** Names of its results, in languages that name them. */
  results?: readonly string[];
  body: Stmt[];
  /** Parameters and names declared in it. */
  locals: Set<string>;
  annotations: Annotation[];
  isStatic: boolean;
  isExported: boolean;
  isArrow: boolean;
  pos: number;
  end: number;
}

export interface FieldIr {
  name: string;
  type: string | null;
  init: Expr | null;
  isStatic: boolean;
  annotations: Annotation[];
}

export interface ClassIr {
  name: string;
  file: FileIr;
  bases: string[];
  fields: FieldIr[];
  methods: Map<string, FunctionIr[]>;
  annotations: Annotation[];
  isInterface: boolean;
  /** The enclosing class. */
  outer: ClassIr | null;
  /** Code in its body that runs when it is defined. */
  setup: Stmt[];
  pos: number;
}

export interface ImportIr {
  local: string;
  /** As written. */
  module: string;
  /** Imported name; `*` for the module itself. */
  name: string;
}

export interface FileIr {
  path: string;
  language: string;
  semantics: Semantics;
  text: string;
  lineStarts: number[];
  imports: ImportIr[];
  /** Its package or namespace. */
  namespace: string;
  /** Top-level code as a function without parameters. */
  top: FunctionIr;
  functions: FunctionIr[];
  classes: ClassIr[];
  hasErrors: boolean;
  /** What its language's checks found in the syntax tree. */
  notes?: readonly TreeNote[];
}

export type NoteKind = 'integer_overflow' | 'index_out_of_range' | 'lost_cancel' | 'endless_loop';

/** A misuse that shows in the syntax alone, without following data. */
export interface TreeNote {
  kind: NoteKind;
  pos: number;
  end: number;
  /** Its subject, such as the call. */
  api: string;
  confidence: number;
}

let nextFunctionId = 1;

export function newFunction(file: FileIr, name: string, pos: number, end: number): FunctionIr {
  return {
    id: nextFunctionId++,
    name,
    qualified: name,
    file,
    parent: null,
    cls: null,
    params: [],
    returnType: null,
    body: [],
    locals: new Set(),
    annotations: [],
    isStatic: false,
    isExported: false,
    isArrow: false,
    pos,
    end,
  };
}

export function newFile(path: string, language: string, semantics: Semantics, text: string): FileIr {
  const file: FileIr = {
    path,
    language,
    semantics,
    text,
    lineStarts: [],
    imports: [],
    namespace: '',
    top: undefined as unknown as FunctionIr,
    functions: [],
    classes: [],
    hasErrors: false,
  };
  file.top = newFunction(file, '<module>', 0, text.length);
  return file;
}

/** Line and column from 1. */
export function placeOf(file: FileIr, pos: number): { line: number; column: number } {
  if (file.lineStarts.length === 0) {
    file.lineStarts.push(0);
    for (let at = file.text.indexOf('\n'); at !== -1; at = file.text.indexOf('\n', at + 1))
      file.lineStarts.push(at + 1);
  }
  let low = 0;
  let high = file.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((file.lineStarts[middle] ?? Infinity) <= pos) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: pos - (file.lineStarts[low] ?? 0) + 1 };
}
