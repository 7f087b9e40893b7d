import type { FlowFile } from './application-source.ts';
import { type FlowApplication, type FlowPartResult, sourceOf } from './flow-part.ts';
import { answersAsBefore, type FlowTrace } from './flow-trace.ts';
import type { Incremental, KnownFlow } from './incremental.ts';

/** Parts of the work that an earlier analysis did and that would give the same again, by their places. */
export function knownParts(
  incremental: Incremental | undefined,
  application: FlowApplication,
  parts: readonly (readonly string[])[],
  textOf: (path: string) => string | null,
): Map<number, FlowPartResult> {
  const found = new Map<number, FlowPartResult>();
  const flows = incremental?.knownFlows() ?? [];
  if (incremental === undefined || flows.length === 0) return found;
  const source = sourceOf(application, textOf);
  const likenesses = likenessOf(incremental, application);
  const byCandidates = new Map(flows.map((flow) => [flow.candidates.join('\0'), flow]));
  for (const [at, candidates] of parts.entries()) {
    const flow = byCandidates.get(candidates.join('\0'));
    if (flow === undefined) continue;
    const isSame = [...flow.read].every(([path, like]) => likenesses(path) === like);
    if (!isSame || !answersAsBefore(flow.trace, source)) continue;
    found.set(at, { ...flow.result, trace: flow.trace });
    incremental.reused.flowParts++;
  }
  return found;
}

/** What the next analysis may take over. */
export function partsToKeep(
  incremental: Incremental,
  application: FlowApplication,
  parts: readonly (readonly string[])[],
  results: readonly FlowPartResult[],
): KnownFlow[] {
  const likenesses = likenessOf(incremental, application);
  return results.flatMap(({ trace, ...result }, at) => {
    const candidates = parts[at] ?? [];
    const read = trace && readBy(trace, candidates, likenesses);
    return trace && read ? [{ candidates, read, trace, result }] : [];
  });
}

type Likeness = (path: string) => string | null;

/** Undefined where a file has no likeness that could be compared. */
function readBy(
  { lowered }: FlowTrace,
  candidates: readonly string[],
  likenesses: Likeness,
): Map<string, string> | undefined {
  const read = new Map<string, string>();
  for (const path of new Set([...candidates, ...lowered])) {
    const like = likenesses(path);
    if (like === null) return undefined;
    read.set(path, like);
  }
  return read;
}

/** What decides how a file is read, in one text; a file that is not there is one that is not there the next time either. */
function likenessOf(incremental: Incremental, { files }: FlowApplication): Likeness {
  const byPath = new Map<string, FlowFile>(files.map((file) => [file.path, file]));
  return (path) => {
    const file = byPath.get(path);
    if (file === undefined) return 'none';
    const key = incremental.keyOf(path);
    return key && [file.language, file.status === 'skipped', file.isTest, key].join('\0');
  };
}
