import type { FindingDraft } from '../rules/finding-draft.ts';
import type { Exposure, Impact } from '../rules/severity.ts';
import type { AgentInput } from '../types/agent.ts';
import type { FlowKind, NumberKind, TaintFinding } from '../types/flow-findings.ts';
import { flowDraft, isBesideProduct } from './flow-evidence.ts';

interface NumberText {
  ruleId: string;
  impact: Impact;
  /** One request is enough to end the service. */
  isGrave?: true;
  /** How sure a finding of it is at most. */
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
    does: 'is the place that is read or written',
    harm: 'A number below zero or past the end fails there.',
    cure: 'Compare it with zero and with the length first.',
  },
  allocation: {
    ruleId: 'resources/requested-allocation',
    impact: 'weakening',
    isGrave: true,
    weight: 1,
    cwe: ['CWE-789', 'CWE-770', 'CWE-400'],
    does: 'decides how much memory is taken',
    harm: 'One large number takes all memory, and the service with it.',
    cure: 'Refuse what is larger than a fixed limit, or take the smaller of the two.',
  },
  loop: {
    ruleId: 'resources/requested-loop',
    impact: 'weakening',
    weight: 0.8,
    cwe: ['CWE-606', 'CWE-400', 'CWE-834'],
    does: 'decides how often the loop turns',
    harm: 'A large number keeps a thread busy for as long as somebody likes.',
    cure: 'Refuse what is larger than a fixed limit before the loop.',
  },
  wait: {
    ruleId: 'resources/requested-wait',
    impact: 'weakening',
    weight: 1,
    cwe: ['CWE-400', 'CWE-770'],
    does: 'decides how long the thread waits',
    harm: 'A few requests with large numbers hold all threads.',
    cure: 'Take the smaller of the number and a fixed limit.',
  },
  overflow: {
    ruleId: 'reliability/unchecked-product',
    impact: 'hygiene',
    weight: 0.6,
    cwe: ['CWE-190'],
    does: 'is computed with',
    harm: 'The result may not fit the type and wraps around: checks and sizes then speak of another number.',
    cure: 'Bound the number first, compute in a wider type, or with a call that fails where it does not fit.',
  },
  underflow: {
    ruleId: 'reliability/unchecked-difference',
    impact: 'hygiene',
    weight: 0.6,
    cwe: ['CWE-191'],
    does: 'is computed with',
    harm: 'The result may be below what the type holds and wraps around to a large number.',
    cure: 'Bound the number first, compute in a wider type, or with a call that fails where it does not fit.',
  },
  narrowing: {
    ruleId: 'reliability/truncated-input',
    impact: 'hygiene',
    weight: 0.7,
    cwe: ['CWE-197', 'CWE-681'],
    does: 'is put into a narrower type',
    harm: 'The upper part is cut off, and another number is left than the one that was checked.',
    cure: 'Compare it with the bounds of the narrower type first, or convert with a call that fails.',
  },
  inexact: {
    ruleId: 'reliability/inexact-input',
    impact: 'hygiene',
    weight: 0.7,
    cwe: ['CWE-681', 'CWE-197'],
    does: 'is converted to a type that cannot hold it',
    harm: 'What does not fit becomes the largest number, zero, or nothing that can be computed with.',
    cure: 'Compare it with the bounds of the other type first.',
  },
  divisor: {
    ruleId: 'reliability/division-by-input',
    impact: 'hygiene',
    weight: 0.8,
    cwe: ['CWE-369'],
    does: 'is divided by',
    harm: 'Zero ends the computation with an error, or gives a result that is no number.',
    cure: 'Refuse zero first.',
  },
};

function isNumberKind(kind: FlowKind): kind is NumberKind {
  return Object.hasOwn(texts, kind);
}

/** Numbers from outside that nothing bounds, where they decide sizes, places, times or results. */
export function numberDrafts(input: AgentInput): FindingDraft[] {
  return input.index.taint.flatMap((flow) =>
    isNumberKind(flow.kind) ? [draftOf(flow, texts[flow.kind], input)] : [],
  );
}

function draftOf(flow: TaintFinding, text: NumberText, input: AgentInput): FindingDraft {
  const exposure: Exposure = isBesideProduct(flow, input) ? 'test' : flow.exposure;
  const from = flow.sourceKind.replace(/_/g, ' ');
  return {
    ...flowDraft(flow),
    ruleId: text.ruleId,
    impact: text.impact,
    ...(text.isGrave && exposure === 'external' && { severity: 'high' as const }),
    exposure,
    confidence: Math.round(flow.confidence * text.weight * 100) / 100,
    cwe: [...text.cwe],

    description: `A number from outside (${from}, ${flow.source.file}:${flow.source.line}) ${text.does}, and nothing bounds it before. ${text.harm}`,
    recommendation: text.cure,

    references: [`https://cwe.mitre.org/data/definitions/${flow.cwe.replace('CWE-', '')}.html`],
  };
}
