/** Names of calls by what they do, as the libraries of the languages have them. */
export interface CallWords {
  /** Checks of an address: whether it stays on this site. */
  localAddress: RegExp;
  /** Checks of a text: whether it matches a pattern. */
  patterns: RegExp;
  /** Whether a text is a number, or of letters and digits alone. */
  numeric: RegExp;
  /** What is left of a number without its sign. */
  magnitudes: RegExp;
  /** Whether a text begins with another. */
  starts: RegExp;
  /** Whether a text ends with another. */
  ends: RegExp;
  /** Whether a text is one of several, or holds another. */
  members: RegExp;
  /** What a library may do harm by: a function without any of it is not run for whoever calls it. */
  dangerous: RegExp;
  /** Methods that do the work of an object that is handed over. */
  work: RegExp;
  /** Methods that a server calls on what it was given. */
  served: RegExp;
  /** Calls that run a function later, or elsewhere, with what is handed over beside it. */
  handing: RegExp;
  /** Calls that do not come back unless what they are given holds. */
  claims: RegExp;
  /** The same, as methods of these. */
  claimMethods: RegExp;
  claimants: RegExp;
  /** Methods of interfaces that a lambda stands for, and what queues a function. */
  functional: RegExp;
  /** Calls that answer with a number, yes or no, or nothing. */
  barren: RegExp;
  /** Calls that put what they are given into what they are called on. */
  mutators: RegExp;
  /** Calls that take a function, but do not give one that stands for it. */
  notWrapping: RegExp;
  /** Functions that make a number of a text. */
  numberMakers: RegExp;
  /** Calls that run a function later whose next argument is a time. */
  delayed: RegExp;
  /** Calls that come back only while their first argument holds, and only while it does not. */
  demands: RegExp;
  refusals: RegExp;
  /** Calls that give what they are given in another form. */
  transforms: RegExp;
  /** Calls that give what they are called on. */
  fluent: RegExp;
  /** Calls of a list that run a function for each of its parts. */
  mapping: RegExp;
  /** Functions that make the plain form of a path. */
  plainPaths: RegExp;
  /** Methods that give the same text, trimmed or in another form. */
  sameText: RegExp;
  /** Functions that make a text of a value. */
  textMakers: RegExp;
  /** Predicates that hold for letters and digits alone. */
  signChecks: RegExp;
  /** Methods that make a pattern of a text. */
  patternMethods: RegExp;
  /** Functions of a path whose result leads where it leads. */
  /** What stands in a function that makes paths plain, or refuses steps up. */
  plainPathHint: RegExp;
  plainPathOf: RegExp;
  /** Properties and functions that give the folder of a path. */
  folderParts: RegExp;
  /** Methods that find a record by what they are given: the record is not that. */
  lookups: RegExp;
  /** Methods that do so with conditions; given a list or a text, they give a part of it. */
  searches: RegExp;
  /** Functions that belong to no object. */
  freeFunctions: RegExp;
  /** Methods that give the last part of a path. */
  lastParts: RegExp;
  /** Calls that run a statement: what they give is known by it. */
  executing: RegExp;
  /** Functions that give what several paths have in common. */
  commonParts: RegExp;
  /** Methods that give the signs of a text. */
  signLists: RegExp;
  /** Methods by whose name a base is asked to set itself up. */
  constructors: RegExp;
  /** Types of what only holds a thing, or of nothing. */
  holders: RegExp;
  /** What stands before the time that something waits. */
  waiting: RegExp;
  /** Text of a pattern for calls that compile a pattern. */
  compiling: string;
}
