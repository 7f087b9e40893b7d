import { mappedQueries } from '../languages/java/rules/mapped-queries.ts';
import { inlineScripts } from '../languages/javascript/rules/inline-scripts.ts';
import { builtMarkup } from '../languages/php/rules/built-markup.ts';
import { unescapedOutput } from '../languages/shared/rules/unescaped-output.ts';
import { injectionRules } from '../languages/text-rules.ts';
import { defineAgent } from '../rules/agent-run.ts';
import { type FindingDraft, severityOf } from '../rules/finding-draft.ts';
import { placeOf } from '../rules/finding-words.ts';
import { type Exposure, severityRank } from '../rules/severity.ts';
import { ownCodeView } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import type { AgentInput } from '../types/agent.ts';
import type { FlowKind, TaintFinding, TaintKind } from '../types/flow-findings.ts';
import { flowDraft, isOutsideProduct } from './flow-evidence.ts';
import { isFollowedAndQuiet, quiet } from './followed-loaders.ts';
import { injectionTexts } from './injection-texts.ts';
import { weaknessesOf } from './injection-weaknesses.ts';
import { misuseDrafts, withoutDuplicates } from './misuse-drafts.ts';

/** Untrusted data that reaches sinks. */
export const injectionAgent = defineAgent({
  id: 'security.injection',
  category: 'security',
  inspectFile: (file, input) => {
    const view = ownCodeView(input, file);
    if (view === undefined) return undefined;
    const [rules, markup] = [applyTextRules(injectionRules, view), builtMarkup(view)];
    return rules.length + markup.length === 0 ? undefined : { rules, markup };
  },
  program: (input, inspected) => {
    const drafts = input.index.taint.flatMap((flow) => {
      const { kind } = flow;
      return !isInjection(kind) || !isLikely(flow) ? [] : [draftOf(flow, kind, input)];
    });
    const rules: FindingDraft[] = [];
    const refused: { draft: FindingDraft; detail: string }[] = [];
    for (const draft of inspected.flatMap((one) => one.rules)) {
      if (isFollowedAndQuiet(draft, input)) refused.push({ draft, detail: quiet });
      else rules.push(draft);
    }
    drafts.push(...withoutDuplicates(misuseDrafts(input, ['unsafe_xml']), rules));
    for (const { markup } of inspected)
      drafts.push(...withoutDuplicates(drafts, markup).slice(drafts.length));
    return {
      drafts: [
        ...withoutTwins([...drafts, ...inlineScripts(input)]),
        ...unescapedOutput(input),
        ...mappedQueries(input),
      ],
      refused,
    };
  },
});

/** If a flow and a rule report the same place, only the more severe one is kept; the flow has the path. */
function withoutTwins(drafts: FindingDraft[]): FindingDraft[] {
  const placesOf = (one: FindingDraft) => one.cwe.slice(0, 1).map((cwe) => `${cwe} ${one.file}:${one.line}`);
  const flows = new Map(
    drafts
      .filter((one) => one.evidence)
      .flatMap((one) => [...passedBy(one), ...placesOf(one)].map((place) => [place, one])),
  );
  const weaker = new Set<FindingDraft>();
  for (const rule of drafts.filter((one) => !one.evidence)) {
    const flow = placesOf(rule)
      .map((place) => flows.get(place))
      .find((one) => one !== undefined);
    if (!flow) continue;
    const isGraver = severityRank(severityOf(rule)) < severityRank(severityOf(flow));
    weaker.add(isGraver ? flow : rule);
  }
  return drafts.filter((one) => !weaker.has(one));
}

/** The places that the data of a flow passes, such as the line that builds the query. */
function passedBy({ cwe, evidence }: FindingDraft): string[] {
  return (evidence ?? [])
    .filter((one) => one.role === 'step')
    .map((one) => `${cwe[0]} ${one.file}:${one.line}`);
}

function draftOf(flow: TaintFinding, kind: TaintKind, input: AgentInput): FindingDraft {
  const text = injectionTexts[kind];
  const exposure: Exposure = isOutsideProduct(flow, input) ? 'test' : flow.exposure;
  const from = nameOf(flow);
  return {
    ...flowDraft(flow),
    ruleId: `injection/${kind.replace(/_/g, '-')}`,
    // Node itself refuses line breaks in headers.
    impact: kind === 'header' && isScript(flow) ? 'hygiene' : isProbe(flow, kind) ? 'weakening' : text.impact,
    exposure,
    confidence: flow.confidence,
    cwe: weaknessesOf(flow, kind),

    description: `A value from ${article(from)} (${placeOf(flow.source)}) reaches ${flow.sinkName}${
      flow.steps.length > 0 ? ` in ${flow.steps.length + 1} steps` : ''
    } without a check that fits. ${text.harm}`,
    recommendation: text.cure,
    references: [`https://cwe.mitre.org/data/definitions/${flow.cwe.replace('CWE-', '')}.html`],
  };
}

/** The usual name of the source. */
function nameOf({ sourceKind }: TaintFinding): string {
  return sourceKind === 'exported_parameter'
    ? "caller's argument"
    : sourceKind.replace(/_/g, ' ').replace(/^http\b/, 'HTTP');
}

function isInjection(kind: FlowKind): kind is TaintKind {
  return Object.hasOwn(injectionTexts, kind);
}

/** Data from a library's caller that passes code which is not understood is too uncertain to report. */
function isLikely({ exposure, confidence }: TaintFinding): boolean {
  return exposure !== 'library' || confidence >= 0.3;
}

/** Whether the call only checks if a file exists, without reading it. */
function isProbe({ sinkName }: TaintFinding, kind: TaintKind): boolean {
  return (
    kind === 'path' &&
    /(?:^|\.)(?:exists(?:Sync)?|access(?:Sync)?|l?stat(?:Sync)?|is_?(?:file|dir|readable|writable|link|File|Dir)|file_exists|getsize|pathExists(?:Sync)?|Exists|Stat|Lstat|notExists|isDirectory|isRegularFile)$/.test(
      sinkName,
    )
  );
}

function isScript({ language }: TaintFinding): boolean {
  return language === 'JavaScript' || language === 'TypeScript' || language === 'TSX';
}

function article(noun: string): string {
  return /^(?:[aeiou]|HTTP)/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
