import type { FlowKind, TaintFinding } from '../types/flow-findings.ts';
import type { CallPlace } from './flow.ts';
import type { Frame } from './state.ts';
import type { Value } from './value.ts';

/**
 * Kinds reported where the value is made. A function of the program that passes it on unchanged is not at fault. A file
 * or an address is better checked by the one function that opens it.
 */
export const kindsOfCallers: ReadonlySet<FlowKind> = new Set<FlowKind>([
  'sql',
  'nosql',
  'command',
  'code',
  'template',
  'xss',
  'ldap',
  'xpath',
]);

/**
 * The outermost call that passes the value unchanged. Null if the function with the sink puts the text together itself,
 * and for raw data: then the function that takes it without a check is at fault.
 */
export function callThatPasses(frame: Frame, value: Value): CallPlace | null {
  if (value.text === null) return null;
  let found: CallPlace | null = null;
  let wanted = value;
  for (let at: Frame | null = frame; at !== null; at = at.caller) {
    const given = at.passed.find(({ bound }) => bound === wanted)?.given;
    if (given === undefined) {
      // A closure sees the parameters of the function around it.
      if (at.fn.parent === null || at.fn.parent === at.file.top) return found;
      continue;
    }
    if (at.call === null || at.caller === null) return found;
    found = { file: at.caller.file, pos: at.call.pos, end: at.call.end, fn: at.caller.fn };
    wanted = given;
  }
  return found;
}

/** The key of a flow: its sink, and the call that passes the value. */
export function flowKey(sink: string, call: CallPlace | null): string {
  return call === null ? sink : `${sink}<${call.file.path}:${call.pos}`;
}

export function sinkOfKey(key: string): string {
  const end = key.indexOf('<');
  return end < 0 ? key : key.slice(0, end);
}

type Found = readonly [key: string, strength: number, finding: TaintFinding];

/** If several calls pass values to the same sink, each is a finding. If only one does, the finding is at the sink. */
export function findingsOfFlows(all: Iterable<Found>): TaintFinding[] {
  return [...Map.groupBy(all, ([key]) => sinkOfKey(key)).values()].flatMap((ways) => {
    // Arguments of exported functions say less than data that is known to come in.
    const certain = ways.filter(([, , { exposure }]) => exposure !== 'library');
    const findings = (certain.length > 0 ? certain : strongestOf(ways)).map(([, , finding]) => finding);
    return findings.length === 1 ? findings.map(atSink) : findings;
  });
}

function strongestOf(ways: readonly Found[]): Found[] {
  return ways.toSorted((a, b) => b[1] - a[1]).slice(0, 1);
}

function atSink({ passedAt: _, ...finding }: TaintFinding): TaintFinding {
  return finding;
}
