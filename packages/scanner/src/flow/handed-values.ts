import type { FlowKind, TaintFinding } from '../types/flow-findings.ts';
import type { Handed } from './flow.ts';
import type { Frame } from './state.ts';
import type { Value } from './value.ts';

/** Kinds that are told where the value is made: how a function of the program passes it on is no fault of its own. */
export const toldByCaller: ReadonlySet<FlowKind> = new Set<FlowKind>([
  'sql',
  'nosql',
  'command',
  'code',
  'template',
  'path',
  'ssrf',
  'xss',
  'redirect',
  'deserialization',
  'ldap',
  'xpath',
  'xxe',
]);

/** The outermost call that hands over the value as it is; null where the sink's function makes it itself. */
export function handedBy(frame: Frame, value: Value): Handed | null {
  let found: Handed | null = null;
  let wanted = value;
  for (let at: Frame | null = frame; at !== null; at = at.caller) {
    const given = at.handed.find(({ bound }) => bound === wanted)?.given;
    if (given === undefined) {
      // A closure has what the function around it was given.
      if (at.fn.parent === null || at.fn.parent === at.file.top) return found;
      continue;
    }
    if (at.call === null || at.caller === null) return found;
    found = { file: at.caller.file, pos: at.call.pos, end: at.call.end, fn: at.caller.fn };
    wanted = given;
  }
  return found;
}

/** The key of a flow: its sink, and who hands the value over. */
export function flowKey(sink: string, handed: Handed | null): string {
  return handed === null ? sink : `${sink}<${handed.file.path}:${handed.pos}`;
}

export function sinkOfKey(key: string): string {
  const end = key.indexOf('<');
  return end < 0 ? key : key.slice(0, end);
}

type Told = readonly [key: string, strength: number, finding: TaintFinding];

/** Of several places that hand a value to the same function each is told, of one alone the sink itself. */
export function toldPlaces(all: Iterable<Told>): TaintFinding[] {
  const bySink = Map.groupBy(all, ([key]) => sinkOfKey(key));
  return [...bySink.values()].flatMap((ways) => {
    const [strongest, ...others] = ways.toSorted((a, b) => b[1] - a[1]);
    if (strongest === undefined) return [];
    if (others.length === 0 || strongest[2].handed === undefined && others.every(isOfCaller)) return [atSink(strongest[2])];
    // What a caller of the library may give says less than what does come in.
    const certain = ways.filter((one) => !isOfCaller(one));
    const kept = certain.length > 0 ? certain : ways;
    return kept.length === 1 ? kept.map(([, , finding]) => atSink(finding)) : kept.map(([, , finding]) => finding);
  });
}

const isOfCaller = ([, , { exposure }]: Told): boolean => exposure === 'library';

function atSink({ handed: _, ...finding }: TaintFinding): TaintFinding {
  return finding;
}
