import { catalog, type RuleEntry } from '../../rules/catalog/index.ts';
import type { FindingDraft } from '../../rules/finding-draft.ts';
import type { Impact } from '../../rules/severity.ts';
import { exposureOf, ownCodeView, type SourceView } from '../../rules/source-view.ts';
import type { AgentInput } from '../../types/agent.ts';
import type { Severity } from '../../types/finding.ts';
import { checkProgram } from './checks/contract-checks.ts';
import type { Report } from './checks/report.ts';

const impacts: Readonly<Record<Severity, Impact>> = {
  critical: 'takeover',
  high: 'disclosure',
  medium: 'weakening',
  low: 'hygiene',
};

/** The flaws in an application's contracts. Libraries among the files are read but not checked. */
export function contractFindings(input: AgentInput): FindingDraft[] {
  const views = new Map<string, SourceView>();
  const sources = input.index.files.flatMap((file) => {
    if (file.language !== 'Solidity' || file.status === 'skipped') return [];
    const view = ownCodeView(input, file);
    if (view) views.set(file.path, view);
    const text = view?.text ?? input.files.text(file.path);
    return text === undefined ? [] : [{ path: file.path, text, isAside: exposureOf(file) === 'test' }];
  });
  if (views.size === 0) return [];
  return checkProgram(sources, input.options.shouldStop).flatMap((report) => {
    const view = views.get(report.file.path);
    const entry = catalog.get(report.rule);
    return view && entry ? [toDraft(report, entry, view)] : [];
  });
}

function toDraft(
  { rule, span, symbol, detail, confidence, also }: Report,
  entry: RuleEntry,
  view: SourceView,
): FindingDraft {
  const line = view.lineAt(span.start);
  return {
    ruleId: rule,
    subject: symbol === '<module>' ? undefined : symbol,
    impact: impacts[entry.severity],
    exposure: view.exposure,
    confidence: confidence ?? 0.75,
    cwe: entry.cwe === null ? [] : [entry.cwe, ...entry.related],
    file: view.path,
    line,
    endLine: view.lineAt(Math.max(span.start, (also ?? span).end - 1)),
    column: view.columnAt(span.start),
    snippet: view.lineText(line),
    description: detail === undefined ? entry.description : `${entry.description} ${detail}`,
    recommendation: entry.cure,
    references: [...entry.references],
    source: 'code',
    symbol,
  };
}
