import { decodeText } from '../read/files/classify-file.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { AnalysisHelper, FlowWork } from './analysis-helper.ts';
import type { FlowFile } from './application-source.ts';
import { runFlowPart } from './flow-part.ts';
import type { FlowApplication, FlowPartResult, KnownPart } from './flow-work.ts';
import type { Incremental } from './incremental.ts';
import { knownParts, partsToKeep } from './known-flows.ts';
import { inPages, pageOf, scriptPathOf, scriptsOf } from './page-scripts.ts';

export interface FindFlowsInput {
  entries: readonly FileEntry[];
  files: readonly IndexedFile[];
  /** Files whose entry points are run; others are read when these call into them. */
  candidates: readonly string[];
  /** Pages whose scripts are followed too. */
  pages: readonly string[];
  /** Files whose exported functions other programs call. */
  publicPaths: ReadonlySet<string>;
  settings: ReadonlyMap<string, string>;
  resolverTexts: ReadonlyMap<string, string>;
  fileBudgetMs: number;
  withCallers: boolean;
  shouldStop: () => boolean;
  incremental?: Incremental | undefined;
}

/**
 * From this size the work is split into parts, even with one thread, so that equal files give equal findings.
 * Parts repeat work: code called from several is read in each.
 */
const MIN_CANDIDATES_TO_SPLIT = 600;
/** Enough for two threads, which take parts one by one, to finish at about the same time. */
const MIN_PARTS = 4;
/** Everything a part has read is kept in memory until its end. */
const MAX_PART_FILES = 1_500;

/** Follows data through the candidates, in two threads if there is a helper. */
export async function findFlows(
  input: FindFlowsInput,
  helper: AnalysisHelper | undefined,
): Promise<FlowPartResult> {
  const textOf = textReader(input.entries);
  const application = applicationOf(input);
  const parts = cutParts([...input.candidates, ...input.pages.map(scriptPathOf)]);
  const known = knownParts(input.incremental, application, parts, textOf);
  const results = await followParts(input, { application, parts, known, textOf }, helper);
  if (input.incremental?.keeps) input.incremental.keepFlows(partsToKeep(application, parts, results, textOf));
  return inPages(results.reduce(mergeParts), textOf);
}

interface Parts {
  application: FlowApplication;
  parts: string[][];
  /** Parts known from an earlier analysis, by index. */
  known: ReadonlyMap<number, KnownPart>;
  textOf: (path: string) => string | null;
}

async function followParts(
  input: FindFlowsInput,
  { application, parts, known, textOf }: Parts,
  helper: AnalysisHelper | undefined,
): Promise<FlowPartResult[]> {
  const isAlone = parts.length === 1 || known.size > 0;
  if (isAlone) return followAlone(input, { application, parts, known, textOf });
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const shouldStop = (): boolean => {
    if (Atomics.load(stop, 0) === 0 && input.shouldStop()) Atomics.store(stop, 0, 1);
    return Atomics.load(stop, 0) === 1;
  };
  const work = { application, parts, claims: new Int32Array(new SharedArrayBuffer(4 * parts.length)), stop };
  const [mine, theirs] = await Promise.all([
    followClaimed(work, 'first', shouldStop, textOf),
    helper?.follow(work).catch(() => []) ?? [],
  ]);
  const done = new Map([...mine, ...theirs]);
  const results: FlowPartResult[] = [];
  // Parts that a failed helper had taken still have to be done.
  for (const [at, candidates] of parts.entries())
    results.push(done.get(at) ?? (await runFlowPart(application, candidates, shouldStop, textOf)));
  return results;
}

/** In one thread: if much is known already, handing it over would take longer than the rest of the work. */
async function followAlone(
  { incremental, shouldStop }: FindFlowsInput,
  { application, parts, known, textOf }: Parts,
): Promise<FlowPartResult[]> {
  const results: FlowPartResult[] = [];
  for (const [at, candidates] of parts.entries()) {
    const part = known.get(at);
    const result = part?.isWhole
      ? { ...part.flow.result, trace: part.flow.trace }
      : await runFlowPart(application, candidates, shouldStop, textOf, part);
    if (incremental !== undefined) incremental.reused.entryPoints += result.reusedPieces ?? 0;
    results.push(result);
  }
  return results;
}

/** One thread's share of the parts, from the first or the last one on. */
export async function followClaimed(
  { application, parts, claims }: FlowWork,
  from: 'first' | 'last',
  shouldStop: () => boolean,
  textOf: (path: string) => string | null,
): Promise<[number, FlowPartResult][]> {
  const results: [number, FlowPartResult][] = [];
  const order = [...parts.entries()];
  if (from === 'last') order.reverse();
  for (const [at, candidates] of order) {
    if (Atomics.compareExchange(claims, at, 0, 1) !== 0) continue;
    results.push([at, await runFlowPart(application, candidates, shouldStop, textOf)]);
  }
  return results;
}

function cutParts(candidates: readonly string[]): string[][] {
  const count =
    candidates.length < MIN_CANDIDATES_TO_SPLIT
      ? 1
      : Math.max(MIN_PARTS, Math.ceil(candidates.length / MAX_PART_FILES));
  const size = Math.ceil(candidates.length / count);
  return Array.from({ length: count }, (_, at) => candidates.slice(at * size, (at + 1) * size));
}

function applicationOf(input: FindFlowsInput): FlowApplication {
  const keyOf = (path: string) => input.incremental && { key: input.incremental.keyOf(path) };
  return {
    files: [
      ...input.files.map((file) => ({
        path: file.path,
        language: file.language,
        status: file.status,
        isTest: file.isTest,
        isPublic: input.publicPaths.has(file.path),
        classes: file.classes.map((fact) => fact.name),
        functions: file.functions.map((fact) => fact.name),
        ...keyOf(file.path),
      })),
      ...input.pages.map(
        (page): FlowFile => ({
          path: scriptPathOf(page),
          language: 'JavaScript',
          status: 'full',
          isTest: false,
          isPublic: false,
          classes: [],
          functions: [],
          ...keyOf(page),
        }),
      ),
    ],
    settings: new Map(input.settings),
    resolverTexts: new Map(input.resolverTexts),
    fileBudgetMs: input.fileBudgetMs,
    withCallers: input.withCallers,
    isTraced: input.incremental !== undefined,
  };
}

/** Max. characters of cached texts: the same file is requested for many words in a row. */
const MAX_KEPT_CHARACTERS = 8 * 1_048_576;

/** Reads files as text by path; null for unreadable ones. */
export function textReader(entries: readonly FileEntry[]): (path: string) => string | null {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const kept = new Map<string, string | null>();
  let held = 0;
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const page = pageOf(path);
    const text = page === undefined ? readText(byPath.get(path)) : scriptsIn(byPath.get(page));
    kept.set(path, text);
    held += text?.length ?? 0;
    for (const [oldest, one] of kept) {
      if (held <= MAX_KEPT_CHARACTERS) break;
      kept.delete(oldest);
      held -= one?.length ?? 0;
    }
    return text;
  };
}

function scriptsIn(page: FileEntry | undefined): string | null {
  const text = readText(page);
  return text === null ? null : scriptsOf(text);
}

function readText(entry: FileEntry | undefined): string | null {
  try {
    return entry === undefined ? null : decodeText(entry.read());
  } catch {
    return null;
  }
}

function mergeParts(a: FlowPartResult, b: FlowPartResult): FlowPartResult {
  const taint = new Map<string, TaintFinding>();
  for (const finding of [...a.taint, ...b.taint]) {
    const key = `${finding.sink.file}:${finding.sink.line}:${finding.sink.column}:${finding.kind}`;
    const known = taint.get(key);
    if (known === undefined || finding.confidence > known.confidence) taint.set(key, finding);
  }
  const misuse = new Map<string, MisuseFinding>();
  for (const finding of [...a.misuse, ...b.misuse]) {
    const key = `${finding.place.file}:${finding.place.line}:${finding.place.column}:${finding.kind}`;
    const known = misuse.get(key);
    if (known === undefined || finding.confidence > known.confidence) misuse.set(key, finding);
  }
  return {
    taint: [...taint.values()].sort((x, y) => byPlace(x.sink, y.sink) || (x.kind < y.kind ? -1 : 1)),
    misuse: [...misuse.values()].sort((x, y) => byPlace(x.place, y.place) || (x.kind < y.kind ? -1 : 1)),
    cut: [...new Set([...a.cut, ...b.cut])].sort(),
    unparsed: [...new Set([...a.unparsed, ...b.unparsed])].sort(),
    tooDeep: [...new Set([...a.tooDeep, ...b.tooDeep])].sort(),
    withErrors: [...new Set([...a.withErrors, ...b.withErrors])].sort(),
    faults: [...a.faults, ...b.faults],
    parseMs: Math.max(a.parseMs, b.parseMs),
    noted: [],
  };
}

function byPlace(a: TaintFinding['sink'], b: TaintFinding['sink']): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
