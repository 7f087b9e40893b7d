export type LogProblemKind =
  /** A record differs from the log's; `index` to `endIndex` when only a range is known. */
  | 'edited'
  /** Entries of the log are absent from the export. */
  | 'missing'
  /** An entry comes after one with a higher index. */
  | 'reordered'
  /** An index occurs more than once. */
  | 'duplicate'
  /** The export ends before a signed checkpoint does. */
  | 'truncated'
  /** A line of the export is not an entry. */
  | 'malformed_line'
  /** A checkpoint is not a well-formed signed checkpoint. */
  | 'malformed_checkpoint'
  /** A checkpoint is not signed by the given key. */
  | 'bad_signature'
  /** A checkpoint belongs to another log. */
  | 'wrong_origin'
  /** Two signed checkpoints cannot belong to one append-only log: its history was rewritten. */
  | 'inconsistent_checkpoints'
  /** None of the checkpoints can be trusted, so nothing is proven. */
  | 'no_checkpoint';

export interface LogProblem {
  kind: LogProblemKind;
  message: string;
  /** First leaf index affected. */
  index?: number;
  /** Last leaf index affected, when it is not `index`. */
  endIndex?: number;
}

export interface CheckpointVerdict {
  size: number;
  /** The signed root, in base64. */
  root: string;
  /**
   * confirmed: the records have this root. located: the stored leaf hashes have it but the records do not,
   * and each edit is named. mismatch: neither has it. unreached: entries before its size are absent.
   */
  status: 'confirmed' | 'located' | 'mismatch' | 'unreached';
}

export interface LogReport {
  /** No problems, and at least one checkpoint confirmed. */
  ok: boolean;
  /** One past the highest index in the export. */
  size: number;
  /** The export's own root, in base64, when no entry is absent. */
  root?: string;
  /** Size of the largest confirmed checkpoint: the records below it are proven. */
  provenSize: number;
  /** Entries beyond the largest checkpoint: neither proven nor disproven, as is normal for a growing log. */
  uncovered: number;
  /** The trusted checkpoints, by size. */
  checkpoints: CheckpointVerdict[];
  /** The first problems found, at most `maxProblems`. */
  problems: LogProblem[];
  /** Problems found per kind, including those beyond `maxProblems`. */
  counts: Partial<Record<LogProblemKind, number>>;
}

/** Collects problems in bounded memory. */
export class ProblemList {
  readonly problems: LogProblem[] = [];
  readonly counts: Partial<Record<LogProblemKind, number>> = {};
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(kind: LogProblemKind, message: string, index?: number, endIndex?: number): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.problems.length >= this.#max) return;
    const problem: LogProblem = { kind, message };
    if (index !== undefined) problem.index = index;
    if (endIndex !== undefined && endIndex !== index) problem.endIndex = endIndex;
    this.problems.push(problem);
  }
}
