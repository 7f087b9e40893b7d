/** Rules are written by others: whatever they say, reading and applying them ends within these. */
export const ruleLimits = {
  /** Of one file of rules. */
  mostBytes: 1_048_576,
  mostRules: 1_000,
  /** Patterns of one file, all rules together. */
  mostPatterns: 10_000,
  longestPattern: 4_096,
  /** How deep operators stand in one another. */
  deepest: 16,
  longestRegex: 2_048,
  /** Instructions of a compiled expression, so that time is this times the text's length at most. */
  largestProgram: 4_000,
  mostProblems: 50,
  /** Time to try the patterns of one file of rules. */
  checkMs: 10_000,
  /** Comparisons of one pattern with one file. */
  stepsPerPattern: 400_000,
  /** Steps of an expression over one file: its instructions times the characters. */
  regexSteps: 400_000_000,
  matchesPerPattern: 2_000,
  findingsPerFile: 100,
  findingsPerRule: 1_000,
  /** Time for all rules over all files. */
  totalMs: 60_000,
  fileMs: 10_000,
} as const;
