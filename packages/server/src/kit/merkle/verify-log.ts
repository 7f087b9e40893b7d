import { type Checkpoint, verifyCheckpoint } from './checkpoint.ts';
import { CompactRange } from './compact-range.ts';
import { EntryOrder } from './entry-order.ts';
import type { ErasedEntry, LogEntry, MalformedLine } from './export-lines.ts';
import { leafHash } from './hash.ts';
import { type CheckpointVerdict, type LogReport, ProblemList } from './log-report.ts';
import { NoteError, parseVerifierKey, type VerifierKey } from './signed-note.ts';

type ReadEntry = LogEntry | ErasedEntry | MalformedLine;

export interface VerifyLogInput {
  /** The whole log from index 0, as yielded by `readExportLines`. */
  entries: AsyncIterable<ReadEntry> | Iterable<ReadEntry>;
  /** Signed checkpoints in any order: the newest, and every older one that the auditor kept. */
  checkpoints: readonly string[];
  /** The log's public keys, `name+keyid+base64`; more than one after a rotation. */
  verifierKeys: readonly string[];
  /** Origin that the checkpoints must have. Default: the name of the first key. */
  origin?: string;
  /** Problems listed in full; the rest are only counted. Default 1000. */
  maxProblems?: number;
  /** How many entries may wait for one that comes later in the file. Default 65536. */
  reorderWindow?: number;
}

/**
 * Checks an export of a log against signed checkpoints, offline. Finds every edit, deletion, insertion,
 * reordering, duplication and truncation below the size of any given checkpoint. Memory does not grow with
 * the log.
 * @throws NoteError (malformed) for an unreadable verifier key
 */
export async function verifyLog(input: VerifyLogInput): Promise<LogReport> {
  const { entries, checkpoints, verifierKeys, maxProblems = 1000, reorderWindow = 65_536 } = input;
  const keys = verifierKeys.map(parseVerifierKey);
  const problems = new ProblemList(maxProblems);
  const heads = believableCheckpoints(checkpoints, keys, input.origin, problems);
  const matcher = new CheckpointMatcher(heads, problems);
  const order = new EntryOrder<HashedEntry>(
    {
      onEntry: (_index, entry) => matcher.append(entry),
      onGap: (first, last) => {
        problems.add('missing', `${describeRange(first, last)} absent from the export.`, first, last);
        matcher.break();
      },
      onReordered: (index) => problems.add('reordered', `Entry ${index} stands after a later one.`, index),
      onDuplicate: (index) =>
        problems.add('duplicate', `Index ${index} occurs again, or far behind its place.`, index),
    },
    reorderWindow,
  );
  for await (const entry of entries) {
    if ('malformed' in entry) problems.add('malformed_line', `Line ${entry.line} ${entry.malformed}.`);
    else order.push(entry.index, hashEntry(entry, problems));
  }
  order.finish();
  return matcher.finish(order.next);
}

interface HashedEntry {
  /** The hash of the record itself. */
  computed: Buffer;
  /** The hash that the export claims the log holds; `computed` when it claims none. */
  stored: Uint8Array;
}

function hashEntry(entry: LogEntry | ErasedEntry, problems: ProblemList): HashedEntry {
  if ('isErased' in entry) return { computed: Buffer.from(entry.leafHash), stored: entry.leafHash };
  const { index, record, leafHash: stored } = entry;
  const wellFormed = record.isWellFormed();
  const computed = leafHash(wellFormed ? record : Buffer.from(JSON.stringify(record)));
  if (!wellFormed) problems.add('edited', `The record of entry ${index} has no UTF-8 form.`, index);
  else if (stored !== undefined && !computed.equals(stored)) {
    problems.add('edited', `The record of entry ${index} does not have its stored leaf hash.`, index);
  }
  return { computed, stored: stored ?? computed };
}

type Head = Required<Checkpoint>;

function believableCheckpoints(
  notes: readonly string[],
  keys: readonly VerifierKey[],
  origin: string | undefined,
  problems: ProblemList,
): Head[] {
  const heads = new Map<string, Head>();
  notes.forEach((note, i) => {
    try {
      const head = verifyCheckpoint(note, keys, origin);
      heads.set(`${head.size} ${Buffer.from(head.root).toString('hex')}`, head);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      const { reason } = error;
      const kind =
        reason === 'malformed' ? 'malformed_checkpoint' : reason === 'unknown_key' ? 'bad_signature' : reason;
      problems.add(kind, `Checkpoint ${i + 1} of ${notes.length}: ${error.message}`);
    }
  });
  if (heads.size === 0) problems.add('no_checkpoint', 'No checkpoint can be believed: nothing is proven.');
  const sorted = [...heads.values()].sort((a, b) => a.size - b.size);
  sorted.forEach(({ size }, i) => {
    if (sorted[i - 1]?.size !== size) return;
    problems.add('inconsistent_checkpoints', `Two checkpoints of size ${size} have different roots.`);
  });
  return sorted;
}

/** Grows the export's tree entry by entry and compares its root at each checkpoint's size. */
class CheckpointMatcher {
  readonly #heads: readonly Head[];
  readonly #problems: ProblemList;
  readonly #verdicts: CheckpointVerdict[] = [];
  /** The tree of the records. */
  #records = new CompactRange();
  /** The tree of the stored leaf hashes, from the first one that differs from its record's. */
  #stored: CompactRange | undefined;
  /** An entry is absent: no later root can be computed. */
  #broken = false;
  /** The tree differed from the signed one at the last checkpoint, so it will at every later one. */
  #mismatched = false;
  #provenSize = 0;
  #judgedSize = 0;

  constructor(heads: readonly Head[], problems: ProblemList) {
    this.#heads = heads;
    this.#problems = problems;
    this.#compare();
  }

  append({ computed, stored }: HashedEntry): void {
    if (this.#broken) return;
    if (this.#stored === undefined && !computed.equals(stored)) this.#stored = this.#records.clone();
    this.#stored?.append(stored);
    this.#records.append(computed);
    this.#compare();
  }

  break(): void {
    this.#broken = true;
    this.#stored = undefined;
  }

  finish(size: number): LogReport {
    const largest = this.#heads.at(-1)?.size ?? 0;
    if (size < largest) {
      const message = `The export ends at ${size} entries; a signed checkpoint has ${largest}.`;
      this.#problems.add('truncated', message, size, largest - 1);
    }
    for (const head of this.#heads.slice(this.#verdicts.length)) this.#judge(head, 'unreached');
    this.#reportRewrite();
    const { problems, counts } = this.#problems;
    return {
      ok: Object.keys(counts).length === 0 && this.#verdicts.some(({ status }) => status === 'confirmed'),
      size,
      ...(this.#broken ? {} : { root: this.#records.root().toString('base64') }),
      provenSize: this.#provenSize,
      uncovered: Math.max(0, size - largest),
      checkpoints: this.#verdicts,
      problems,
      counts,
    };
  }

  #judge(head: Head, status: CheckpointVerdict['status']): void {
    this.#verdicts.push({ size: head.size, root: Buffer.from(head.root).toString('base64'), status });
    if (status === 'confirmed') this.#provenSize = head.size;
  }

  #compare(): void {
    const size = this.#records.size;
    for (;;) {
      const head = this.#heads[this.#verdicts.length];
      if (head === undefined || head.size !== size) return;
      if (this.#records.root().equals(head.root)) {
        this.#judge(head, 'confirmed');
        this.#settle(size);
      } else if (this.#stored?.root().equals(head.root)) {
        this.#judge(head, 'located');
        // Every edit so far has been reported; the signed tree continues from the stored hashes.
        this.#records = this.#stored;
        this.#settle(size);
      } else {
        this.#judge(head, 'mismatch');
        this.#reportMismatch(size);
      }
    }
  }

  #settle(size: number): void {
    this.#stored = undefined;
    this.#mismatched = false;
    this.#judgedSize = size;
  }

  #reportMismatch(size: number): void {
    if (this.#mismatched) return;
    this.#mismatched = true;
    const [first, last] = [this.#judgedSize, Math.max(this.#judgedSize, size - 1)];
    const message = `The root at size ${size} is not the signed one: ${describeRange(first, last)} not as signed.`;
    this.#problems.add('edited', message, first, last);
  }

  // The export matches a later checkpoint but not an earlier one: both were signed, and the earlier tree is
  // not a prefix of the later.
  #reportRewrite(): void {
    const fits = (status: string): boolean => status === 'confirmed' || status === 'located';
    const newestFit = this.#verdicts.findLast(({ status }) => fits(status));
    for (const { size, status } of this.#verdicts) {
      if (status !== 'mismatch' || newestFit === undefined || size >= newestFit.size) continue;
      const message = `The checkpoints of sizes ${size} and ${newestFit.size} are not of one append-only log.`;
      this.#problems.add('inconsistent_checkpoints', message);
    }
  }
}

function describeRange(first: number, last: number): string {
  return first === last ? `entry ${first} is` : `entries ${first} to ${last} are`;
}
