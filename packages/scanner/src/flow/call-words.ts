/** Names of calls by their effect, in the libraries of all languages. */
export interface CallNames {
  /** Checks that an address stays on this site. */
  localAddress: RegExp;
  /** Checks that a text matches a pattern. */
  patterns: RegExp;
  /** Checks that a text is a number, or has only letters and digits. */
  numeric: RegExp;
  /** Absolute values. */
  magnitudes: RegExp;
  /** Checks that a text begins with another. */
  starts: RegExp;
  /** Checks that a text ends with another. */
  ends: RegExp;
  /** Checks that a text is one of several, or contains another. */
  members: RegExp;
  /** Words for operations by which a library may do harm. A function without any of them is not run for its callers. */
  dangerous: RegExp;
  /** Methods that run an object passed to other code. */
  work: RegExp;
  /** Methods that a server calls on the object it was given. */
  served: RegExp;
  /** Calls that run a function later or elsewhere, with the other arguments. */
  handing: RegExp;
  /** Calls that only return if their argument is true. */
  claims: RegExp;
  /** The same as methods of the claimants. */
  claimMethods: RegExp;
  claimants: RegExp;
  /** Methods of functional interfaces, and calls that queue a function. */
  functional: RegExp;
  /** Calls that return a number, a boolean or nothing. */
  barren: RegExp;
  /** Calls that put their arguments into the receiver. */
  mutators: RegExp;
  /** Calls that take a function but do not return a wrapper of it. */
  notWrapping: RegExp;
  /** Functions that convert text to a number. */
  numberMakers: RegExp;
  /** Calls that run a function later, with the delay as the next argument. */
  delayed: RegExp;
  /** Calls that only return if their first argument is true, and only if it is false. */
  demands: RegExp;
  refusals: RegExp;
  /** Calls that convert their argument. */
  transforms: RegExp;
  /** Calls that return the receiver. */
  fluent: RegExp;
  /** List methods that run a function for each element. */
  mapping: RegExp;
  /** Functions that normalize a path. */
  plainPaths: RegExp;
  /** Methods that return the same text, trimmed or converted. */
  sameText: RegExp;
  /** Functions that convert a value to text. */
  textMakers: RegExp;
  /** Predicates for letters and digits. */
  signChecks: RegExp;
  /** Methods that compile a text into a pattern. */
  patternMethods: RegExp;
  /** Text that shows that a function normalizes paths, or refuses `..`. */
  plainPathHint: RegExp;
  /** Functions whose result leads to the same place as the path. */
  plainPathOf: RegExp;
  /** Properties and functions that return the folder of a path. */
  folderParts: RegExp;
  /** Methods that look up a record. The record is not their argument. */
  lookups: RegExp;
  /** Methods that look up with conditions; on a list or a text, they return a part of it. */
  searches: RegExp;
  /** Functions without a receiver. */
  freeFunctions: RegExp;
  /** Methods that return the last part of a path. */
  lastParts: RegExp;
  /** Calls that run a statement, which determines their result. */
  executing: RegExp;
  /** Functions that return the common part of several paths. */
  commonParts: RegExp;
  /** Methods that return the characters of a text. */
  signLists: RegExp;
  /** Names of constructors of a base class. */
  constructors: RegExp;
  /** Wrapper types, and types without a value. */
  holders: RegExp;
  /** Text before a waiting time. */
  waiting: RegExp;
  /** Source of a pattern for calls that compile a pattern. */
  compiling: string;
}
