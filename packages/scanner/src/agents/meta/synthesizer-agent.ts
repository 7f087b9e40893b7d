import { sortFindings } from '../../rules/finish-findings.ts';
import type { Agent, AgentInput, AgentResult } from '../../types/agent.ts';
import type { DroppedFinding, Finding, Severity } from '../../types/finding.ts';

/** Merges the findings of several agents at one place, ranks all of them and says what to do first. */
export const synthesizerAgent: Agent = {
  id: 'meta.synthesizer',
  category: 'meta',
  run: (input): AgentResult => {
    const { findings, dropped } = mergeFindings(input.findings);
    return {
      status: 'completed',
      driver: 'rules',
      findings,
      dropped,
      topActions: topActions(findings, input),
    };
  },
};

/** One finding for each problem at one place: the most certain remains and lists all agents. */
export function mergeFindings(given: readonly Finding[]): { findings: Finding[]; dropped: DroppedFinding[] } {
  const kept: Finding[] = [];
  const dropped: DroppedFinding[] = [];
  const byKey = new Map<string, Finding>();
  for (const finding of sortFindings([...given])) {
    const keys = keysOf(finding);
    const twin = keys.map((key) => byKey.get(key)).find((one) => one !== undefined);
    if (!twin) {
      const own = { ...finding, agents: [...finding.agents] };
      kept.push(own);
      for (const key of keys) byKey.set(key, own);
      continue;
    }
    twin.agents = [...new Set([...twin.agents, ...finding.agents])].sort();
    // Two independent agents that agree are more certain than one. A model that is asked twice is a single judge.
    if (finding.agent !== twin.agent && !(isModels(finding) && isModels(twin)))
      twin.confidence = Math.min(0.99, Math.round((twin.confidence + 0.05) * 100) / 100);
    twin.cwe = [...new Set([...twin.cwe, ...finding.cwe])];
    dropped.push({
      fingerprint: finding.fingerprint,
      ruleId: finding.ruleId,
      file: finding.file,
      line: finding.line,
      reason: 'duplicate',
      detail: `The same as ${twin.ruleId} in line ${twin.line}.`,
    });
  }
  return { findings: sortFindings(kept), dropped };
}

const isModels = ({ driver }: Finding) => driver === 'llm';

/** CWEs of one flaw that two kinds of rules report. */
const sameFlaw: Readonly<Record<string, string>> = { 'CWE-916': 'CWE-328', 'CWE-759': 'CWE-328' };

function keysOf(finding: Finding): string[] {
  const keys = [`print ${finding.fingerprint}`];
  if (finding.package) {
    const { ecosystem, name, version } = finding.package;
    keys.push(`package ${finding.ruleId} ${ecosystem} ${name} ${version} ${finding.file}`);
  } else if (finding.source === 'code' || finding.source === 'secrets') {
    // The first CWE names the problem; the others are related ones, which different problems share.
    const [cwe] = finding.cwe;
    if (cwe) keys.push(`${sameFlaw[cwe] ?? cwe} ${finding.file}:${finding.line}`);
  }
  return keys;
}

/** The findings of one sentence. */
type FindingGroup = [first: Finding, ...others: Finding[]];

const weights: Readonly<Record<Severity, number>> = { critical: 100, high: 25, medium: 4, low: 1 };

/** At most ten sentences: one for each rule, by severity and number. */
function topActions(findings: readonly Finding[], input: AgentInput): string[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const key = finding.package ? `package ${finding.package.name}` : finding.ruleId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const weigh = (group: FindingGroup) =>
    group.reduce((sum, one) => sum + weights[one.severity] * one.confidence, 0);
  const actions = [...groups.values()]
    .map((group) => ({ group, weight: weigh(group) }))
    .sort((a, b) => b.weight - a.weight || (a.group[0].fingerprint < b.group[0].fingerprint ? -1 : 1))
    .slice(0, 10)
    .map(({ group }) => describeAction(group));
  const unread = input.index.files.filter((file) => file.status === 'skipped' && file.kind === 'code').length;
  if (unread > 0 && actions.length < 10)
    actions.push(
      `Review the ${unread} code files that were not reviewed; they are listed with their reasons.`,
    );
  return actions;
}

function describeAction(group: FindingGroup): string {
  const [first] = group;
  const more = group.length > 1 ? ` and ${group.length - 1} more of its kind` : '';
  return `${first.title} (${first.severity}, ${first.file}:${first.line}${more}): ${first.recommendation}`;
}
