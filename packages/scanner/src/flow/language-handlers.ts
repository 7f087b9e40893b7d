import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import type { CallNames } from './call-words.ts';
import type { JobRule } from './jobs.ts';
import type { SinkRule } from './language-model.ts';
import type { Machine } from './machine.ts';
import type { OutRule } from './out-arguments.ts';
import type { Source, Taint, Value } from './value.ts';

/** Calls that no library table can describe, in any language. They return null for other calls. */
export interface LanguageHandlers {
  /** The call of a function that resolves a promise. */
  resolvePromise(m: Machine, callee: Value, site: CallSite): Value | null;
  /** Runs the callback with the resolved value. */
  callThen(m: Machine, site: CallSite): Value;
  /** Schemas that validate a handler's input, and the part of a value that passes one. */
  validatorCall(m: Machine, site: CallSite): Value | null;
  inputSchema(m: Machine, recv: Value | null): Value | null;
  validated(m: Machine, schema: Value, value: Value, depth: number): Value;
  /** Functions that run a lambda immediately, or keep what it accepts. */
  scopeCall(m: Machine, site: CallSite): Value | null;
  filtered(m: Machine, site: CallSite): Value | null;
  /** A literal of a type that starts a program. */
  checkLiteral(m: Machine, type: string, e: Expr, value: Value): void;

  /** Functions without a receiver that are available everywhere in a language. */
  globalCall(m: Machine, site: CallSite): Value | null;
  /** Calls that are not methods on data: static functions, settings. */
  libraryCall(m: Machine, site: CallSite): Value | null;
  /** Objects of libraries: lists, maps, buffers and the like. */
  constructed(m: Machine, site: CallSite): Value | null;
  /** A constructor call without a keyword. */
  constructedByCall(m: Machine, site: CallSite): Value | null;
  /** The result of a library function that no rule sanitizes. */
  knownResult(m: Machine, site: CallSite): Value | null;
  /** The number that a call computes from its arguments; null if none. */
  numberCall(m: Machine, site: CallSite): Value | null;
  /** A part of the input that holds a number, or was checked by a filter. */
  isPlainInput(site: CallSite): boolean;
  /** Whether the code after the call does not run. */
  endsProgram(m: Machine, site: CallSite): boolean;
  /** Whether the call returns its receiver with one more step of a builder. */
  isBuildingStep(name: string): boolean;
  /** A constructor that opens a file. The content of the file is not its name. */
  opensFile(name: string): boolean;
  /** An annotation of a field that a framework fills from a request. */
  isFilledField(mark: string): boolean;
  /** The address of which a call returns the host. */
  addressBehindHost(m: Machine, e: Expr): Expr | undefined;
  /** Whether a variable was set to the host of an address. */
  holdsHost(m: Machine, name: string): boolean;
  /** Whether no value of the type could be code. */
  isPlainType(type: string): boolean;
  /** Narrows the arguments of a library's check by its result. False if the function is not a known check. */
  refineByLibrary(m: Machine, name: string, c: Extract<Expr, { k: 'call' }>, truth: boolean): boolean;
  /** Another name of the same object. */
  aliasOf(symbol: string): string;

  /**
   * The name of the request storage that a value is, when accessed by `field`, by `element` or by the name of a call.
   */
  placeOfRequest(m: Machine, value: Value, form: string, written: string): string | null;
  checkCookie(m: Machine, site: CallSite): void;
  checkProperty(m: Machine, name: string, value: Value, pos: number, end: number): void;
  checkHeaderCall(m: Machine, site: CallSite): void;
  /** A text matched against one of the program's patterns that is slow for some texts. */
  checkMatch(m: Machine, site: CallSite): void;
  /** The same for a match operator. */
  checkMatchOperator(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): void;
  /** Narrows the length of a text by a comparison. */
  boundLength(m: Machine, c: Extract<Expr, { k: 'bin' }>, truth: boolean): void;
  /** The result of a call, with the length that it limits. */
  withLength(m: Machine, site: CallSite, value: Value): Value;
  checkHeaderWrite(m: Machine, o: Value, key: string, value: Value, e: Expr, written: string): void;

  /** Whether a call that matches a rule is harmless here. */
  isHarmlessCall(m: Machine, rule: SinkRule, site: CallSite): boolean;
  /** The values that a formatting call prints; null if its arguments are printed as they are. */
  printedBy(m: Machine, site: CallSite): Value[] | null;
  /** Checks a program and its arguments, given one by one or as a list. */
  checkProgram(m: Machine, rule: SinkRule, site: CallSite): void;
  /** Whether the call returns the answer of a database, program, file or server, not its own arguments. */
  isAnswer(sunk: number, name: string): boolean;
  /** Further text about a receiver, for the `on` of rules. */
  describeReceiver(m: Machine, site: CallSite): string;
  /** Whether it is a property of the machine itself. */
  isOfMachine(site: CallSite): boolean;
  /** How certainly the value is dangerous in a sink, from 0 to 1. */
  weighSink(m: Machine, sink: Sink): number;
  /** Whether this taint is harmless in the sink. */
  isHarmlessIn(m: Machine, sink: Sink, taint: Taint): boolean;
  /** Taints that may bring operators into a query. */
  operatorTaints(m: Machine, value: Value): readonly Taint[];
  /** The kinds that an unknown function sanitizes, judged by its name. */
  guessClean(m: Machine, name: string): { mask: number; weight: number } | null;
  words: CallNames;
}

/** A value at a place that must not receive untrusted data. */
export interface Sink {
  rule: SinkRule;
  value: Value;
  /** The known part of the value. */
  text: string;
  taints: readonly Taint[];
  e: Expr;
  name: string;
}

/** Hooks for the special cases of a language. Without a hook, it behaves like the others. */
export interface LanguageHooks {
  /** Checks the result of a function: a page, an address. */
  checkResult?(m: Machine, value: Value, e: Expr): void;
  /** Whether an assignment has an id of the program itself. */
  isOwnId?(m: Machine, e: Expr): boolean;
  /** Gives functions in a call's arguments the roles of their parameters. */
  assignRoles?(m: Machine, site: CallSite): void;
  assignResolvers?(m: Machine, key: string, value: Value): void;
  /** What a framework does with an object before it calls its method. */
  prepareObject?(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void;
  /** Whether a class takes its fields as arguments, in the order of declaration. */
  isData?(cls: ClassIr): boolean;
  /** Formatting functions without a receiver; a single argument is printed as it is. */
  formatsByName?: true;
  /** A schema that is built with a chain of calls. */
  schemaCall?(m: Machine, site: CallSite): Value | null;
  /** Types that are created by a call, and copies of objects. */
  recordCall?(m: Machine, site: CallSite): Value | null;
  callObject?(m: Machine, callee: Value, site: CallSite): Value | null;
  /** A function without a receiver, or a method, with a meaning specific to the language. */
  functionCall?(m: Machine, site: CallSite): Value | null;
  methodCall?(m: Machine, site: CallSite): Value | null;
  /** The function that a text names. */
  calledByText?(m: Machine, f: Expr, callee: Value, site: CallSite): CallSite | null;
  /** Decorators that only accept numbers, identifiers and fixed choices. */
  checkedMarks?: RegExp;
  /** Words of files that declare an interface which is called over the network. */
  contractWords?: readonly string[];
  /** A member of something that the platform provides. */
  readPart?(m: Machine, o: Value, name: string): Value | null;
  /** `o[key]` */
  readElement?(m: Machine, o: Value, key: Value, e: Extract<Expr, { k: 'at' }>): Value | null;
  checkElement?(m: Machine, o: Value, key: Value, e: Expr): void;
  readProperty?(m: Machine, o: Value, name: string, e: Expr, written: string): Value | null;
  /** A name that is not a variable. */
  bareName?(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null;
  /** An operator that reads into its right operand. */
  readInto?(m: Machine, e: Extract<Expr, { k: 'bin' }>): boolean;
  binary?(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): Value | null;
  unary?(m: Machine, value: Value, e: Extract<Expr, { k: 'un' }>): Value | null;
  /** Whether the framework itself has put the data into the request. */
  isFrameworksOwn?(site: CallSite): boolean;
  /** Whether a value is escaped for text but used where that has no effect. */
  isMisplaced?(m: Machine, value: Value, pos: number): boolean;
  /** Whether the data never becomes an object. */
  isAlwaysText?(source: Source): boolean;
  /** Whether a parser may expand external entities. */
  mayExpandEntities?(m: Machine, name: string, e: Expr): boolean;
  /** The result of a known library function. */
  knownResult?(m: Machine, site: CallSite): Value | null;
  /** Whether the call renders the named file, not a text. */
  rendersFile?(m: Machine, site: CallSite): boolean;
  /** Whether a redirect says that it stays on its host. */
  keepsHost?(call: string): boolean;
  /** The statement in a list of it and its parameters. */
  statementOf?(m: Machine, value: Value): Value | undefined;
  /** How certainly a text without tags becomes a page, from 0 to 1. */
  weighPlainText?(around: string): number;
  /** Functions that return the URLs of routes. */
  routeHelper?: RegExp;
  /** A function that throws. */
  raisingCall?: string;
  /** Printed text is a page, even without tags. */
  printsPages?: true;
  /** Calls that print a format, with the index of the format. */
  printers?: Readonly<Record<string, number>>;
  /** The option for a shell is a boolean; elsewhere it may name the shell. */
  shellIsFlag?: true;
  /** The index of the argument with cookie options. */
  cookieOptionsAt?: number;
  /** Values of settings that are words of the program, not secrets. */
  plainSettings?: RegExp;
  /** Calls that return their result through an argument, by name. */
  outs?: Readonly<Record<string, OutRule>>;
  /** Deferred work. */
  job?: JobRule;
}
