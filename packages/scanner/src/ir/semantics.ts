/** A type of numbers: what fits into it. */
export interface NumberType {
  name: string;
  lo: number;
  hi: number;
  /** It has no fractions, and what does not fit wraps around or is cut. */
  isWhole: boolean;
}

/** A language's types of numbers, where their width decides what becomes of a computation. */
export interface NumberTypes {
  byName: ReadonlyMap<string, NumberType>;
  /** What narrower ones are computed in. */
  common: NumberType;
  /** What two are computed in of which one alone has a sign. */
  wide: NumberType;
  /** Of numbers with fractions. */
  fraction: NumberType;
  /** Names of constants of the types, as they are written. */
  constants: ReadonlyMap<string, { value: number; type: NumberType }>;
  /** Types of which a part is read by its place. */
  indexed: RegExp;
  /** What stands before a bracket in which a computation fails where it does not fit. */
  checkedWord: RegExp | null;
}

/** What a language means by what it writes, as far as languages differ in it. Each language's row stands in its folder. */
export interface Semantics {
  /** Languages of one world call each other's code. */
  world: string;

  // ---- Names, and where they reach ----

  /** Whose functions a file calls without an import. */
  functionsReach: 'file' | 'folder' | 'program';
  /** Where the methods of one type may stand. */
  typesReach: 'file' | 'folder' | 'program';
  /** A folder is a package, and its name stands before the names of what it holds. */
  packages: boolean;
  /** Methods of other packages stand behind an interface by their names alone. */
  structuralInterfaces: boolean;
  /** An object has the type of a class only where one of the two names the other. */
  nominalTypes: boolean;
  /** An import names a class; else a file, or something in it. */
  importsClasses: boolean;
  /** A class may be named by its whole path, read part by part. */
  qualifiedNames: boolean;
  /** A module of a package is read like a property of it. */
  moduleProperties: boolean;
  /** A module is a value: the object of what it exports. */
  modulesAreObjects: boolean;
  /** No name of a class begins with a small letter. */
  classesAreCapital: boolean;
  /** A bare name may be a field of the class around. */
  bareFields: boolean;
  /** A bare call may be a method of the class around. */
  bareMethods: boolean;
  /** Inside of a class `new(…)` alone makes one of it. */
  bareNew: boolean;
  /** Lambdas and extensions have a receiver, whose members need no name before them. */
  implicitReceivers: boolean;
  /** Static functions that are called like methods of their first parameter. */
  extensionMethods: boolean;
  /** Variables begin with this sign; a name without it is that of a function. */
  sigil: string;
  /** How the class itself is called inside of its methods, where it is handed over like the object. */
  classVariable: string | null;
  /** A function that is declared inside of a class at the top of a file has no name of its own there. */
  methodsBesideTypes: boolean;

  // ---- Types ----

  /** What a thing is known by is its declared type: what a cast, a method or a reader gives. */
  knownByType: boolean;
  /** The type that a function declares is known of what it gives, where nothing else is. */
  declaredResults: boolean;
  /** The type of a variable holds for what is assigned to it later. */
  declaredVariables: boolean;
  /** What a class declares of a field is known of objects that came from elsewhere. */
  declaredFields: boolean;
  /** A number's type lets nothing else in. */
  checkedScalars: boolean;
  /** A type of fixed names is declared by a word before it or by its base. */
  choices: 'none' | 'base' | 'word';
  /** An interface with one method is called as a function. */
  lambdasAreInterfaces: boolean;
  /** A method by its bare name is a value; which of its overloads is meant stands in the arguments. */
  methodsAreValues: boolean;
  /** What a record is made of is read by methods of these names. */
  recordComponents: boolean;

  // ---- Objects ----

  /** An object takes any field, a class catches one by `set name(…)`, and keys reach the prototype of all. */
  openObjects: boolean;
  /** Properties have code of their own, in functions `get_name` and `set_name`. */
  accessors: boolean;
  /** Decorators that make a property of a method. */
  computedMarks: RegExp | null;
  /** Functions have methods to be called by: `call`, `apply`, `bind`. */
  reflectiveFunctions: boolean;
  /** The method by which an object is called as a function. */
  callMethod: string | null;
  /** What is embedded in an object lends it its fields. */
  embeddedFields: boolean;
  /** A literal of a type may name its fields by their order. */
  fieldsInOrder: boolean;
  /** A method that is called by its class's name runs on the object around. */
  classCallsKeepObject: boolean;
  /** A constructor of a function's type gives the function it is given. */
  functionTypes: boolean;
  /** Adding a function to what listens leaves both. */
  addsListeners: boolean;
  /** One object serves many requests: what a method leaves in it is there for the next. */
  keptObjects: boolean;
  /** Work is handed over as an object with a method. */
  workObjects: boolean;
  /** Types are called without a word before them. */
  constructsByCall: boolean;
  /** A tuple is an object whose parts have names, as have those of lists and of what holds one value. */
  tupleTypes: boolean;

  // ---- Values ----

  /** `+` adds numbers alone. */
  plusIsNumeric: boolean;
  /** A format stands before `%`. */
  formatOperator: boolean;
  /** `/` joins paths. */
  pathOperator: boolean;
  /** Objects are taken apart by the order of their components. */
  positionalPatterns: boolean;
  /** What a loop over a map takes in turn. */
  mapIteration: 'values' | 'keys' | 'entries';
  /** The names of its methods that give keys with their values. */
  pairMethods: readonly string[];
  /** What an entry of a map is asked by, where it is an object. */
  entryObjects: boolean;
  /** The method that looks something up in a map. */
  lookupMethod: string | null;
  /** A list is ranged over with its positions, which have these names. */
  positions: RegExp | null;
  /** A text is looked for by a function that takes the text first. */
  searchesByFunction: boolean;
  /** `replace` changes the first place alone. */
  replacesFirst: boolean;
  /** Each pattern changes all places. */
  patternsAreGlobal: boolean;
  /** A pattern stands in a text with a sign of one's own around it. */
  delimitedPatterns: boolean;
  /** A stack's newest is at the front of it, but for those of these types. */
  stacksFromFront: RegExp | null;
  /** Who goes through a generator is handed back what it yields. */
  generatorsGive: boolean;
  /** The variable that takes the error among several results. */
  errorVariable: string | null;
  /** A function that is made of one function runs it. */
  wrapsFunctions: boolean;
  /** A function from a table that nobody knows gives what is its own. */
  unknownEntries: boolean;
  /** Functions that run another for each part of a list. */
  mappingCalls: RegExp | null;

  /** To ask something of nothing is a fault. */
  nullFails: boolean;
  /** Its types of numbers; null where their width is not followed. */
  numbers: NumberTypes | null;

  // ---- What a function does to its arguments ----

  /** Parameters that are the caller's own variables: none, all, or those that a sign in the head names. */
  references: 'none' | 'all' | RegExp;
  /** What is written to such a parameter takes the place of what was there. */
  referencesReplace: boolean;
  /** What stands before an argument that is given a value by the call. */
  outWord: RegExp | null;
  /** The sign before an argument whose place is handed over. */
  addressSign: string | null;

  // ---- How much of a program is run ----

  /** What a file shares it says itself, and so many functions are small that only those are run whose words promise something. */
  runsByHint: boolean;
}

/** What holds where nothing is said. */
export const plainSemantics: Semantics = {
  world: '',
  functionsReach: 'file',
  typesReach: 'file',
  packages: false,
  structuralInterfaces: false,
  nominalTypes: false,
  importsClasses: false,
  qualifiedNames: false,
  moduleProperties: false,
  modulesAreObjects: false,
  classesAreCapital: false,
  bareFields: false,
  bareMethods: false,
  bareNew: false,
  implicitReceivers: false,
  extensionMethods: false,
  sigil: '',
  classVariable: null,
  methodsBesideTypes: false,
  knownByType: false,
  declaredResults: false,
  declaredVariables: false,
  declaredFields: false,
  checkedScalars: false,
  choices: 'none',
  lambdasAreInterfaces: false,
  methodsAreValues: false,
  recordComponents: false,
  openObjects: false,
  accessors: false,
  computedMarks: null,
  reflectiveFunctions: false,
  callMethod: null,
  embeddedFields: false,
  fieldsInOrder: false,
  classCallsKeepObject: false,
  functionTypes: false,
  addsListeners: false,
  keptObjects: false,
  workObjects: false,
  constructsByCall: false,
  tupleTypes: false,
  plusIsNumeric: false,
  formatOperator: false,
  pathOperator: false,
  positionalPatterns: false,
  mapIteration: 'values',
  pairMethods: [],
  entryObjects: false,
  lookupMethod: null,
  positions: null,
  searchesByFunction: false,
  replacesFirst: true,
  patternsAreGlobal: false,
  delimitedPatterns: false,
  stacksFromFront: null,
  generatorsGive: false,
  errorVariable: null,
  wrapsFunctions: false,
  unknownEntries: false,
  mappingCalls: null,
  nullFails: false,
  numbers: null,
  references: 'none',
  referencesReplace: false,
  outWord: null,
  addressSign: null,
  runsByHint: false,
};
