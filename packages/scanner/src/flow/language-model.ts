import { interned } from '../ir/interned.ts';
import type { ClassIr, FunctionIr, Param } from '../ir/ir.ts';
import type { Semantics } from '../ir/semantics.ts';
import type { MisuseKind, SecretKind, TaintKind } from '../types/flow-findings.ts';
import type { CleanKind } from './kinds.ts';
import type { LanguageHooks } from './language-handlers.ts';
import type { Source, Value } from './value.ts';

/** The relevant arguments: by number, `*` for all, `@` for the receiver. */
export type Where = number | '*' | '@' | string;

/** A call that must not receive untrusted data. */
export interface SinkRule {
  name: string;
  kind: TaintKind | SecretKind;
  at: readonly Where[];
  /** The receiver's symbol, type or text must match. */
  on?: RegExp;
  /**
   * Further conditions. `sql`: the text looks like SQL. `text`: the argument is not a list or object. `head`: the
   * data is at the beginning of the text. `argv`: arguments of a program, harmless unless the program is a shell or
   * is itself untrusted. `built`: the text is concatenated. `address`: the argument is a URL. `file`: it is not a
   * URL. `shell`: arguments that begin with `-c`. `page`: the first argument is a response to a browser. `process`: a
   * program with its arguments as an object. `whole`: the data itself, not an object that contains it. `entry`: a
   * pair whose first element names the header of a redirect.
   */
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
  /**
   * `named`: the first argument is a file name, not an open stream. `asked`: with two arguments, the call sets the
   * value.
   */
  when?: 'named' | 'asked';
  /** It is dangerous only for these kinds, and less certainly untrusted. */
  only?: readonly TaintKind[];
}

export interface CleanRule {
  name: string;
  /** `tag`: only as the tag of a template, not as a function. */
  when?: 'tag';
  /** Kinds for which the result is safe; `all` for numbers, hashes and the like. */
  kinds: readonly CleanKind[] | 'all';
  on?: RegExp;
}

/** A call that its constant arguments make unsafe. */
export interface MisuseRule {
  name: string;
  kind: MisuseKind;
  on?: RegExp;
  at?: number;
  /** The constant must match. Without `match`, every call counts. */
  match?: RegExp;
  /** The text around the call must match. */
  context?: RegExp;
  /** The name of the option with the constant. */
  option?: string;
  /** The value must be a literal; a name is not enough. */
  literal?: true;
  /** Counts only without any of these named arguments and with fewer than `unlessArgs` others. */
  unlessNamed?: readonly string[];
  unlessArgs?: number;
  /** Another CWE than the kind's. */
  cwe?: string;
  /** Confidence; the default is 0.9. */
  weight?: number;
}

/** The meaning of an entry point's parameter. */
export interface ParameterRole {
  source?: string;
  sym?: string;
  /** It holds a number from this source, within these bounds. */
  number?: { source: string; lo?: number; hi?: number; isHeld?: boolean };
}

/** A call that returns a number from its arguments or its receiver. */
export interface NumberRule {
  name: string;
  /** The name of the type. */
  type: string;
  /** Where its data comes from. */
  of: 'first' | 'self' | 'any';
  on?: RegExp;
  /** Bounds, if narrower than the type's. */
  lo?: number;
  hi?: number;
  /** The result is written to the last argument. */
  out?: true;
  /** It is a source itself. With an argument, the result stays below that. */
  source?: { kind: string; exposure: Source['exposure'] };
}

export interface NullableRule {
  name: string;
  on?: RegExp;
  /** With more arguments, the call has a default. */
  args: number;
  /** Except names that are always set. */
  except?: RegExp;
}

/** A call that takes a number as a size, an index or a time. */
export interface SizeRule {
  name: string;
  kind: 'allocation' | 'index' | 'wait';
  at: number;
  on?: RegExp;
}

export interface LanguageModel {
  /** Calls that return null if they find nothing. */
  nullable?: readonly NullableRule[];
  numbers?: readonly NumberRule[];
  sizes?: readonly SizeRule[];
  /** Calls and property reads that are sources. */
  calls: readonly SourceRule[];
  reads: readonly SourceRule[];
  sinks: readonly SinkRule[];
  /** Properties that must not be set to untrusted data. */
  writes: readonly SinkRule[];
  cleans: readonly CleanRule[];
  misuse: readonly MisuseRule[];
  /** Global variables with data from outside: `$_GET`. */
  globals: ReadonlyMap<string, { kind: string; exposure?: Source['exposure'] }>;
  /** The meaning of an entry point's parameter: a source, a symbol (`@req`), or null. */
  parameter(fn: FunctionIr, parameter: Param, index: number): ParameterRole | null;
  /** The meaning of an object's own member, in a class that a framework creates and fills. */
  member?(cls: ClassIr, name: string): { source?: string; sym?: string } | null;
  /** A part of a source that its library limits to fixed values or numbers. */
  isFixed?(source: Source, name: string): boolean;
  /** A file has to contain one of these words to be worth lowering. */
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
  /** Names of calls that are sources, sinks or sanitizers. */
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

/** All names of a receiver, for the `on` of rules. */
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
