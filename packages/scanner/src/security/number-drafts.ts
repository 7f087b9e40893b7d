import type { FindingDraft } from '../rules/finding-draft.ts';
import type { Exposure, Impact } from '../rules/severity.ts';
import type { AgentInput } from '../types/agent.ts';
import type { FlowKind, NumberKind, TaintFinding } from '../types/flow-findings.ts';
import { flowDraft, isOutsideProduct } from './flow-evidence.ts';

interface NumberText {
  ruleId: string;
  impact: Impact;
  /** A single request is enough to stop the service. */
  isGrave?: true;
  /** The maximum confidence of a finding. */
  weight: number;
  cwe: readonly string[];
  does: string;
  harm: string;
  cure: string;
}

const texts: Record<NumberKind, NumberText> = {
  index: {
    ruleId: 'reliability/unchecked-index',
    impact: 'hygiene',
    weight: 0.8,
    cwe: ['CWE-129', 'CWE-125'],
    does: 'is used as the index of a read or write',
    harm: 'A negative number or one past the end fails there.',
    cure: 'Compare it with zero and with the length first.',
  },
  allocation: {
    ruleId: 'resources/requested-allocation',
    impact: 'weakening',
    isGrave: true,
    weight: 1,
    cwe: ['CWE-789', 'CWE-770', 'CWE-400'],
    does: 'decides how much memory is allocated',
    harm: 'One large number uses up all memory, and stops the service.',
    cure: 'Refuse what is larger than a fixed limit, or take the smaller of the two.',
  },
  loop: {
    ruleId: 'resources/requested-loop',
    impact: 'weakening',
    weight: 0.8,
    cwe: ['CWE-606', 'CWE-400', 'CWE-834'],
    does: 'decides how often the loop runs',
    harm: 'A large number keeps a thread busy for as long as an attacker wants.',
    cure: 'Refuse what is larger than a fixed limit before the loop.',
  },
  wait: {
    ruleId: 'resources/requested-wait',
    impact: 'weakening',
    weight: 1,
    cwe: ['CWE-400', 'CWE-770'],
    does: 'decides how long the thread waits',
    harm: 'A few requests with large numbers occupy all threads.',
    cure: 'Use the smaller of the number and a fixed limit.',
  },
  overflow: {
    ruleId: 'reliability/unchecked-product',
    impact: 'hygiene',
    weight: 0.6,
    cwe: ['CWE-190'],
    does: 'is used in a computation',
    harm: 'The result may not fit the type and wraps around: checks and sizes then use another number.',
    cure: 'Limit the number first, compute in a wider type, or use a call that fails if the result does not fit.',
  },
  underflow: {
    ruleId: 'reliability/unchecked-difference',
    impact: 'hygiene',
    weight: 0.6,
    cwe: ['CWE-191'],
    does: 'is used in a computation',
    harm: 'The result may be below the minimum of the type and wraps around to a large number.',
    cure: 'Limit the number first, compute in a wider type, or use a call that fails if the result does not fit.',
  },
  narrowing: {
    ruleId: 'reliability/truncated-input',
    impact: 'hygiene',
    weight: 0.7,
    cwe: ['CWE-197', 'CWE-681'],
    does: 'is converted to a narrower type',
    harm: 'The upper bits are cut off, and the number that is left is not the one that was checked.',
    cure: 'Check the bounds of the narrower type first, or convert with a call that fails.',
  },
  inexact: {
    ruleId: 'reliability/inexact-input',
    impact: 'hygiene',
    weight: 0.7,
    cwe: ['CWE-681', 'CWE-197'],
    does: 'is converted to a type that cannot hold it',
    harm: 'A value that does not fit becomes the largest number, zero, or a value that is no number.',
    cure: 'Check the bounds of the other type first.',
  },
  divisor: {
    ruleId: 'reliability/division-by-input',
    impact: 'hygiene',
    weight: 0.8,
    cwe: ['CWE-369'],
    does: 'is used as a divisor',
    harm: 'Zero causes an error, or a result that is no number.',
    cure: 'Check for zero first.',
  },
};

function isNumberKind(kind: FlowKind): kind is NumberKind {
  return Object.hasOwn(texts, kind);
}

/** Unlimited numbers from outside that decide sizes, indexes, times or results. */
export function numberDrafts(input: AgentInput): FindingDraft[] {
  return input.index.taint.flatMap((flow) =>
    isNumberKind(flow.kind) ? [draftOf(flow, texts[flow.kind], input)] : [],
  );
}

function draftOf(flow: TaintFinding, text: NumberText, input: AgentInput): FindingDraft {
  const exposure: Exposure = isOutsideProduct(flow, input) ? 'test' : flow.exposure;
  const from = flow.sourceKind.replace(/_/g, ' ');
  return {
    ...flowDraft(flow),
    ruleId: text.ruleId,
    impact: text.impact,
    ...(text.isGrave && exposure === 'external' && { severity: 'high' as const }),
    exposure,
    confidence: Math.round(flow.confidence * text.weight * 100) / 100,
    cwe: [...text.cwe],

    description: `A number from outside (${from}, ${flow.source.file}:${flow.source.line}) ${text.does}, and nothing limits it before. ${text.harm}`,
    recommendation: text.cure,

    references: [`https://cwe.mitre.org/data/definitions/${flow.cwe.replace('CWE-', '')}.html`],
  };
}
