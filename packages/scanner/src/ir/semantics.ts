/** A numeric type and its range. */
export interface NumberType {
  name: string;
  lo: number;
  hi: number;
  /** An integer type, which wraps around or truncates. */
  isWhole: boolean;
}

/** A language's numeric types, if their width affects results. */
export interface NumberTypes {
  byName: ReadonlyMap<string, NumberType>;
  /** The type in which narrower ones are computed. */
  common: NumberType;
  /** The type for operands of which only one is signed. */
  wide: NumberType;
  /** The type of fractional numbers. */
  fraction: NumberType;
  /** Constants of the types, by name as written. */
  constants: ReadonlyMap<string, { value: number; type: NumberType }>;
  /** Types whose elements are read by index. */
  indexed: RegExp;
  /** The keyword before a block in which overflow is an error. */
  checkedWord: RegExp | null;
}

/** The semantics of a language, where languages differ. Each language's entry is in its folder. */
export interface Semantics {
  /** Languages of the same world can call each other's code. */
  world: string;

  // ---- Names, and where they reach ----

  /** Whose functions a file can call without an import. */
  functionsReach: 'file' | 'folder' | 'program';
  /** Where the methods of a type may be declared. */
  typesReach: 'file' | 'folder' | 'program';
  /** A folder is a package, whose name prefixes its members' names. */
  packages: boolean;
  /** Methods of other packages implement an interface by name alone. */
  structuralInterfaces: boolean;
  /** An object has a class's type only if one names the other. */
  nominalTypes: boolean;
  /** An import names a class; otherwise a file, or something in it. */
  importsClasses: boolean;
  /** A class may be named by its full path, read segment by segment. */
  qualifiedNames: boolean;
  /** A module of a package is accessed like a property. */
  moduleProperties: boolean;
  /** A module is a value: the object of its exports. */
  modulesAreObjects: boolean;
  /** No class name begins with a lower-case letter. */
  classesAreCapital: boolean;
  /** A bare name may be a field of the enclosing class. */
  bareFields: boolean;
  /** A bare call may be a method of the enclosing class. */
  bareMethods: boolean;
  /** Inside a class, `new(…)` alone constructs it. */
  bareNew: boolean;
  /** Lambdas and extensions have an implicit receiver. */
  implicitReceivers: boolean;
  /** Static functions that can be called like methods of their first parameter. */
  extensionMethods: boolean;
  /** The prefix of variables; a name without it is a function. */
  sigil: string;
  /** The name of the class itself inside its methods, if it is passed like the object. */
  classVariable: string | null;
  /** A function declared inside a top-level class has no name in the file's scope. */
  methodsBesideTypes: boolean;

  // ---- Types ----

  /** A value is identified by its declared type: that of a cast, a method or a reader. */
  knownByType: boolean;
  /** The declared return type is used if nothing else is known about a result. */
  declaredResults: boolean;
  /** A variable's type also applies to later assignments. */
  declaredVariables: boolean;
  /** A field's declared type also applies to objects from outside. */
  declaredFields: boolean;
  /** A numeric type rejects other values at run time. */
  checkedScalars: boolean;
  /** How enumerations are declared: by a keyword or a base class. */
  choices: 'none' | 'base' | 'word';
  /** A single-method interface is called like a function. */
  lambdasAreInterfaces: boolean;
  /** A method's bare name is a value; the arguments determine the overload. */
  methodsAreValues: boolean;
  /** Components of a record are read by methods with their names. */
  recordComponents: boolean;

  // ---- Objects ----

  /**
   * An object accepts any field, a class can intercept one with `set name(…)`, and keys reach the global
   * prototype.
   */
  openObjects: boolean;
  /** Properties have accessors, as functions `get_name` and `set_name`. */
  accessors: boolean;
  /** Decorators that turn a method into a property. */
  computedMarks: RegExp | null;
  /** Functions have methods that call them: `call`, `apply`, `bind`. */
  reflectiveFunctions: boolean;
  /** The method that makes an object callable. */
  callMethod: string | null;
  /** An embedded object's fields are accessible directly. */
  embeddedFields: boolean;
  /** A literal of a type may give its fields in order. */
  fieldsInOrder: boolean;
  /** A method called through its class's name keeps the current object. */
  classCallsKeepObject: boolean;
  /** Constructing a function type returns the given function. */
  functionTypes: boolean;
  /** Adding an event listener keeps the others. */
  addsListeners: boolean;
  /** One object serves many requests: fields set by one method remain for the next. */
  keptObjects: boolean;
  /** Work is passed as an object with a method. */
  workObjects: boolean;
  /** Types of parameters that a framework fills with a text, or else refuses the request. */
  textTypes: RegExp | null;
  /** Annotations, with their arguments, of classes with one shared object per request or session. */
  scopeMarks: RegExp | null;
  /** Types are constructed without a keyword. */
  constructsByCall: boolean;
  /** A tuple is an object with named parts, as are the parts of lists and of wrappers. */
  tupleTypes: boolean;

  // ---- Values ----

  /** `+` is only numeric. */
  plusIsNumeric: boolean;
  /** `%` formats a string. */
  formatOperator: boolean;
  /** `/` joins paths. */
  pathOperator: boolean;
  /** Objects are destructured by the order of their components. */
  positionalPatterns: boolean;
  /** What a loop over a map yields. */
  mapIteration: 'values' | 'keys' | 'entries';
  /** Its methods that return keys with their values. */
  pairMethods: readonly string[];
  /** The accessors of a map entry, if it is an object. */
  entryObjects: boolean;
  /** The lookup method of a map. */
  lookupMethod: string | null;
  /** Names of the loop variables that are positions in a list. */
  positions: RegExp | null;
  /** A text is searched by a function that takes it first. */
  searchesByFunction: boolean;
  /** `replace` only replaces the first match. */
  replacesFirst: boolean;
  /** Every pattern replaces all matches. */
  patternsAreGlobal: boolean;
  /** A pattern is a string with delimiters. */
  delimitedPatterns: boolean;
  /** A stack's top is its front, except for these types. */
  stacksFromFront: RegExp | null;
  /** Iterating over a generator yields its values back. */
  generatorsGive: boolean;
  /** The variable for the error among several results. */
  errorVariable: string | null;
  /** A function that wraps another one runs it. */
  wrapsFunctions: boolean;
  /** The result of an unknown function from a table is not tainted. */
  unknownEntries: boolean;
  /** Functions that call another for each element of a list. */
  mappingCalls: RegExp | null;

  /** Using null is an error. */
  nullFails: boolean;
  /** Its numeric types; null if their width is not modelled. */
  numbers: NumberTypes | null;

  // ---- What a function does to its arguments ----

  /** Parameters passed by reference: none, all, or those marked in the signature. */
  references: 'none' | 'all' | RegExp;
  /** Writing to such a parameter replaces the previous value. */
  referencesReplace: boolean;
  /** The keyword before an argument that the call assigns. */
  outWord: RegExp | null;
  /** The sign before an argument whose address is passed. */
  addressSign: string | null;

  // ---- How much of a program is run ----

  /**
   * A file declares what it shares, and many functions are small, so only those with relevant words are run.
   */
  runsByHint: boolean;
}

/** The defaults. */
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
  textTypes: null,
  scopeMarks: null,
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
