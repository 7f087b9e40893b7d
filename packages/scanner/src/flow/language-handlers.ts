import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import type { CallWords } from './call-words.ts';
import type { JobRule } from './jobs.ts';
import type { SinkRule } from './language-model.ts';
import type { Machine } from './machine.ts';
import type { OutRule } from './out-arguments.ts';
import type { Source, Taint, Value } from './value.ts';

/** Calls whose meaning no table of a library can say, whatever the language. Null: it is none of theirs. */
export interface LanguageHandlers {
  /** The call of the function that settles an object. */
  resolvePromise(m: Machine, callee: Value, site: CallSite): Value | null;
  /** What is to be done with the settled value. */
  callThen(m: Machine, site: CallSite): Value;
  /** What an input must pass before a handler gets it, as a value says it, and what that leaves of another one. */
  validatorCall(m: Machine, site: CallSite): Value | null;
  inputSchema(m: Machine, recv: Value | null): Value | null;
  validated(m: Machine, schema: Value, value: Value, depth: number): Value;
  /** Functions that run a lambda on the spot, or keep what one lets through. */
  scopeCall(m: Machine, site: CallSite): Value | null;
  filtered(m: Machine, site: CallSite): Value | null;
  /** A literal of a type that starts a program. */
  checkLiteral(m: Machine, type: string, e: Expr, value: Value): void;

  /** Functions without a receiver that all programs of a language know. */
  globalCall(m: Machine, site: CallSite): Value | null;
  /** Calls whose meaning is not that of a method on data: of classes themselves, of settings. */
  libraryCall(m: Machine, site: CallSite): Value | null;
  /** Objects that libraries hand out: lists, maps, buffers and the like. */
  constructed(m: Machine, site: CallSite): Value | null;
  /** The same where no word stands before the type. */
  constructedByCall(m: Machine, site: CallSite): Value | null;
  /** What a library's function gives of what it is given, where no rule cleans it. */
  knownResult(m: Machine, site: CallSite): Value | null;
  /** A number that is made of what a call is given; null where it is none. */
  numberCall(m: Machine, site: CallSite): Value | null;
  /** A part of what came in that holds a number, or was checked by a filter. */
  isPlainInput(site: CallSite): boolean;
  /** What comes after it does not run. */
  endsProgram(m: Machine, site: CallSite): boolean;
  /** One that gives the thing on which it is called, one step further. */
  isBuildingStep(name: string): boolean;
  /** A constructor that opens a file: what it holds is not its name. */
  opensFile(name: string): boolean;
  /** An annotation of a field that is filled from a request. */
  isFilledField(mark: string): boolean;
  /** The address of which a call gives the host. */
  addressBehindHost(m: Machine, e: Expr): Expr | undefined;
  /** Whether a variable was set to the host of an address. */
  holdsHost(m: Machine, name: string): boolean;
  /** A type nothing of which could be code. */
  isPlainType(type: string): boolean;
  /** What the answer of a library's check says of what it was asked about; false when it is none that is known. */
  refineByLibrary(m: Machine, name: string, c: Extract<Expr, { k: 'call' }>, truth: boolean): boolean;
  /** Another name under which a thing is known. */
  aliasOf(symbol: string): string;

  /**
   * The place of a request that a value is, where functions leave data for those that handle it afterwards: asked by its
   * `field`s, its `element`s, or the name of a call.
   */
  placeOfRequest(m: Machine, value: Value, form: string, written: string): string | null;
  checkCookie(m: Machine, site: CallSite): void;
  checkProperty(m: Machine, name: string, value: Value, pos: number, end: number): void;
  checkHeaderCall(m: Machine, site: CallSite): void;
  /** A text that is matched by a pattern of the program's own which takes long for some. */
  checkMatch(m: Machine, site: CallSite): void;
  /** The same where an operator matches. */
  checkMatchOperator(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): void;
  /** What a comparison says of the length of a text. */
  boundLength(m: Machine, c: Extract<Expr, { k: 'bin' }>, truth: boolean): void;
  /** What a call gives, with what it says of its length. */
  withLength(m: Machine, site: CallSite, value: Value): Value;
  checkHeaderWrite(m: Machine, o: Value, key: string, value: Value, e: Expr, written: string): void;

  /** A call that a rule names, but that does no harm as it stands there. */
  isHarmlessCall(m: Machine, rule: SinkRule, site: CallSite): boolean;
  /** The values that such a call prints, where its format says it; null where its arguments are. */
  printedBy(m: Machine, site: CallSite): Value[] | null;
  /** A program and its arguments, given one by one or as a list. */
  checkProgram(m: Machine, rule: SinkRule, site: CallSite): void;
  /** What such a call gives is what the database, program, file or server says, not what was asked with. */
  isAnswer(sunk: number, name: string): boolean;
  /** What else is known of a receiver, for the rules' `on`. */
  describeReceiver(m: Machine, site: CallSite): string;
  /** A setting that the machine itself has made. */
  isOfMachine(site: CallSite): boolean;
  /** How surely the value does harm in a sink, from 0 to 1. */
  weighSink(m: Machine, sink: Sink): number;
  /** Whether this data does none there. */
  isHarmlessIn(m: Machine, sink: Sink, taint: Taint): boolean;
  /** Data that may bring operators into a query. */
  operatorTaints(m: Machine, value: Value): readonly Taint[];
  /** Kinds that a function of somebody else's makes harmless by its name. */
  guessClean(m: Machine, name: string): { mask: number; weight: number } | null;
  words: CallWords;
}

/** A value in a place that must not have somebody else's data. */
export interface Sink {
  rule: SinkRule;
  value: Value;
  /** The value as far as it is known. */
  text: string;
  taints: readonly Taint[];
  e: Expr;
  name: string;
}

/** What a language does at places of its own; where it has nothing to say, it does as the others do. */
export interface LanguageHooks {
  /** Looks at what a function gives: a page, an address. */
  checkResult?(m: Machine, value: Value, e: Expr): void;
  /** A number of the program's own behind an assignment. */
  isOwnId?(m: Machine, e: Expr): boolean;
  /** Gives the functions that a call takes the roles that they will be called in. */
  assignRoles?(m: Machine, site: CallSite): void;
  assignResolvers?(m: Machine, key: string, value: Value): void;
  /** What a framework does with an object before it calls its method. */
  prepareObject?(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void;
  /** A class of data takes its fields in the order in which they are declared. */
  isData?(cls: ClassIr): boolean;
  /** Functions without a receiver put values into a text, and leave a text alone as it is. */
  formatsByName?: true;
  /** A schema that is built call by call. */
  schemaCall?(m: Machine, site: CallSite): Value | null;
  /** Types that are made by a call, and copies of objects. */
  recordCall?(m: Machine, site: CallSite): Value | null;
  callObject?(m: Machine, callee: Value, site: CallSite): Value | null;
  /** A function without a receiver, or a method, with a meaning of the language's own. */
  functionCall?(m: Machine, site: CallSite): Value | null;
  methodCall?(m: Machine, site: CallSite): Value | null;
  /** The function that a text names. */
  calledByText?(m: Machine, f: Expr, callee: Value, site: CallSite): CallSite | null;
  /** Decorators that let numbers, identifiers and fixed choices through alone. */
  checkedMarks?: RegExp;
  /** Words one of which a file holds that declares what others answer over the network. */
  contractWords?: readonly string[];
  /** A part of what the platform holds together. */
  readPart?(m: Machine, o: Value, name: string): Value | null;
  /** `o[key]` */
  readElement?(m: Machine, o: Value, key: Value, e: Extract<Expr, { k: 'at' }>): Value | null;
  checkElement?(m: Machine, o: Value, key: Value, e: Expr): void;
  readProperty?(m: Machine, o: Value, name: string, e: Expr, written: string): Value | null;
  /** A name that is no variable. */
  bareName?(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null;
  /** An operator that reads into its right side. */
  readInto?(m: Machine, e: Extract<Expr, { k: 'bin' }>): boolean;
  binary?(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): Value | null;
  unary?(m: Machine, value: Value, e: Extract<Expr, { k: 'un' }>): Value | null;
  /** Data that the framework itself has put among that of a request. */
  isFrameworksOwn?(site: CallSite): boolean;
  /** A value is escaped for text, but stands where that changes nothing. */
  isMisplaced?(m: Machine, value: Value, pos: number): boolean;
  /** Data that never becomes an object. */
  isAlwaysText?(source: Source): boolean;
  /** Whether a parser may read what a document names. */
  mayExpandEntities?(m: Machine, name: string, e: Expr): boolean;
  /** What a library's function gives of what it is given. */
  knownResult?(m: Machine, site: CallSite): Value | null;
  /** A call that renders the file that is named, not a text. */
  rendersFile?(m: Machine, site: CallSite): boolean;
  /** A redirect that says which host it keeps. */
  keepsHost?(call: string): boolean;
  /** A statement in a list together with what fills it. */
  statementOf?(m: Machine, value: Value): Value | undefined;
  /** How surely a text without a tag is taken for a page, from 0 to 1. */
  weighPlainText?(around: string): number;
  /** Functions that make the addresses of routes. */
  routeHelper?: RegExp;
  /** A function that throws. */
  raisingCall?: string;
  /** What is printed is a page, without a tag around it. */
  printsPages?: true;
  /** Calls that print a format, and which argument that is. */
  printers?: Readonly<Record<string, number>>;
  /** The option that asks for a shell is yes or no; elsewhere it may name the shell. */
  shellIsFlag?: true;
  /** The argument with the options of a cookie. */
  cookieOptionsAt?: number;
  /** Values of settings that are words of the program. */
  plainSettings?: RegExp;
  /** Calls that give their result through an argument, by name. */
  outs?: Readonly<Record<string, OutRule>>;
  /** Work for later. */
  job?: JobRule;
}
