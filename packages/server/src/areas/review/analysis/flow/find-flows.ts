import type { FileEntry } from '../../types/file-entry.ts';
import type { IndexedFile } from '../../types/file-facts.ts';
import type { MisuseFinding, TaintFinding } from '../../types/flow-findings.ts';
import type { AnalysisHelper } from '../analysis-helper.ts';
import { decodeText } from '../files/classify-file.ts';
import { type FlowPart, type FlowPartResult, runFlowPart } from './flow-part.ts';

export interface FindFlowsInput {
  entries: readonly FileEntry[];
  files: readonly IndexedFile[];
  /** Files whose entry points are run; the others are read when these call into them. */
  candidates: readonly string[];
  settings: ReadonlyMap<string, string>;
  resolverTexts: ReadonlyMap<string, string>;
  fileBudgetMs: number;
  shouldStop: () => boolean;
}

/** From here on the work is cut into parts, whoever does them, so that equal files give equal findings. */
const partsFrom = 150;
/** What a part has read is held in memory until its end. */
const largestPart = 1_500;

/** Follows data through the candidates, in two threads where there is a helper. */
export async function findFlows(
  input: FindFlowsInput,
  helper: AnalysisHelper | undefined,
): Promise<FlowPartResult> {
  const textOf = textReader(input.entries);
  const parts = cutParts(input);
  if (parts.length === 1) return runFlowPart(parts[0]!, input.shouldStop, textOf);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const shouldStop = (): boolean => {
    if (Atomics.load(stop, 0) === 0 && input.shouldStop()) Atomics.store(stop, 0, 1);
    return Atomics.load(stop, 0) === 1;
  };
  const followHere = (part: FlowPart) => runFlowPart(part, shouldStop, textOf);
  const results: FlowPartResult[] = new Array(parts.length);
  let next = 0;
  const work = async (follow: (part: FlowPart) => Promise<FlowPartResult>): Promise<void> => {
    for (let at = next++; at < parts.length; at = next++) results[at] = await follow(parts[at]!);
  };
  await Promise.all([
    work(followHere).then(() => helper?.meanwhile()),
    helper && work((part) => helper.follow(part, stop).catch(() => followHere(part))),
  ]);
  return results.reduce(mergeParts);
}

function cutParts(input: FindFlowsInput): FlowPart[] {
  const { candidates } = input;
  const count = candidates.length < partsFrom ? 1 : Math.max(2, Math.ceil(candidates.length / largestPart));
  const size = Math.ceil(candidates.length / count);
  const shared = {
    files: input.files.map((file) => ({
      path: file.path,
      language: file.language,
      status: file.status,
      isTest: file.isTest,
      classes: file.classes.map((fact) => fact.name),
      functions: file.functions.map((fact) => fact.name),
    })),
    settings: new Map(input.settings),
    resolverTexts: new Map(input.resolverTexts),
    fileBudgetMs: input.fileBudgetMs,
  };
  return Array.from({ length: count }, (_, at) => ({
    ...shared,
    candidates: candidates.slice(at * size, (at + 1) * size),
  }));
}

/** Texts of files by path; null for what cannot be read. */
export function textReader(entries: readonly FileEntry[]): (path: string) => string | null {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return (path) => {
    try {
      const entry = byPath.get(path);
      return entry === undefined ? null : decodeText(entry.read());
    } catch {
      return null;
    }
  };
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
    withErrors: [...new Set([...a.withErrors, ...b.withErrors])].sort(),
    parseMs: Math.max(a.parseMs, b.parseMs),
  };
}

function byPlace(a: TaintFinding['sink'], b: TaintFinding['sink']): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
