import type { ApplicationSource } from './application-source.ts';
import { sourceOf } from './flow-part.ts';
import { type FlowTrace, sameAnswers } from './flow-trace.ts';
import type { FlowApplication, FlowPartResult, KnownFlow, KnownPart } from './flow-work.ts';
import type { Incremental } from './incremental.ts';

/** Parts of the work from an earlier analysis, by index. */
export function knownParts(
  incremental: Incremental | undefined,
  application: FlowApplication,
  parts: readonly (readonly string[])[],
  textOf: (path: string) => string | null,
): Map<number, KnownPart> {
  const found = new Map<number, KnownPart>();
  const flows = incremental?.knownFlows() ?? [];
  if (incremental === undefined || flows.length === 0) return found;
  const source = sourceOf(application, textOf);
  const byCandidates = new Map(flows.map((flow) => [flow.candidates.join('\0'), flow]));
  for (const [at, candidates] of parts.entries()) {
    const flow = byCandidates.get(candidates.join('\0')) ?? flows[at];
    if (flow === undefined) continue;
    const part = compared(flow, candidates, source);
    found.set(at, part);
    if (part.isWhole) incremental.reused.flowParts++;
  }
  return found;
}

function compared(flow: KnownFlow, candidates: readonly string[], source: ApplicationSource): KnownPart {
  const isAnswerSame = sameAnswers(flow.trace, source);
  const isSame = (path: string): boolean => flow.read.get(path) === source.likenessOf(path);
  const isWhole =
    flow.isWhole &&
    flow.candidates.join('\0') === candidates.join('\0') &&
    [...flow.read.keys()].every(isSame) &&
    isAnswerSame.every(Boolean);
  const { work } = flow.result;
  if (work === undefined) return { flow, isWhole, work };
  const isFileSame = work.files.map(isSame);
  return {
    flow,
    isWhole,
    work: {
      ...work,
      isFileSame: (at) => isFileSame[at] === true,
      isAnswerSame: (at) => isAnswerSame[at] === true,
    },
  };
}

/** What the next analysis may reuse. */
export function partsToKeep(
  application: FlowApplication,
  parts: readonly (readonly string[])[],
  results: readonly FlowPartResult[],
  textOf: (path: string) => string | null,
): KnownFlow[] {
  const source = sourceOf(application, textOf);
  return results.flatMap(({ trace, ...result }, at) => {
    const candidates = parts[at] ?? [];
    const read = trace && readBy(trace, candidates, source);
    return trace && read ? [{ candidates, read, trace, result, isWhole: result.cut.length === 0 }] : [];
  });
}

/** Undefined if a file cannot be compared. */
function readBy(
  { lowered }: FlowTrace,
  candidates: readonly string[],
  source: ApplicationSource,
): Map<string, string> | undefined {
  const read = new Map<string, string>();
  for (const path of new Set([...candidates, ...lowered])) {
    const like = source.likenessOf(path);
    if (like === null) return undefined;
    read.set(path, like);
  }
  return read;
}
