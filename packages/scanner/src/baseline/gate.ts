import { type Severity, severities } from '../types/finding.ts';
import { type ReadinessKind, readinessKinds } from '../types/readiness.ts';

/** The requirements for a change. */
export interface Gate {
  /** The maximum number of new findings of at least this severity; without an entry, there is no limit. */
  maxNew: Partial<Record<Severity, number>>;
  /** Whether no readiness score may be lower than the base's. */
  readinessNotLower: boolean;
}

export interface GateSubject {
  newFindings: Readonly<Record<Severity, number>>;
  readiness: Readonly<Record<ReadinessKind, number>>;
  /** Null if there is no base. */
  baseReadiness: Readonly<Record<ReadinessKind, number>> | null;
  /** Why not everything was analysed, in a sentence; null if everything was. */
  incomplete: string | null;
}

interface GateCondition {
  /** `complete`, `new_<severity>` or `readiness_<kind>`. */
  condition: string;
  passed: boolean;
  /** The result compared with the limit, in a sentence. */
  message: string;
}

export interface GateVerdict {
  passed: boolean;
  conditions: GateCondition[];
}

/** Judges a change by its gate, with a result for each condition. An incomplete analysis does not pass. */
export function judgeGate(gate: Gate, subject: GateSubject): GateVerdict {
  const conditions: GateCondition[] = [
    {
      condition: 'complete',
      passed: subject.incomplete === null,
      message: subject.incomplete ?? 'Everything was looked at.',
    },
    ...severities.flatMap((severity) => judgeNew(severity, gate, subject)),
    ...(gate.readinessNotLower ? readinessKinds.map((kind) => judgeReadiness(kind, subject)) : []),
  ];
  return { passed: conditions.every(({ passed }) => passed), conditions };
}

function judgeNew(severity: Severity, { maxNew }: Gate, { newFindings }: GateSubject): GateCondition[] {
  const most = maxNew[severity];
  if (most === undefined) return [];
  const graver = severities.slice(0, severities.indexOf(severity) + 1);
  const count = graver.reduce((sum, one) => sum + newFindings[one], 0);
  const so = severity === 'critical' ? 'critical' : `${severity} or graver`;
  return [
    {
      condition: `new_${severity}`,
      passed: count <= most,
      message: `New findings that are ${so}: ${count}, at most ${most} allowed.`,
    },
  ];
}

function judgeReadiness(kind: ReadinessKind, { readiness, baseReadiness }: GateSubject): GateCondition {
  const condition = `readiness_${kind}`;
  if (baseReadiness === null)
    return { condition, passed: true, message: `Readiness (${kind}): there is no base to compare with.` };
  const [now, before] = [readiness[kind], baseReadiness[kind]];
  const how = now < before ? 'lower than' : now === before ? 'the same as' : 'higher than';
  return {
    condition,
    passed: now >= before,
    message: `Readiness (${kind}): ${now}, ${how} the ${before} of the base.`,
  };
}

/** The syntax of a gate on a command line. */
export const gateForm =
  '<severity>=<most> and readiness, with commas between, such as high=0,medium=5,readiness';

/** Parses a gate from a command line; undefined if it is invalid. */
export function parseGate(text: string): Gate | undefined {
  const gate: Gate = { maxNew: {}, readinessNotLower: false };
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, name, most] = /^(critical|high|medium|low)=(\d{1,6})$/.exec(part) ?? [];
    if (part === 'readiness') gate.readinessNotLower = true;
    else if (name !== undefined) gate.maxNew[name as Severity] = Number(most);
    else return undefined;
  }
  return gate;
}
