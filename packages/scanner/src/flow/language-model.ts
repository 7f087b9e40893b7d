import { interned } from '../ir/interned.ts';
import type { ClassIr, FunctionIr, Param } from '../ir/ir.ts';
import type { Semantics } from '../ir/semantics.ts';
import type { MisuseKind, SecretKind, TaintKind } from '../types/flow-findings.ts';
import type { CleanKind } from './kinds.ts';
import type { LanguageHooks } from './language-handlers.ts';
import type { Source, Value } from './value.ts';

/** Which arguments matter: numbers, `*` for all, `@` for the receiver. */
export type Where = number | '*' | '@' | string;

/** A call that must not take somebody else's data. */
export interface SinkRule {
  name: string;
  kind: TaintKind | SecretKind;
  at: readonly Where[];
  /** The receiver's symbol, type or text must match. */
  on?: RegExp;
  /** Further conditions: `sql` the text looks like SQL; `text` the argument is no list or object; `head` the data stands at the start of the text; `argv` arguments of a program, harmless unless the program is a shell or is itself theirs; `built` the text was put together; `address` the argument is an address; `file` it is none; `shell` arguments that begin with `-c`; `page` the first argument is an answer to a browser; `process` a program with its arguments as an object; `whole` the data itself, no object that holds it; `entry` a pair whose first names the header of a redirect. */
  when?:
    | 'sql'
    | 'text'
    | 'head'
    | 'argv'
    | 'object'
    | 'html'
    | 'location'
    | 'built'
    | 'address'
    | 'file'
    | 'shell'
    | 'page'
    | 'entry'
    | 'process'
    | 'view'
    | 'markup'
    | 'whole';
}

export interface SourceRule {
  name: string;
  kind: string;
  exposure?: Source['exposure'];
  on?: RegExp;
  /** `named`: the first argument is the name of a file, no stream that is open already. `asked`: with two arguments it sets. */
  when?: 'named' | 'asked';
  /** It is dangerous in these places alone, and less surely somebody else's. */
  only?: readonly TaintKind[];
}

export interface CleanRule {
  name: string;
  /** Kinds that the result is safe for; `all` for numbers, hashes and the like. */
  kinds: readonly CleanKind[] | 'all';
  on?: RegExp;
}

/** A call whose constant arguments make it unsafe. */
export interface MisuseRule {
  name: string;
  kind: MisuseKind;
  on?: RegExp;
  at?: number;
  /** The constant must match; without `match` each call counts. */
  match?: RegExp;
  /** The text around the call must match. */
  context?: RegExp;
  /** The constant stands in an option of this name. */
  option?: string;
  /** The value must stand in the code; where it comes from by name is not enough. */
  literal?: true;
  /** Counts only when none of these named arguments is given, and fewer than `unlessArgs` others. */
  unlessNamed?: readonly string[];
  unlessArgs?: number;
  /** Another number than the kind's. */
  cwe?: string;
  /** Confidence, default 0.9. */
  weight?: number;
}

/** What a parameter of an entry point is. */
export interface ParameterRole {
  source?: string;
  sym?: string;
  /** It holds a number from there, within these bounds. */
  number?: { source: string; lo?: number; hi?: number; isHeld?: boolean };
}

/** A call that gives a number of what it is given, or is called on. */
export interface NumberRule {
  name: string;
  /** Name of its type. */
  type: string;
  /** Where the data is that it is made of. */
  of: 'first' | 'self' | 'any';
  on?: RegExp;
  /** Bounds, where they are narrower than those of the type. */
  lo?: number;
  hi?: number;
  /** It is put into the last argument. */
  out?: true;
  /** It comes from here, whatever it is made of; with an argument it stays below that. */
  source?: { kind: string; exposure: Source['exposure'] };
}

export interface NullableRule {
  name: string;
  on?: RegExp;
  /** With more arguments it is given what it gives then. */
  args: number;
  /** But for those that are always there. */
  except?: RegExp;
}

/** A call that takes a number as an amount, a place or a time. */
export interface SizeRule {
  name: string;
  kind: 'allocation' | 'index' | 'wait';
  at: number;
  on?: RegExp;
}

export interface LanguageModel {
  /** Calls that give null where they find nothing. */
  nullable?: readonly NullableRule[];
  numbers?: readonly NumberRule[];
  sizes?: readonly SizeRule[];
  /** Calls and property reads that bring data in. */
  calls: readonly SourceRule[];
  reads: readonly SourceRule[];
  sinks: readonly SinkRule[];
  /** Properties that must not be set to somebody else's data. */
  writes: readonly SinkRule[];
  cleans: readonly CleanRule[];
  misuse: readonly MisuseRule[];
  /** Global names that hold data from outside: `$_GET`. */
  globals: ReadonlyMap<string, { kind: string; exposure?: Source['exposure'] }>;
  /** What a parameter of an entry point is: a source, a symbol (`@req`), or nothing. */
  parameter(fn: FunctionIr, parameter: Param, index: number): ParameterRole | null;
  /** What a member of the object itself is in a class that a framework makes and fills. */
  member?(cls: ClassIr, name: string): { source?: string; sym?: string } | null;
  /** A part of what a source gave that its library lets have fixed values or numbers alone. */
  isFixed?(source: Source, name: string): boolean;
  /** Words one of which a file must hold to be worth parsing. */
  hints: RegExp;
}

export interface IndexedModel extends LanguageModel {
  semantics: Semantics;
  hooks: LanguageHooks;
  callsByName: Map<string, SourceRule[]>;
  readsByName: Map<string, SourceRule[]>;
  sinksByName: Map<string, SinkRule[]>;
  writesByName: Map<string, SinkRule[]>;
  cleansByName: Map<string, CleanRule[]>;
  misuseByName: Map<string, MisuseRule[]>;
  numbersByName: Map<string, NumberRule[]>;
  sizesByName: Map<string, SizeRule[]>;
  nullableByName: Map<string, NullableRule[]>;
  /** Names of calls that bring data in, take it or clean it. */
  modelledNames: ReadonlySet<string>;
}

export function indexModel(model: LanguageModel, semantics: Semantics, hooks: LanguageHooks): IndexedModel {
  const [callsByName, sinksByName, cleansByName] = [
    byName(model.calls),
    byName(model.sinks),
    byName(model.cleans),
  ];
  return {
    ...model,
    semantics,
    hooks,
    callsByName,
    readsByName: byName(model.reads),
    sinksByName,
    writesByName: byName(model.writes),
    cleansByName,
    modelledNames: new Set([...callsByName.keys(), ...sinksByName.keys(), ...cleansByName.keys()]),
    misuseByName: byName(model.misuse),
    numbersByName: byName(model.numbers ?? []),
    sizesByName: byName(model.sizes ?? []),
    nullableByName: byName(model.nullable ?? []),
  };
}

function byName<T extends { name: string }>(rules: readonly T[]): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const rule of rules) {
    for (const written of rule.name.split(' ')) {
      const name = interned(written);
      const list = map.get(name);
      if (list === undefined) map.set(name, [rule]);
      else list.push(rule);
    }
  }
  return map;
}

/** All that is known by name of a receiver, for the rules' `on`. */
export function describe(value: Value, written: string): string {
  return `${value.sym ?? ''} ${value.type ?? ''} ${value.cls?.name ?? ''} ${written}`;
}

export function sink(
  kind: SinkRule['kind'],
  names: string,
  at: readonly Where[] | Where = 0,
  on?: RegExp,
  when?: SinkRule['when'],
): SinkRule {
  return {
    name: names,
    kind,
    at: Array.isArray(at) ? at : [at as Where],
    ...(on && { on }),
    ...(when && { when }),
  };
}

export function source(kind: string, names: string, on?: RegExp, exposure?: Source['exposure']): SourceRule {
  return { name: names, kind, ...(on && { on }), ...(exposure && { exposure }) };
}

export function clean(kinds: CleanRule['kinds'], names: string, on?: RegExp): CleanRule {
  return { name: names, kinds, ...(on && { on }) };
}

export function misuse(
  kind: MisuseKind,
  names: string,
  options: Omit<MisuseRule, 'name' | 'kind'> = {},
): MisuseRule {
  return { name: names, kind, ...options };
}

export function number(
  type: string,
  names: string,
  of: NumberRule['of'],
  on?: RegExp,
  more: Pick<NumberRule, 'lo' | 'hi' | 'out' | 'source'> = {},
): NumberRule {
  return { name: names, type, of, ...(on && { on }), ...more };
}

export function size(kind: SizeRule['kind'], names: string, at = 0, on?: RegExp): SizeRule {
  return { name: names, kind, at, ...(on && { on }) };
}
