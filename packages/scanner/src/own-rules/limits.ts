/** Users write the rules, so reading and applying them is limited whatever they contain. */
export const ruleLimits = {
  /** Of one file of rules. */
  mostBytes: 1_048_576,
  mostRules: 1_000,
  /** Patterns in one file, over all rules. */
  mostPatterns: 10_000,
  longestPattern: 4_096,
  /** How deeply operators may be nested. */
  deepest: 16,
  longestRegex: 2_048,
  /** Instructions of a compiled regular expression: the time is at most this times the length of the text. */
  largestProgram: 4_000,
  mostProblems: 50,
  /** Time to compile the patterns of one file of rules. */
  checkMs: 10_000,
  /** Comparisons of one pattern with one file. */
  stepsPerPattern: 400_000,
  /** Steps of a regular expression over one file: its instructions times the characters. */
  regexSteps: 400_000_000,
  matchesPerPattern: 2_000,
  findingsPerFile: 100,
  findingsPerRule: 1_000,
  /** Time for all rules over all files. */
  totalMs: 60_000,
  fileMs: 10_000,
} as const;
